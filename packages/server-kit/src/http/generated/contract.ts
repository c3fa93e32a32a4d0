// Requests and responses of each operation, as JSON Schema 2020-12 without references, and the limits of the contract.
// Generated from spec/openapi.yaml and spec/errors.yaml by `npm run generate`. Do not edit.

/** A JSON Schema 2020-12 document; Ajv2020 compiles it unchanged. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The response of one status of an operation. `codes` are the error codes it may have; absent on 2xx. */
export interface ResponseContract {
  readonly codes?: readonly string[];
  readonly requiredHeaders: readonly string[];
  readonly headers: { readonly [name: string]: JsonSchema };
  readonly schema?: JsonSchema;
  /** Of a body that is not JSON. */
  readonly mediaType?: string;
}

/** Calls allowed in a window; `per` is the unit that is counted. */
export interface RateLimitContract {
  readonly max: number;
  readonly windowSeconds: number;
  readonly burst?: number;
  readonly per: "key" | "address" | "account";
}

/** The request and responses of one operation. */
export interface OperationContract {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  readonly path: string;
  readonly security: readonly string[];
  readonly rateLimit?: RateLimitContract;
  readonly requestBody?: JsonSchema;
  readonly query?: JsonSchema;
  readonly pathParams?: JsonSchema;
  readonly responses: { readonly [status: string]: ResponseContract };
}

/** One event that is sent to merchants. */
export interface WebhookContract {
  readonly requiredHeaders: readonly string[];
  readonly headers: { readonly [name: string]: JsonSchema };
  readonly schema: JsonSchema;
  readonly documentedResponses: readonly string[];
}

const shared = {
  "BadRequest": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "VALIDATION_ERROR",
                "INVALID_JSON",
                "IDEMPOTENCY_KEY_INVALID"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "details": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "path",
              "rule",
              "message"
            ],
            "properties": {
              "path": {
                "type": "string"
              },
              "rule": {
                "type": "string",
                "minLength": 1
              },
              "message": {
                "type": "string",
                "minLength": 1
              }
            }
          }
        }
      },
      "if": {
        "properties": {
          "code": {
            "const": "VALIDATION_ERROR"
          }
        }
      },
      "then": {
        "required": [
          "details"
        ],
        "properties": {
          "details": {
            "minItems": 1
          }
        }
      }
    }
  },
  "OrderBadRequest": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId",
        "details"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "INVALID_ORDER_KEY",
                "VALIDATION_ERROR"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "details": {
          "type": "object",
          "required": [
            "path",
            "rule",
            "message"
          ],
          "properties": {
            "path": {
              "type": "string"
            },
            "rule": {
              "type": "string",
              "minLength": 1
            },
            "message": {
              "type": "string",
              "minLength": 1
            }
          }
        }
      }
    }
  },
  "Unauthorized": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control",
      "WWW-Authenticate"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "WWW-Authenticate": {
        "type": "string",
        "pattern": "^Bearer"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "API_KEY_MISSING",
                "API_KEY_INVALID",
                "API_KEY_MERCHANT_MISMATCH",
                "SESSION_REQUIRED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "Forbidden": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "KYC_USER_ASSOCIATION_MISSING",
                "KYC_SUBMISSION_MISSING",
                "KYC_USER_MISMATCH",
                "KYC_NOT_APPROVED",
                "SHOP_NOT_VERIFIED",
                "PAYMENT_METHOD_UNAVAILABLE",
                "TEST_MODE_NOT_ALLOWED",
                "LIVE_MODE_NOT_ALLOWED",
                "SCOPE_MISSING",
                "STORE_NOT_APPROVED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "currentStatus": {
          "type": "string"
        }
      },
      "if": {
        "properties": {
          "code": {
            "enum": [
              "KYC_USER_ASSOCIATION_MISSING",
              "KYC_SUBMISSION_MISSING",
              "KYC_USER_MISMATCH",
              "KYC_NOT_APPROVED",
              "SHOP_NOT_VERIFIED",
              "PAYMENT_METHOD_UNAVAILABLE"
            ]
          }
        }
      },
      "then": {
        "required": [
          "currentStatus"
        ]
      }
    }
  },
  "MerchantNotFound": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId",
        "details",
        "reason"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "MERCHANT_NOT_FOUND"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "details": {
          "type": "string",
          "minLength": 1
        },
        "reason": {
          "type": "string",
          "minLength": 1
        }
      }
    }
  },
  "PaymentNotFound": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "PAYMENT_NOT_FOUND",
                "ORDER_NOT_FOUND",
                "STORE_NOT_FOUND",
                "ROUTE_NOT_FOUND"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "OrderNotFound": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "PAYMENT_NOT_FOUND",
                "ORDER_NOT_FOUND",
                "STORE_NOT_FOUND",
                "ROUTE_NOT_FOUND"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "RouteNotFound": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "PAYMENT_NOT_FOUND",
                "ORDER_NOT_FOUND",
                "STORE_NOT_FOUND",
                "ROUTE_NOT_FOUND"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "MethodNotAllowed": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control",
      "Allow"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Allow": {
        "type": "string",
        "pattern": "^[A-Z]+(, ?[A-Z]+)*$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "METHOD_NOT_ALLOWED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "NotAcceptable": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "NOT_ACCEPTABLE"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "IdempotencyInProgress": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control",
      "Retry-After"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Retry-After": {
        "type": "string",
        "pattern": "^[0-9]+$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "IDEMPOTENCY_IN_PROGRESS"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "BodyTooLarge": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "BODY_TOO_LARGE"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "UnsupportedMediaType": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "UNSUPPORTED_MEDIA_TYPE"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "IdempotencyKeyReused": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "IDEMPOTENCY_KEY_REUSED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "RateLimited": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control",
      "Retry-After"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Retry-After": {
        "type": "string",
        "pattern": "^[0-9]+$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId",
        "details"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "RATE_LIMITED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "details": {
          "type": "object",
          "required": [
            "limit",
            "windowSeconds",
            "retryAfterSeconds"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "minimum": 1
            },
            "windowSeconds": {
              "type": "integer",
              "minimum": 1
            },
            "retryAfterSeconds": {
              "type": "integer",
              "minimum": 0
            }
          }
        }
      }
    }
  },
  "InternalError": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId",
        "timestamp"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "INTERNAL_ERROR",
                "PROVIDER_UNAVAILABLE",
                "PROVIDER_TIMEOUT"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "timestamp": {
          "type": "string",
          "format": "date-time"
        }
      }
    }
  },
  "Unavailable": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Retry-After": {
        "type": "string",
        "pattern": "^[0-9]+$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "SHUTTING_DOWN"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "Unhealthy": {
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Retry-After": {
        "type": "string",
        "pattern": "^[0-9]+$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "status",
        "timestamp",
        "code",
        "error",
        "message",
        "requestId",
        "services"
      ],
      "properties": {
        "status": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "healthy",
                "unhealthy"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "timestamp": {
          "type": "string",
          "format": "date-time"
        },
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "UNHEALTHY",
                "SHUTTING_DOWN"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "services": {
          "type": "object",
          "required": [
            "database",
            "application"
          ],
          "properties": {
            "database": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "up",
                    "down",
                    "migrations_pending"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "application": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "up",
                    "stopping",
                    "no_background_work"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            }
          }
        }
      }
    }
  }
} as const satisfies Record<string, ResponseContract>;

/** Every operation under its operationId. */
export const contract = {
  "initializeCustomPaymentSession": {
    "operationId": "initializeCustomPaymentSession",
    "method": "POST",
    "path": "/payments/initialize",
    "security": [
      "apiKey"
    ],
    "rateLimit": {
      "max": 120,
      "windowSeconds": 60,
      "burst": 60,
      "per": "key"
    },
    "requestBody": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "orderId",
        "amountCents",
        "currency"
      ],
      "properties": {
        "merchantId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "shopId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "orderId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "amountCents": {
          "type": "integer",
          "minimum": 1,
          "maximum": 99999999999
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$"
        },
        "customerEmail": {
          "type": "string",
          "format": "email",
          "maxLength": 254
        },
        "customerName": {
          "type": "string",
          "maxLength": 255,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$"
        },
        "returnUrl": {
          "type": "string",
          "format": "uri",
          "maxLength": 2048,
          "pattern": "^[hH][tT][tT][pP][sS]?://[^/?#@\\\\]+([/?#]|$)"
        },
        "metadata": {
          "type": "object",
          "additionalProperties": true
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 280,
          "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "items": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1,
                "maxLength": 120,
                "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
              },
              "quantity": {
                "type": "integer",
                "minimum": 1,
                "maximum": 999999
              },
              "amountCents": {
                "type": "integer",
                "minimum": -99999999999,
                "maximum": 99999999999
              }
            }
          }
        },
        "paymentMethod": {
          "type": "string",
          "enum": [
            "qr_pay",
            "open_bank_transfer",
            "card_processing",
            "bank_transfer",
            "manual_transfer",
            "manual_pay",
            "manual"
          ]
        },
        "checkoutMode": {
          "type": "string",
          "enum": [
            "foxpay_checkout",
            "direct_provider"
          ]
        },
        "provider": {
          "type": "string",
          "minLength": 1,
          "maxLength": 64,
          "pattern": "^[A-Za-z0-9_.-]+$"
        },
        "customerCountry": {
          "type": "string",
          "minLength": 2,
          "maxLength": 2,
          "pattern": "^[A-Z]{2}$"
        },
        "senderName": {
          "type": "string",
          "minLength": 1,
          "maxLength": 70,
          "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "senderIban": {
          "type": "string",
          "minLength": 15,
          "maxLength": 200
        },
        "instantPayment": {
          "type": "boolean"
        },
        "remittanceInfo": {
          "type": "string",
          "minLength": 1,
          "maxLength": 140,
          "pattern": "^ *[A-Za-z0-9.,_/+:#-][A-Za-z0-9 .,_/+:#-]*$"
        },
        "endToEndId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 35,
          "pattern": "^(?=.*[^ ])(?!/)(?!.*//)(?!.*/$)[A-Za-z0-9/?:().,'+ -]+$"
        }
      },
      "oneOf": [
        {
          "required": [
            "merchantId"
          ]
        },
        {
          "required": [
            "shopId"
          ]
        }
      ],
      "dependentRequired": {
        "senderName": [
          "senderIban"
        ],
        "senderIban": [
          "senderName"
        ]
      },
      "if": {
        "required": [
          "checkoutMode"
        ],
        "properties": {
          "checkoutMode": {
            "const": "direct_provider"
          }
        }
      },
      "then": {
        "required": [
          "paymentMethod",
          "customerCountry"
        ],
        "properties": {
          "paymentMethod": {
            "const": "open_bank_transfer"
          }
        }
      },
      "else": {
        "properties": {
          "provider": false,
          "customerCountry": false,
          "senderName": false,
          "senderIban": false,
          "instantPayment": false,
          "endToEndId": false
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          },
          "Idempotent-Replayed": {
            "type": "string",
            "const": "true"
          },
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string",
            "pattern": "GMT$"
          },
          "Link": {
            "type": "string",
            "pattern": "^<[^>]+>; ?rel="
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "success",
            "paymentUrl",
            "paymentId",
            "orderId",
            "merchantId",
            "amount",
            "amountCents",
            "currency",
            "status",
            "paymentMethod",
            "checkoutMode",
            "remittanceInfo",
            "remittanceInfoSource",
            "testMode",
            "paymentData"
          ],
          "properties": {
            "success": {
              "type": "boolean",
              "const": true
            },
            "paymentUrl": {
              "type": "string",
              "format": "uri"
            },
            "redirectUrl": {
              "type": "string",
              "format": "uri"
            },
            "sessionUrl": {
              "type": "string",
              "format": "uri"
            },
            "paymentId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[\\x21-\\x7e]+$"
            },
            "orderId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
            },
            "merchantId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
            },
            "amount": {
              "type": "integer",
              "minimum": 1,
              "maximum": 99999999999
            },
            "amountCents": {
              "type": "integer",
              "minimum": 1,
              "maximum": 99999999999
            },
            "currency": {
              "type": "string",
              "pattern": "^[A-Z]{3}$"
            },
            "customerEmail": {
              "type": "string",
              "format": "email"
            },
            "status": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "pending",
                    "processing",
                    "completed",
                    "paid",
                    "failed",
                    "cancelled",
                    "expired"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "paymentMethod": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "qr_pay",
                    "open_bank_transfer",
                    "card_processing",
                    "bank_transfer"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "checkoutMode": {
              "type": "string",
              "enum": [
                "foxpay_checkout",
                "direct_provider"
              ]
            },
            "provider": {
              "type": "string"
            },
            "remittanceInfo": {
              "type": "string",
              "minLength": 1,
              "maxLength": 140
            },
            "remittanceInfoSource": {
              "type": "string",
              "enum": [
                "merchant",
                "generated"
              ]
            },
            "endToEndId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 35
            },
            "testMode": {
              "type": "boolean"
            },
            "returnUrl": {
              "type": "string",
              "format": "uri"
            },
            "message": {
              "type": "string",
              "minLength": 1
            },
            "paymentData": {
              "type": "object",
              "required": [
                "orderId",
                "merchantId",
                "amountCents",
                "currency",
                "paymentMethod",
                "paymentMode"
              ],
              "properties": {
                "orderId": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
                },
                "merchantId": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128,
                  "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
                },
                "amountCents": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 99999999999
                },
                "currency": {
                  "type": "string",
                  "pattern": "^[A-Z]{3}$"
                },
                "customerEmail": {
                  "type": "string",
                  "format": "email"
                },
                "customerName": {
                  "type": "string"
                },
                "paymentMethod": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "qr_pay",
                        "open_bank_transfer",
                        "card_processing",
                        "bank_transfer"
                      ]
                    },
                    {
                      "type": "string"
                    }
                  ]
                },
                "paymentMode": {
                  "type": "string",
                  "enum": [
                    "test",
                    "production"
                  ]
                },
                "metadata": {
                  "type": "object",
                  "additionalProperties": true
                }
              }
            }
          },
          "if": {
            "properties": {
              "checkoutMode": {
                "const": "direct_provider"
              }
            }
          },
          "then": {
            "required": [
              "redirectUrl",
              "sessionUrl",
              "provider",
              "endToEndId"
            ]
          },
          "else": {
            "properties": {
              "redirectUrl": false,
              "sessionUrl": false,
              "provider": false,
              "endToEndId": false
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR",
          "INVALID_JSON",
          "IDEMPOTENCY_KEY_INVALID"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID",
          "API_KEY_MERCHANT_MISMATCH"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "KYC_USER_ASSOCIATION_MISSING",
          "KYC_SUBMISSION_MISSING",
          "KYC_USER_MISMATCH",
          "KYC_NOT_APPROVED",
          "SHOP_NOT_VERIFIED",
          "PAYMENT_METHOD_UNAVAILABLE",
          "TEST_MODE_NOT_ALLOWED",
          "LIVE_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "MERCHANT_NOT_FOUND"
        ],
        ...shared.MerchantNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "409": {
        "codes": [
          "IDEMPOTENCY_IN_PROGRESS"
        ],
        ...shared.IdempotencyInProgress
      },
      "413": {
        "codes": [
          "BODY_TOO_LARGE"
        ],
        ...shared.BodyTooLarge
      },
      "415": {
        "codes": [
          "UNSUPPORTED_MEDIA_TYPE"
        ],
        ...shared.UnsupportedMediaType
      },
      "422": {
        "codes": [
          "IDEMPOTENCY_KEY_REUSED"
        ],
        ...shared.IdempotencyKeyReused
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR",
          "PROVIDER_UNAVAILABLE",
          "PROVIDER_TIMEOUT"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getPaymentStatus": {
    "operationId": "getPaymentStatus",
    "method": "GET",
    "path": "/payments/{paymentId}/status",
    "security": [
      "apiKey"
    ],
    "rateLimit": {
      "max": 600,
      "windowSeconds": 60,
      "per": "key"
    },
    "pathParams": {
      "type": "object",
      "required": [
        "paymentId"
      ],
      "properties": {
        "paymentId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          },
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string",
            "pattern": "GMT$"
          },
          "Link": {
            "type": "string",
            "pattern": "^<[^>]+>; ?rel="
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "orderId",
            "status"
          ],
          "properties": {
            "orderId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
            },
            "status": {
              "type": "string",
              "enum": [
                "pending",
                "scanning",
                "transferring",
                "confirming",
                "completed",
                "failed"
              ]
            },
            "testMode": {
              "type": "boolean",
              "const": true
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "TEST_MODE_NOT_ALLOWED",
          "LIVE_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "PAYMENT_NOT_FOUND"
        ],
        ...shared.PaymentNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getPaymentBankDetails": {
    "operationId": "getPaymentBankDetails",
    "method": "GET",
    "path": "/payments/{paymentId}/bank-details",
    "security": [
      "apiKey"
    ],
    "rateLimit": {
      "max": 120,
      "windowSeconds": 60,
      "per": "key"
    },
    "query": {
      "type": "object",
      "required": [
        "orderId"
      ],
      "properties": {
        "orderId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        }
      }
    },
    "pathParams": {
      "type": "object",
      "required": [
        "paymentId"
      ],
      "properties": {
        "paymentId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          },
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string",
            "pattern": "GMT$"
          },
          "Link": {
            "type": "string",
            "pattern": "^<[^>]+>; ?rel="
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "transaction",
            "bankDetails"
          ],
          "properties": {
            "transaction": {
              "type": "object",
              "required": [
                "id",
                "order_id",
                "status",
                "currency",
                "amount"
              ],
              "properties": {
                "id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128,
                  "pattern": "^[\\x21-\\x7e]+$"
                },
                "order_id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
                },
                "status": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "pending",
                        "processing",
                        "completed",
                        "paid",
                        "failed",
                        "cancelled",
                        "expired"
                      ]
                    },
                    {
                      "type": "string"
                    }
                  ]
                },
                "currency": {
                  "type": "string",
                  "pattern": "^[A-Z]{3}$"
                },
                "amount": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 99999999999
                }
              }
            },
            "bankDetails": {
              "type": "object",
              "required": [
                "bankName",
                "accountHolder",
                "iban",
                "bic",
                "reference",
                "currency",
                "amount"
              ],
              "properties": {
                "bankName": {
                  "type": "string"
                },
                "accountHolder": {
                  "type": "string"
                },
                "iban": {
                  "type": "string"
                },
                "bic": {
                  "type": "string"
                },
                "reference": {
                  "type": "string",
                  "maxLength": 140
                },
                "currency": {
                  "type": "string",
                  "pattern": "^[A-Z]{3}$"
                },
                "amount": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 99999999999
                }
              }
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "TEST_MODE_NOT_ALLOWED",
          "LIVE_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "PAYMENT_NOT_FOUND"
        ],
        ...shared.PaymentNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getOrder": {
    "operationId": "getOrder",
    "method": "GET",
    "path": "/orders/{order_key}",
    "security": [],
    "rateLimit": {
      "max": 30,
      "windowSeconds": 60,
      "per": "address"
    },
    "query": {
      "type": "object",
      "required": [
        "shopId"
      ],
      "properties": {
        "shopId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        }
      }
    },
    "pathParams": {
      "type": "object",
      "required": [
        "order_key"
      ],
      "properties": {
        "order_key": {
          "type": "string",
          "pattern": "^wc_order_[A-Za-z0-9]{10,64}$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "success",
            "metadata",
            "order"
          ],
          "properties": {
            "success": {
              "type": "boolean",
              "const": true
            },
            "metadata": {
              "type": "object",
              "required": [
                "fetchedAt",
                "orderKey",
                "requestId",
                "shopId"
              ],
              "properties": {
                "fetchedAt": {
                  "type": "string",
                  "format": "date-time"
                },
                "orderKey": {
                  "type": "string"
                },
                "requestId": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                },
                "shopId": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128,
                  "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
                }
              }
            },
            "order": {
              "type": "object",
              "required": [
                "id",
                "orderKey",
                "status",
                "currency",
                "currencySymbol",
                "total",
                "customer",
                "lineItems",
                "payment",
                "shop"
              ],
              "properties": {
                "id": {
                  "type": "integer"
                },
                "orderKey": {
                  "type": "string"
                },
                "status": {
                  "type": "string"
                },
                "currency": {
                  "type": "string",
                  "pattern": "^[A-Z]{3}$"
                },
                "currencySymbol": {
                  "type": "string"
                },
                "total": {
                  "type": "number"
                },
                "customer": {
                  "type": "object",
                  "required": [
                    "fullName"
                  ],
                  "properties": {
                    "email": {
                      "type": "string",
                      "format": "email"
                    },
                    "fullName": {
                      "type": "string"
                    }
                  }
                },
                "lineItems": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": [
                      "id",
                      "name",
                      "quantity",
                      "total"
                    ],
                    "properties": {
                      "id": {
                        "type": "integer"
                      },
                      "name": {
                        "type": "string"
                      },
                      "quantity": {
                        "type": "integer"
                      },
                      "total": {
                        "type": "number"
                      }
                    }
                  }
                },
                "payment": {
                  "type": "object",
                  "required": [
                    "method",
                    "methodTitle",
                    "needsPayment"
                  ],
                  "properties": {
                    "method": {
                      "type": "string"
                    },
                    "methodTitle": {
                      "type": "string"
                    },
                    "needsPayment": {
                      "type": "boolean"
                    }
                  }
                },
                "shop": {
                  "type": "object",
                  "required": [
                    "id",
                    "name"
                  ],
                  "properties": {
                    "id": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 128,
                      "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
                    },
                    "name": {
                      "type": "string"
                    },
                    "logo": {
                      "type": "string",
                      "format": "uri"
                    },
                    "url": {
                      "type": "string",
                      "format": "uri"
                    }
                  }
                }
              }
            }
          }
        }
      },
      "400": {
        "codes": [
          "INVALID_ORDER_KEY",
          "VALIDATION_ERROR"
        ],
        ...shared.OrderBadRequest
      },
      "403": {
        "codes": [
          "STORE_NOT_APPROVED"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "STORE_NOT_FOUND",
          "ORDER_NOT_FOUND"
        ],
        ...shared.OrderNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getWebhookHistory": {
    "operationId": "getWebhookHistory",
    "method": "GET",
    "path": "/transactions/{transaction_id}/webhook/history",
    "security": [
      "apiKey",
      "userSession"
    ],
    "rateLimit": {
      "max": 60,
      "windowSeconds": 60,
      "per": "key"
    },
    "query": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 50
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "maxLength": 512,
          "pattern": "^[A-Za-z0-9_-]+$"
        }
      }
    },
    "pathParams": {
      "type": "object",
      "required": [
        "transaction_id"
      ],
      "properties": {
        "transaction_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          },
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string",
            "pattern": "GMT$"
          },
          "Link": {
            "type": "string",
            "pattern": "^<[^>]+>; ?rel="
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "transactionId",
            "orderId",
            "webhookUrl",
            "nextCursor",
            "deliveries"
          ],
          "properties": {
            "transactionId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[\\x21-\\x7e]+$"
            },
            "orderId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
            },
            "webhookUrl": {
              "type": [
                "string",
                "null"
              ]
            },
            "nextCursor": {
              "type": [
                "string",
                "null"
              ]
            },
            "deliveries": {
              "type": "array",
              "items": {
                "type": "object",
                "required": [
                  "deliveryId",
                  "event",
                  "status",
                  "path",
                  "trigger",
                  "redeliveryOf",
                  "state",
                  "attemptCount",
                  "maxAttempts",
                  "createdAt",
                  "finishedAt",
                  "nextAttemptAt",
                  "attempts"
                ],
                "properties": {
                  "deliveryId": {
                    "type": "string",
                    "format": "uuid"
                  },
                  "event": {
                    "anyOf": [
                      {
                        "type": "string",
                        "enum": [
                          "transaction.status_changed",
                          "service.webhook_verification"
                        ]
                      },
                      {
                        "type": "string"
                      }
                    ]
                  },
                  "status": {
                    "anyOf": [
                      {
                        "type": "string",
                        "enum": [
                          "pending",
                          "processing",
                          "completed",
                          "paid",
                          "failed",
                          "cancelled",
                          "expired"
                        ]
                      },
                      {
                        "type": "string"
                      }
                    ]
                  },
                  "path": {
                    "type": "string",
                    "enum": [
                      "queue",
                      "legacy"
                    ]
                  },
                  "trigger": {
                    "anyOf": [
                      {
                        "type": "string",
                        "enum": [
                          "transition",
                          "redelivery"
                        ]
                      },
                      {
                        "type": "string"
                      }
                    ]
                  },
                  "redeliveryOf": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "state": {
                    "anyOf": [
                      {
                        "type": "string",
                        "enum": [
                          "pending",
                          "sending",
                          "delivered",
                          "exhausted",
                          "dead",
                          "parked",
                          "cancelled"
                        ]
                      },
                      {
                        "type": "string"
                      }
                    ]
                  },
                  "attemptCount": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "maxAttempts": {
                    "type": "integer",
                    "minimum": 1
                  },
                  "createdAt": {
                    "type": "string",
                    "format": "date-time"
                  },
                  "finishedAt": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "format": "date-time"
                  },
                  "nextAttemptAt": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "format": "date-time"
                  },
                  "attempts": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": [
                        "attempt",
                        "startedAt",
                        "durationMs",
                        "httpStatus",
                        "outcome",
                        "error",
                        "responseExcerpt"
                      ],
                      "properties": {
                        "attempt": {
                          "type": "integer",
                          "minimum": 1
                        },
                        "startedAt": {
                          "type": "string",
                          "format": "date-time"
                        },
                        "durationMs": {
                          "type": [
                            "integer",
                            "null"
                          ],
                          "minimum": 0
                        },
                        "httpStatus": {
                          "type": [
                            "integer",
                            "null"
                          ],
                          "minimum": 100,
                          "maximum": 999
                        },
                        "outcome": {
                          "anyOf": [
                            {
                              "type": "string",
                              "enum": [
                                "started",
                                "success",
                                "http_1xx",
                                "http_3xx",
                                "http_4xx",
                                "http_5xx",
                                "timeout",
                                "network",
                                "tls",
                                "blocked_address",
                                "invalid_response",
                                "invalid_url",
                                "internal",
                                "interrupted"
                              ]
                            },
                            {
                              "type": "string"
                            }
                          ]
                        },
                        "error": {
                          "type": [
                            "string",
                            "null"
                          ]
                        },
                        "responseExcerpt": {
                          "type": [
                            "string",
                            "null"
                          ]
                        },
                        "responseTruncated": {
                          "type": "boolean"
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID",
          "SESSION_REQUIRED"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "TEST_MODE_NOT_ALLOWED",
          "LIVE_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "PAYMENT_NOT_FOUND"
        ],
        ...shared.PaymentNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "sendSandboxEvent": {
    "operationId": "sendSandboxEvent",
    "method": "POST",
    "path": "/sandbox/payments/{paymentId}/events",
    "security": [
      "apiKey"
    ],
    "rateLimit": {
      "max": 120,
      "windowSeconds": 60,
      "per": "key"
    },
    "requestBody": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "event"
      ],
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "buyer_started",
            "provider_accepted",
            "provider_success",
            "provider_rejected",
            "provider_cancelled",
            "provider_session_expired",
            "provider_unknown",
            "provider_indeterminate",
            "settlement_confirmed",
            "settlement_partial"
          ]
        },
        "amountCents": {
          "type": "integer",
          "minimum": 1,
          "maximum": 99999999999
        }
      }
    },
    "pathParams": {
      "type": "object",
      "required": [
        "paymentId"
      ],
      "properties": {
        "paymentId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          },
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string",
            "pattern": "GMT$"
          },
          "Link": {
            "type": "string",
            "pattern": "^<[^>]+>; ?rel="
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "paymentId",
            "status",
            "flowStatus",
            "accepted"
          ],
          "properties": {
            "paymentId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[\\x21-\\x7e]+$"
            },
            "status": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "pending",
                    "processing",
                    "completed",
                    "paid",
                    "failed",
                    "cancelled",
                    "expired"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "flowStatus": {
              "type": "string",
              "enum": [
                "pending",
                "scanning",
                "transferring",
                "confirming",
                "completed",
                "failed"
              ]
            },
            "accepted": {
              "type": "boolean"
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR",
          "INVALID_JSON"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "LIVE_MODE_NOT_ALLOWED",
          "TEST_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "404": {
        "codes": [
          "PAYMENT_NOT_FOUND"
        ],
        ...shared.PaymentNotFound
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "413": {
        "codes": [
          "BODY_TOO_LARGE"
        ],
        ...shared.BodyTooLarge
      },
      "415": {
        "codes": [
          "UNSUPPORTED_MEDIA_TYPE"
        ],
        ...shared.UnsupportedMediaType
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "listenToWebhooks": {
    "operationId": "listenToWebhooks",
    "method": "GET",
    "path": "/sandbox/webhooks",
    "security": [
      "apiKey"
    ],
    "rateLimit": {
      "max": 60,
      "windowSeconds": 60,
      "per": "key"
    },
    "query": {
      "type": "object",
      "properties": {
        "after": {
          "type": "string",
          "pattern": "^[0-9]{1,15}$"
        },
        "seconds": {
          "type": "string",
          "pattern": "^([0-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$",
          "default": "600"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "mediaType": "text/event-stream"
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR"
        ],
        ...shared.BadRequest
      },
      "401": {
        "codes": [
          "API_KEY_MISSING",
          "API_KEY_INVALID"
        ],
        ...shared.Unauthorized
      },
      "403": {
        "codes": [
          "LIVE_MODE_NOT_ALLOWED",
          "TEST_MODE_NOT_ALLOWED",
          "SCOPE_MISSING"
        ],
        ...shared.Forbidden
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getHealth": {
    "operationId": "getHealth",
    "method": "GET",
    "path": "/health",
    "security": [],
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "status",
            "timestamp",
            "services",
            "version",
            "uptime"
          ],
          "properties": {
            "status": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "healthy",
                    "unhealthy"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "timestamp": {
              "type": "string",
              "format": "date-time"
            },
            "services": {
              "type": "object",
              "required": [
                "database",
                "application",
                "environment"
              ],
              "properties": {
                "database": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "up",
                        "down",
                        "migrations_pending"
                      ]
                    },
                    {
                      "type": "string"
                    }
                  ]
                },
                "application": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "up",
                        "stopping",
                        "no_background_work"
                      ]
                    },
                    {
                      "type": "string"
                    }
                  ]
                },
                "environment": {
                  "type": "string"
                },
                "background": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "running",
                        "on_demand",
                        "not_started"
                      ]
                    },
                    {
                      "type": "string"
                    }
                  ]
                }
              }
            },
            "version": {
              "type": "string"
            },
            "uptime": {
              "type": "number",
              "minimum": 0
            }
          }
        }
      },
      "503": {
        "codes": [
          "UNHEALTHY",
          "SHUTTING_DOWN"
        ],
        ...shared.Unhealthy
      }
    }
  },
  "getLive": {
    "operationId": "getLive",
    "method": "GET",
    "path": "/live",
    "security": [],
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "status",
            "timestamp"
          ],
          "properties": {
            "status": {
              "type": "string",
              "const": "live"
            },
            "timestamp": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      }
    }
  },
  "getReady": {
    "operationId": "getReady",
    "method": "GET",
    "path": "/ready",
    "security": [],
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "status",
            "timestamp"
          ],
          "properties": {
            "status": {
              "type": "string",
              "const": "ready"
            },
            "timestamp": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      },
      "503": {
        "codes": [
          "UNHEALTHY",
          "SHUTTING_DOWN"
        ],
        ...shared.Unhealthy
      }
    }
  },
  "getVersion": {
    "operationId": "getVersion",
    "method": "GET",
    "path": "/version",
    "security": [],
    "rateLimit": {
      "max": 120,
      "windowSeconds": 60,
      "per": "address"
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "version",
            "major",
            "minor",
            "patch",
            "prerelease",
            "contract",
            "build",
            "deployment",
            "compliance"
          ],
          "properties": {
            "version": {
              "type": "string"
            },
            "major": {
              "type": "number"
            },
            "minor": {
              "type": "number"
            },
            "patch": {
              "type": "number"
            },
            "prerelease": {
              "type": [
                "string",
                "null"
              ]
            },
            "contract": {
              "type": "object",
              "required": [
                "reference",
                "guide",
                "export"
              ],
              "properties": {
                "reference": {
                  "type": "string"
                },
                "guide": {
                  "type": "string"
                },
                "export": {
                  "type": "string"
                }
              }
            },
            "build": {
              "type": "object",
              "required": [
                "commit",
                "date"
              ],
              "properties": {
                "commit": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "date": {
                  "type": [
                    "string",
                    "null"
                  ]
                }
              }
            },
            "deployment": {
              "type": "object",
              "required": [
                "environment",
                "startedAt"
              ],
              "properties": {
                "environment": {
                  "type": "string"
                },
                "startedAt": {
                  "type": "string",
                  "format": "date-time"
                }
              }
            },
            "compliance": {
              "type": "object",
              "required": [
                "openBankingProvider",
                "scaDelegated",
                "cardDataHandled"
              ],
              "properties": {
                "openBankingProvider": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "scaDelegated": {
                  "type": "boolean"
                },
                "cardDataHandled": {
                  "type": "boolean"
                }
              }
            }
          }
        }
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "checkVersion": {
    "operationId": "checkVersion",
    "method": "POST",
    "path": "/version/check",
    "security": [],
    "rateLimit": {
      "max": 30,
      "windowSeconds": 60,
      "per": "address"
    },
    "requestBody": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "client",
        "clientVersion"
      ],
      "properties": {
        "client": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        },
        "clientVersion": {
          "type": "string",
          "maxLength": 128,
          "pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$"
        },
        "contract": {
          "type": "string",
          "minLength": 1,
          "maxLength": 32,
          "pattern": "^[\\x21-\\x7e]+$"
        }
      }
    },
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id",
          "Cache-Control"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "Cache-Control": {
            "type": "string",
            "pattern": "no-store"
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "status",
            "compatible",
            "serverVersion",
            "minimumVersion",
            "recommendedVersion",
            "deprecations",
            "message"
          ],
          "properties": {
            "status": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "current",
                    "outdated",
                    "unsupported",
                    "ahead"
                  ]
                },
                {
                  "type": "string"
                }
              ]
            },
            "compatible": {
              "type": "boolean"
            },
            "serverVersion": {
              "type": "string"
            },
            "minimumVersion": {
              "type": "string"
            },
            "recommendedVersion": {
              "type": "string"
            },
            "deprecations": {
              "type": "array",
              "items": {
                "type": "object",
                "required": [
                  "id",
                  "since",
                  "sunset",
                  "replacement",
                  "link"
                ],
                "properties": {
                  "id": {
                    "type": "string"
                  },
                  "since": {
                    "type": "string"
                  },
                  "sunset": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "replacement": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "link": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "format": "uri"
                  }
                }
              }
            },
            "message": {
              "type": "string"
            }
          }
        }
      },
      "400": {
        "codes": [
          "VALIDATION_ERROR",
          "INVALID_JSON"
        ],
        ...shared.BadRequest
      },
      "406": {
        "codes": [
          "NOT_ACCEPTABLE"
        ],
        ...shared.NotAcceptable
      },
      "413": {
        "codes": [
          "BODY_TOO_LARGE"
        ],
        ...shared.BodyTooLarge
      },
      "415": {
        "codes": [
          "UNSUPPORTED_MEDIA_TYPE"
        ],
        ...shared.UnsupportedMediaType
      },
      "429": {
        "codes": [
          "RATE_LIMITED"
        ],
        ...shared.RateLimited
      },
      "500": {
        "codes": [
          "INTERNAL_ERROR"
        ],
        ...shared.InternalError
      },
      "503": {
        "codes": [
          "SHUTTING_DOWN"
        ],
        ...shared.Unavailable
      }
    }
  },
  "getOpenApiDocument": {
    "operationId": "getOpenApiDocument",
    "method": "GET",
    "path": "/openapi.json",
    "security": [],
    "responses": {
      "200": {
        "requiredHeaders": [
          "X-Request-Id"
        ],
        "headers": {
          "X-Request-Id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          }
        },
        "schema": {
          "type": "object",
          "required": [
            "openapi",
            "info",
            "paths"
          ],
          "additionalProperties": true,
          "properties": {
            "openapi": {
              "type": "string",
              "pattern": "^3\\.1\\."
            },
            "info": {
              "type": "object",
              "additionalProperties": true
            },
            "paths": {
              "type": "object",
              "additionalProperties": true
            }
          }
        }
      }
    }
  }
} as const satisfies Record<string, OperationContract>;

/** The operationIds of the contract. */
export type OperationId = keyof typeof contract;

/** Responses outside every operation: 404 for an unknown path, 405 for another method. */
export const unroutedResponses = {
  "404": {
    "codes": [
      "ROUTE_NOT_FOUND"
    ],
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "PAYMENT_NOT_FOUND",
                "ORDER_NOT_FOUND",
                "STORE_NOT_FOUND",
                "ROUTE_NOT_FOUND"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  },
  "405": {
    "codes": [
      "METHOD_NOT_ALLOWED"
    ],
    "requiredHeaders": [
      "X-Request-Id",
      "Cache-Control",
      "Allow"
    ],
    "headers": {
      "X-Request-Id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cache-Control": {
        "type": "string",
        "pattern": "no-store"
      },
      "Allow": {
        "type": "string",
        "pattern": "^[A-Z]+(, ?[A-Z]+)*$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "code",
        "error",
        "message",
        "requestId"
      ],
      "properties": {
        "code": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "METHOD_NOT_ALLOWED"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "error": {
          "type": "string",
          "minLength": 1
        },
        "message": {
          "type": "string",
          "minLength": 1
        },
        "requestId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      }
    }
  }
} as const satisfies Record<string, ResponseContract>;

/** Every event that is sent to merchants: headers, schema of the body, documented responses. */
export const webhookEvents = {
  "transaction.status_changed": {
    "requiredHeaders": [
      "X-Service-Signature",
      "X-Service-Event",
      "X-Service-Delivery",
      "User-Agent"
    ],
    "headers": {
      "X-Service-Signature": {
        "type": "string",
        "pattern": "^sha256=[0-9a-f]{64}$"
      },
      "X-Service-Event": {
        "type": "string",
        "const": "transaction.status_changed"
      },
      "X-Service-Delivery": {
        "type": "string",
        "format": "uuid",
        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
      },
      "X-Service-Attempt": {
        "type": "string",
        "pattern": "^[1-9][0-9]*$"
      },
      "User-Agent": {
        "type": "string",
        "pattern": "/1\\.0$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "event",
        "transaction_id",
        "order_id",
        "status",
        "amount",
        "currency",
        "timestamp",
        "metadata"
      ],
      "properties": {
        "event": {
          "type": "string",
          "const": "transaction.status_changed"
        },
        "transaction_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[\\x21-\\x7e]+$"
        },
        "order_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "status": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "pending",
                "processing",
                "completed",
                "paid",
                "failed",
                "cancelled",
                "expired"
              ]
            },
            {
              "type": "string"
            }
          ]
        },
        "amount": {
          "type": "integer",
          "minimum": 1,
          "maximum": 99999999999
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$"
        },
        "timestamp": {
          "type": "string",
          "format": "date-time"
        },
        "metadata": {
          "type": "object",
          "required": [
            "shop_id",
            "shop_name"
          ],
          "additionalProperties": true,
          "properties": {
            "shop_id": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
            },
            "shop_name": {
              "type": "string"
            }
          }
        }
      }
    },
    "documentedResponses": [
      "400",
      "401",
      "403",
      "404",
      "410",
      "2XX",
      "default"
    ]
  },
  "service.webhook_verification": {
    "requiredHeaders": [
      "X-Service-Signature",
      "X-Service-Event",
      "X-Service-Verification-Challenge",
      "User-Agent"
    ],
    "headers": {
      "X-Service-Signature": {
        "type": "string",
        "pattern": "^sha256=[0-9a-f]{64}$"
      },
      "X-Service-Event": {
        "type": "string",
        "const": "service.webhook_verification"
      },
      "X-Service-Verification-Challenge": {
        "type": "string",
        "minLength": 1
      },
      "User-Agent": {
        "type": "string",
        "pattern": "/1\\.0$"
      }
    },
    "schema": {
      "type": "object",
      "required": [
        "event",
        "challenge",
        "timestamp",
        "merchantId",
        "shopId",
        "expectedAuthMode"
      ],
      "properties": {
        "event": {
          "type": "string",
          "const": "service.webhook_verification"
        },
        "challenge": {
          "type": "string",
          "minLength": 1
        },
        "timestamp": {
          "type": "string",
          "format": "date-time"
        },
        "merchantId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "shopId": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$"
        },
        "expectedAuthMode": {
          "type": "string"
        }
      }
    },
    "documentedResponses": [
      "200",
      "401"
    ]
  }
} as const satisfies Record<string, WebhookContract>;

export { limits } from "../../domain/generated/limits.js";

/** Limits of more than one route. */
export const sharedRateLimits = {
  "failedApiKeys": {
    "max": 30,
    "windowSeconds": 300,
    "per": "address"
  },
  "orderMisses": {
    "max": 10,
    "windowSeconds": 600,
    "per": "address"
  },
  "panelLoginPerAddress": {
    "max": 5,
    "windowSeconds": 60,
    "per": "address"
  },
  "panelLoginPerAccount": {
    "max": 5,
    "windowSeconds": 60,
    "per": "account"
  }
} as const satisfies Record<string, RateLimitContract>;

/** Regular expressions of fields, for `new RegExp(pattern, "u")`. */
export const patterns = {
  "merchantId": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
  "orderId": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
  "currency": "^[A-Z]{3}$",
  "remittanceInfo": "^ *[A-Za-z0-9.,_/+:#-][A-Za-z0-9 .,_/+:#-]*$",
  "endToEndId": "^(?=.*[^ ])(?!/)(?!.*//)(?!.*/$)[A-Za-z0-9/?:().,'+ -]+$",
  "paymentId": "^[\\x21-\\x7e]+$",
  "idempotencyKey": "^[\\x21-\\x7e]+$",
  "orderKey": "^wc_order_[A-Za-z0-9]{10,64}$"
} as const;
