// The OpenAPI document that GET /openapi.json serves; the service replaces `servers` by its own base URL.
// Generated from spec/openapi.yaml and spec/errors.yaml by `npm run generate`. Do not edit.

/** The OpenAPI 3.1 document as plain data. */
export const openApiDocument: { readonly [key: string]: unknown } = {
  "openapi": "3.1.0",
  "info": {
    "title": "Payment Session Service",
    "version": "0.1.0-beta.1",
    "summary": "Create a payment session, redirect the buyer, receive the outcome.",
    "description": "A merchant's backend creates a payment session and redirects the buyer to the returned URL. The signed webhook reports the outcome;\npolling the status is for display.\n\nAmounts are whole minor units (cents). Bodies are JSON in UTF-8. Every response has `X-Request-Id`; every error body has\n`error`, `message`, `code` and `requestId`. Clients must accept unknown fields and values: later versions only add.\n\n`HEAD` responds like `GET` without a body, `OPTIONS` returns 204 with `Allow`, and a trailing slash is ignored.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    },
    "contact": {
      "name": "Payment Sessions",
      "url": "https://pay.example.com/docs"
    }
  },
  "servers": [
    {
      "url": "https://pay.example.com",
      "description": "Production; a running service puts its own base URL here"
    },
    {
      "url": "https://staging.pay.example.com",
      "description": "Staging, with its own credentials"
    }
  ],
  "tags": [
    {
      "name": "payments",
      "description": "Create a payment session and read its status"
    },
    {
      "name": "orders",
      "description": "Order look-up for a plugin checkout"
    },
    {
      "name": "webhooks",
      "description": "Signed deliveries to the merchant"
    },
    {
      "name": "service",
      "description": "Health, version and this document"
    },
    {
      "name": "sandbox",
      "description": "Send events to test payments; test keys only"
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "x-limits": {
    "bodyMaxBytes": 65536,
    "metadataMaxBytes": 16384,
    "metadataMaxDepth": 5,
    "idempotencyKeyTtlHours": 24,
    "idempotencyRetryAfterSeconds": 1,
    "pendingExpiryDays": 30,
    "latePaymentDays": 180,
    "hostedAttemptsMax": 10,
    "providerTimeoutMs": 15000,
    "webhookTimeoutMs": 30000,
    "webhookQueueAttemptsMax": 12,
    "webhookQueueDelaysSeconds": [
      30,
      120,
      600,
      1800,
      7200,
      21600,
      86400,
      86400,
      86400,
      129600,
      172800
    ],
    "webhookQueueJitterRatio": 0.2,
    "webhookLegacyTimeoutsMs": [
      30000,
      45000,
      60000
    ],
    "webhookLegacyDelaysSeconds": [
      2,
      4
    ],
    "webhookTerminalStatuses": [
      400,
      401,
      403,
      404,
      410
    ],
    "webhookResponseExcerptMaxBytes": 4096
  },
  "x-rate-limits": {
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
  },
  "x-unrouted-responses": {
    "404": {
      "$ref": "#/components/responses/RouteNotFound"
    },
    "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
    }
  },
  "paths": {
    "/payments/initialize": {
      "post": {
        "operationId": "initializeCustomPaymentSession",
        "tags": [
          "payments"
        ],
        "summary": "Create or reuse a payment session",
        "description": "Returns the URL to redirect the buyer to; nothing has been paid yet. A pending session of the same store, environment, order,\namount, currency and mode is reused, and the response then contains `message`.\n\nChecks run in this order: route, content type, size, API key, JSON, schema, merchant, key owner, environment, eligibility, method,\nremaining rules, Idempotency-Key.\n",
        "x-rate-limit": {
          "max": 120,
          "windowSeconds": 60,
          "burst": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR",
            "INVALID_JSON",
            "IDEMPOTENCY_KEY_INVALID"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID",
            "API_KEY_MERCHANT_MISMATCH"
          ],
          "403": [
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
          "404": [
            "MERCHANT_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "409": [
            "IDEMPOTENCY_IN_PROGRESS"
          ],
          "413": [
            "BODY_TOO_LARGE"
          ],
          "415": [
            "UNSUPPORTED_MEDIA_TYPE"
          ],
          "422": [
            "IDEMPOTENCY_KEY_REUSED"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR",
            "PROVIDER_UNAVAILABLE",
            "PROVIDER_TIMEOUT"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The session to create",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/InitializePaymentRequest"
              },
              "examples": {
                "hosted": {
                  "summary": "Hosted checkout; the buyer chooses the method",
                  "value": {
                    "merchantId": "mer_7Kq2",
                    "orderId": "1001",
                    "amountCents": 1999,
                    "currency": "EUR",
                    "customerEmail": "buyer@example.com",
                    "returnUrl": "https://shop.example.com/thanks",
                    "metadata": {
                      "cart": "c-77"
                    }
                  }
                },
                "preselected": {
                  "summary": "Hosted checkout with a preselected method, by a deprecated field and an alias",
                  "value": {
                    "shopId": "mer_7Kq2",
                    "orderId": "1002",
                    "amountCents": 500,
                    "currency": "EUR",
                    "paymentMethod": "bank_transfer",
                    "remittanceInfo": "Order 1002"
                  }
                },
                "direct": {
                  "summary": "Direct bank session",
                  "value": {
                    "merchantId": "mer_7Kq2",
                    "orderId": "1003",
                    "amountCents": 125000,
                    "currency": "EUR",
                    "paymentMethod": "open_bank_transfer",
                    "checkoutMode": "direct_provider",
                    "customerCountry": "DE",
                    "senderName": "Erika Mustermann",
                    "senderIban": "DE89370400440532013000",
                    "instantPayment": true,
                    "endToEndId": "ORDER-1003"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Accepted; redirect the buyer to the handoff URL",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/InitializePaymentResponse"
                },
                "examples": {
                  "hosted": {
                    "summary": "A new hosted session",
                    "value": {
                      "success": true,
                      "paymentUrl": "https://pay.example.com/checkout/pay_3f9c2b71a4d84e0e?t=8sW1cQ",
                      "paymentId": "pay_3f9c2b71a4d84e0e",
                      "orderId": "1001",
                      "merchantId": "mer_7Kq2",
                      "amount": 1999,
                      "amountCents": 1999,
                      "currency": "EUR",
                      "customerEmail": "buyer@example.com",
                      "status": "pending",
                      "paymentMethod": "qr_pay",
                      "checkoutMode": "foxpay_checkout",
                      "remittanceInfo": "PS-1001-A4D84E0E",
                      "remittanceInfoSource": "generated",
                      "testMode": true,
                      "returnUrl": "https://shop.example.com/thanks",
                      "paymentData": {
                        "orderId": "1001",
                        "merchantId": "mer_7Kq2",
                        "amountCents": 1999,
                        "currency": "EUR",
                        "customerEmail": "buyer@example.com",
                        "paymentMethod": "qr_pay",
                        "paymentMode": "test",
                        "metadata": {
                          "cart": "c-77"
                        }
                      }
                    }
                  },
                  "direct": {
                    "summary": "A reused direct session",
                    "value": {
                      "success": true,
                      "paymentUrl": "https://bank.example.com/s/9d1",
                      "redirectUrl": "https://bank.example.com/s/9d1",
                      "sessionUrl": "https://bank.example.com/s/9d1",
                      "paymentId": "pay_51b0c7d2e99a4f10",
                      "orderId": "1003",
                      "merchantId": "mer_7Kq2",
                      "amount": 125000,
                      "amountCents": 125000,
                      "currency": "EUR",
                      "status": "pending",
                      "paymentMethod": "open_bank_transfer",
                      "checkoutMode": "direct_provider",
                      "provider": "sandbox",
                      "remittanceInfo": "PS-1003-E99A4F10",
                      "remittanceInfoSource": "generated",
                      "endToEndId": "ORDER-1003",
                      "testMode": true,
                      "message": "An existing pending payment was reused",
                      "paymentData": {
                        "orderId": "1003",
                        "merchantId": "mer_7Kq2",
                        "amountCents": 125000,
                        "currency": "EUR",
                        "paymentMethod": "open_bank_transfer",
                        "paymentMode": "test"
                      }
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MerchantNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "409": {
            "$ref": "#/components/responses/IdempotencyInProgress"
          },
          "413": {
            "$ref": "#/components/responses/BodyTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/IdempotencyKeyReused"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/payments/{paymentId}/status": {
      "get": {
        "operationId": "getPaymentStatus",
        "tags": [
          "payments"
        ],
        "summary": "Retrieve a payment status",
        "description": "For display only: whether to fulfil the order is decided by the signed webhook, not by this status.",
        "x-rate-limit": {
          "max": 600,
          "windowSeconds": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID"
          ],
          "403": [
            "TEST_MODE_NOT_ALLOWED",
            "LIVE_MODE_NOT_ALLOWED",
            "SCOPE_MISSING"
          ],
          "404": [
            "PAYMENT_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/PaymentId"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "The checkout flow status",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PaymentStatusResponse"
                },
                "examples": {
                  "live": {
                    "summary": "A live payment",
                    "value": {
                      "orderId": "1001",
                      "status": "confirming"
                    }
                  },
                  "test": {
                    "summary": "A test payment",
                    "value": {
                      "orderId": "1001",
                      "status": "completed",
                      "testMode": true
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/PaymentNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/payments/{paymentId}/bank-details": {
      "get": {
        "operationId": "getPaymentBankDetails",
        "tags": [
          "payments"
        ],
        "summary": "Retrieve bank details",
        "description": "Only for a buyer who makes a manual transfer. The path and `orderId` must identify the same payment. 404 also when the store has no account that can receive the currency, and while a payment is pending although money has arrived: the amount is no longer due.",
        "x-rate-limit": {
          "max": 120,
          "windowSeconds": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID"
          ],
          "403": [
            "TEST_MODE_NOT_ALLOWED",
            "LIVE_MODE_NOT_ALLOWED",
            "SCOPE_MISSING"
          ],
          "404": [
            "PAYMENT_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/PaymentId"
          },
          {
            "name": "orderId",
            "in": "query",
            "required": true,
            "description": "The merchant's order identifier, as sent at initialization",
            "schema": {
              "$ref": "#/components/schemas/OrderId"
            },
            "example": "1001"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "Account, amount and reference of the transfer",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BankDetailsResponse"
                },
                "examples": {
                  "instructions": {
                    "summary": "Instructions of a pending payment",
                    "value": {
                      "transaction": {
                        "id": "pay_3f9c2b71a4d84e0e",
                        "order_id": "1001",
                        "status": "pending",
                        "currency": "EUR",
                        "amount": 1999
                      },
                      "bankDetails": {
                        "bankName": "Example Bank",
                        "accountHolder": "Example Shop Ltd",
                        "iban": "LT121000011101001000",
                        "bic": "EXMPLT22",
                        "reference": "PS-1001-A4D84E0E",
                        "currency": "EUR",
                        "amount": 1999
                      }
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/PaymentNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/orders/{order_key}": {
      "get": {
        "operationId": "getOrder",
        "tags": [
          "orders"
        ],
        "summary": "Retrieve an order",
        "description": "For the hosted checkout of a plugin store. The order key together with `shopId` gives access; no API key is needed.\nAn unknown key and a key of another store get the same response.\n",
        "security": [],
        "x-rate-limit": {
          "max": 30,
          "windowSeconds": 60,
          "per": "address"
        },
        "x-error-codes": {
          "400": [
            "INVALID_ORDER_KEY",
            "VALIDATION_ERROR"
          ],
          "403": [
            "STORE_NOT_APPROVED"
          ],
          "404": [
            "STORE_NOT_FOUND",
            "ORDER_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "name": "order_key",
            "in": "path",
            "required": true,
            "description": "The plugin's order key",
            "schema": {
              "type": "string",
              "pattern": "^wc_order_[A-Za-z0-9]{10,64}$"
            },
            "example": "wc_order_Ab12Cd34Ef56G"
          },
          {
            "name": "shopId",
            "in": "query",
            "required": true,
            "description": "Public identifier of the store",
            "schema": {
              "$ref": "#/components/schemas/MerchantId"
            },
            "example": "mer_7Kq2"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "The order, without addresses or other private data",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrderResponse"
                },
                "examples": {
                  "order": {
                    "summary": "An unpaid order",
                    "value": {
                      "success": true,
                      "metadata": {
                        "fetchedAt": "2026-05-04T09:30:00.000Z",
                        "orderKey": "wc_order_Ab12Cd34Ef56G",
                        "requestId": "req_5b1f",
                        "shopId": "mer_7Kq2"
                      },
                      "order": {
                        "id": 4711,
                        "orderKey": "wc_order_Ab12Cd34Ef56G",
                        "status": "pending",
                        "currency": "EUR",
                        "currencySymbol": "\u20ac",
                        "total": 19.99,
                        "customer": {
                          "email": "buyer@example.com",
                          "fullName": "Erika Mustermann"
                        },
                        "lineItems": [
                          {
                            "id": 1,
                            "name": "Coffee beans",
                            "quantity": 2,
                            "total": 19.99
                          }
                        ],
                        "payment": {
                          "method": "foxpay",
                          "methodTitle": "Pay by bank",
                          "needsPayment": true
                        },
                        "shop": {
                          "id": "mer_7Kq2",
                          "name": "Example Shop",
                          "logo": "https://shop.example.com/logo.png",
                          "url": "https://shop.example.com"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/OrderBadRequest"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/OrderNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/transactions/{transaction_id}/webhook/history": {
      "get": {
        "operationId": "getWebhookHistory",
        "tags": [
          "webhooks"
        ],
        "summary": "List webhook deliveries",
        "description": "Newest first. Takes the API key of the payment's store and environment, or a panel user's session.",
        "security": [
          {
            "apiKey": []
          },
          {
            "userSession": []
          }
        ],
        "x-rate-limit": {
          "max": 60,
          "windowSeconds": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID",
            "SESSION_REQUIRED"
          ],
          "403": [
            "TEST_MODE_NOT_ALLOWED",
            "LIVE_MODE_NOT_ALLOWED",
            "SCOPE_MISSING"
          ],
          "404": [
            "PAYMENT_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "name": "transaction_id",
            "in": "path",
            "required": true,
            "description": "The payment's identifier, the same value as paymentId",
            "schema": {
              "$ref": "#/components/schemas/PaymentId"
            },
            "example": "pay_3f9c2b71a4d84e0e"
          },
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of deliveries",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 50
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "nextCursor of the previous page",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 512,
              "pattern": "^[A-Za-z0-9_-]+$"
            }
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of deliveries with their attempts",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookHistoryResponse"
                },
                "examples": {
                  "page": {
                    "summary": "A delivery that succeeded at its second attempt",
                    "value": {
                      "transactionId": "pay_3f9c2b71a4d84e0e",
                      "orderId": "1001",
                      "webhookUrl": "https://shop.example.com/hooks?***",
                      "nextCursor": null,
                      "deliveries": [
                        {
                          "deliveryId": "0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11",
                          "event": "transaction.status_changed",
                          "status": "completed",
                          "path": "queue",
                          "trigger": "transition",
                          "redeliveryOf": null,
                          "state": "delivered",
                          "attemptCount": 2,
                          "maxAttempts": 12,
                          "createdAt": "2026-05-04T09:31:00.000Z",
                          "finishedAt": "2026-05-04T09:31:33.000Z",
                          "nextAttemptAt": null,
                          "attempts": [
                            {
                              "attempt": 1,
                              "startedAt": "2026-05-04T09:31:00.000Z",
                              "durationMs": 120,
                              "httpStatus": 503,
                              "outcome": "http_5xx",
                              "error": "The endpoint responded with 503",
                              "responseExcerpt": "busy"
                            },
                            {
                              "attempt": 2,
                              "startedAt": "2026-05-04T09:31:32.000Z",
                              "durationMs": 80,
                              "httpStatus": 204,
                              "outcome": "success",
                              "error": null,
                              "responseExcerpt": null
                            }
                          ]
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/PaymentNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/sandbox/payments/{paymentId}/events": {
      "post": {
        "operationId": "sendSandboxEvent",
        "tags": [
          "sandbox"
        ],
        "summary": "Send a sandbox event",
        "description": "Needs a test key; a live key gets 403. An event that the state graph does not allow is recorded and changes nothing:\nthe response is 200 with `accepted: false`.\n",
        "x-rate-limit": {
          "max": 120,
          "windowSeconds": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR",
            "INVALID_JSON"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID"
          ],
          "403": [
            "LIVE_MODE_NOT_ALLOWED",
            "TEST_MODE_NOT_ALLOWED",
            "SCOPE_MISSING"
          ],
          "404": [
            "PAYMENT_NOT_FOUND"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "413": [
            "BODY_TOO_LARGE"
          ],
          "415": [
            "UNSUPPORTED_MEDIA_TYPE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/PaymentId"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The event",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SandboxEventRequest"
              },
              "examples": {
                "success": {
                  "summary": "The provider reports success",
                  "value": {
                    "event": "provider_success"
                  }
                },
                "partial": {
                  "summary": "A part of the amount arrives",
                  "value": {
                    "event": "settlement_partial",
                    "amountCents": 500
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The payment's current status",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SandboxEventResponse"
                },
                "examples": {
                  "accepted": {
                    "summary": "The payment is final",
                    "value": {
                      "paymentId": "pay_3f9c2b71a4d84e0e",
                      "status": "completed",
                      "flowStatus": "completed",
                      "accepted": true
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/PaymentNotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "413": {
            "$ref": "#/components/responses/BodyTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/sandbox/webhooks": {
      "get": {
        "operationId": "listenToWebhooks",
        "tags": [
          "sandbox"
        ],
        "summary": "Listen to test webhooks",
        "description": "For development on a machine that the service cannot reach: each webhook of the store's test payments, as a stream of server-sent events. Needs a\ntest key; a live key gets 403. The store needs no webhook URL.\n\n`event: ready` comes first. `event: webhook` has in `data` a JSON object with `deliveryId`, `event`, `headers` (all but the signature) and `body`\n(the exact bytes as text); its `id` is the cursor. A client that reconnects with `Last-Event-ID` gets all later events, for 24 hours. The stream ends\nafter `seconds`; a comment is sent every 15 seconds. A store has at most 5 concurrent streams on one instance.\n",
        "x-rate-limit": {
          "max": 60,
          "windowSeconds": 60,
          "per": "key"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR"
          ],
          "401": [
            "API_KEY_MISSING",
            "API_KEY_INVALID"
          ],
          "403": [
            "LIVE_MODE_NOT_ALLOWED",
            "TEST_MODE_NOT_ALLOWED",
            "SCOPE_MISSING"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "name": "after",
            "in": "query",
            "description": "The cursor to continue after, as in Last-Event-ID, which takes precedence. When omitted, only new events are sent.",
            "schema": {
              "type": "string",
              "pattern": "^[0-9]{1,15}$"
            },
            "example": "41"
          },
          {
            "name": "seconds",
            "in": "query",
            "description": "How long the stream stays open; 0 returns the stored webhooks and ends",
            "schema": {
              "type": "string",
              "pattern": "^([0-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$",
              "default": "600"
            },
            "example": "600"
          },
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "The stream",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "text/event-stream": {
                "schema": {
                  "type": "string"
                },
                "examples": {
                  "stream": {
                    "summary": "The start, and one webhook",
                    "value": "event: ready\ndata: {\"cursor\":\"41\",\"merchantId\":\"mer_7Kq2\"}\n\nid: 42\nevent: webhook\ndata: {\"deliveryId\":\"0b6f7c1e-9a3d-4c55-8a57-2f1f0e6d9b11\",\"event\":\"transaction.status_changed\",\"headers\":{\"Content-Type\":\"application/json\"},\"body\":\"{}\"}\n"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/health": {
      "get": {
        "operationId": "getHealth",
        "tags": [
          "service"
        ],
        "summary": "Health check",
        "description": "Runs a query on the database. Unhealthy while migrations are pending and during shutdown.",
        "security": [],
        "x-error-codes": {
          "503": [
            "UNHEALTHY",
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "Healthy",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/HealthResponse"
                },
                "examples": {
                  "healthy": {
                    "summary": "Healthy",
                    "value": {
                      "status": "healthy",
                      "timestamp": "2026-05-04T09:30:00.000Z",
                      "services": {
                        "database": "up",
                        "application": "up",
                        "environment": "production",
                        "background": "running"
                      },
                      "version": "0.1.0-beta.1",
                      "uptime": 86400.5
                    }
                  }
                }
              }
            }
          },
          "503": {
            "$ref": "#/components/responses/Unhealthy"
          }
        }
      }
    },
    "/live": {
      "get": {
        "operationId": "getLive",
        "tags": [
          "service"
        ],
        "summary": "Liveness",
        "description": "Liveness probe for an orchestrator: uses neither the database nor the network.",
        "security": [],
        "x-error-codes": {},
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "Alive",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LiveResponse"
                },
                "examples": {
                  "live": {
                    "summary": "Alive",
                    "value": {
                      "status": "live",
                      "timestamp": "2026-05-04T09:30:00.000Z"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "/ready": {
      "get": {
        "operationId": "getReady",
        "tags": [
          "service"
        ],
        "summary": "Readiness",
        "description": "Readiness probe for a load balancer: 503 until migrations are done and as soon as shutdown begins.",
        "security": [],
        "x-error-codes": {
          "503": [
            "UNHEALTHY",
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "Ready",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReadyResponse"
                },
                "examples": {
                  "ready": {
                    "summary": "Ready",
                    "value": {
                      "status": "ready",
                      "timestamp": "2026-05-04T09:30:00.000Z"
                    }
                  }
                }
              }
            }
          },
          "503": {
            "$ref": "#/components/responses/Unhealthy"
          }
        }
      }
    },
    "/version": {
      "get": {
        "operationId": "getVersion",
        "tags": [
          "service"
        ],
        "summary": "Version",
        "description": "Contains no host names, paths or versions of dependencies.",
        "security": [],
        "x-rate-limit": {
          "max": 120,
          "windowSeconds": 60,
          "per": "address"
        },
        "x-error-codes": {
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "Version, build, deployment and compliance",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VersionResponse"
                },
                "examples": {
                  "version": {
                    "summary": "A beta",
                    "value": {
                      "version": "0.1.0-beta.1",
                      "major": 0,
                      "minor": 1,
                      "patch": 0,
                      "prerelease": "beta.1",
                      "contract": {
                        "reference": "0.1.0-beta.1",
                        "guide": "v1.0 beta",
                        "export": "v1"
                      },
                      "build": {
                        "commit": "4f1c0de",
                        "date": "2026-05-01T12:00:00.000Z"
                      },
                      "deployment": {
                        "environment": "production",
                        "startedAt": "2026-05-04T09:00:00.000Z"
                      },
                      "compliance": {
                        "openBankingProvider": "sandbox",
                        "scaDelegated": true,
                        "cardDataHandled": false
                      }
                    }
                  }
                }
              }
            }
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/version/check": {
      "post": {
        "operationId": "checkVersion",
        "tags": [
          "service"
        ],
        "summary": "Version check",
        "description": "Tells whether a client is compatible, and lists everything deprecated, with dates and replacements.",
        "security": [],
        "x-rate-limit": {
          "max": 30,
          "windowSeconds": 60,
          "per": "address"
        },
        "x-error-codes": {
          "400": [
            "VALIDATION_ERROR",
            "INVALID_JSON"
          ],
          "406": [
            "NOT_ACCEPTABLE"
          ],
          "413": [
            "BODY_TOO_LARGE"
          ],
          "415": [
            "UNSUPPORTED_MEDIA_TYPE"
          ],
          "429": [
            "RATE_LIMITED"
          ],
          "500": [
            "INTERNAL_ERROR"
          ],
          "503": [
            "SHUTTING_DOWN"
          ]
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The client",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/VersionCheckRequest"
              },
              "examples": {
                "sdk": {
                  "summary": "The SDK",
                  "value": {
                    "client": "@payment-sessions/sdk",
                    "clientVersion": "0.1.0",
                    "contract": "v1"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Whether the client is compatible",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VersionCheckResponse"
                },
                "examples": {
                  "current": {
                    "summary": "Up to date",
                    "value": {
                      "status": "current",
                      "compatible": true,
                      "serverVersion": "0.1.0-beta.1",
                      "minimumVersion": "0.1.0",
                      "recommendedVersion": "0.1.0",
                      "deprecations": [
                        {
                          "id": "request.shopId",
                          "since": "2026-05-01",
                          "sunset": "2027-11-01",
                          "replacement": "merchantId",
                          "link": "https://pay.example.com/docs"
                        }
                      ],
                      "message": "The client is compatible with this service."
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "413": {
            "$ref": "#/components/responses/BodyTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "getOpenApiDocument",
        "tags": [
          "service"
        ],
        "summary": "API description",
        "description": "This document, with the running service's own base URL under servers.",
        "security": [],
        "x-error-codes": {},
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestId"
          }
        ],
        "responses": {
          "200": {
            "description": "The OpenAPI description",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "description": "An OpenAPI 3.1 document",
                  "required": [
                    "openapi",
                    "info",
                    "paths"
                  ],
                  "additionalProperties": true,
                  "properties": {
                    "openapi": {
                      "type": "string",
                      "pattern": "^3\\.1\\.",
                      "description": "Version of the OpenAPI format"
                    },
                    "info": {
                      "type": "object",
                      "additionalProperties": true,
                      "description": "Title and version"
                    },
                    "paths": {
                      "type": "object",
                      "additionalProperties": true,
                      "description": "The routes"
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
  "webhooks": {
    "transaction.status_changed": {
      "post": {
        "operationId": "onTransactionStatusChanged",
        "tags": [
          "webhooks"
        ],
        "summary": "Transaction status changed",
        "description": "Sent on every change of status, the first one to `pending` included. At least once, in no guaranteed order: deduplicate by\n`X-Service-Delivery`, and verify `X-Service-Signature` over the raw bytes before anything else. Respond with 2xx only after you have stored\nthe event. 400, 401, 403, 404 and 410 end the delivery; any other response outside 2xx, or none, is retried.\n",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/ServiceSignature"
          },
          {
            "name": "X-Service-Event",
            "in": "header",
            "required": true,
            "description": "The event type, as in the body",
            "schema": {
              "type": "string",
              "const": "transaction.status_changed"
            },
            "example": "transaction.status_changed"
          },
          {
            "name": "X-Service-Delivery",
            "in": "header",
            "required": true,
            "description": "UUIDv4 of this delivery, the same on every attempt",
            "schema": {
              "type": "string",
              "format": "uuid",
              "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
            },
            "example": "0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11"
          },
          {
            "name": "X-Service-Attempt",
            "in": "header",
            "required": false,
            "description": "Number of this attempt, from 1; absent on the legacy path",
            "schema": {
              "type": "string",
              "pattern": "^[1-9][0-9]*$"
            },
            "example": "1"
          },
          {
            "name": "User-Agent",
            "in": "header",
            "required": true,
            "description": "The webhook sender and its version",
            "schema": {
              "type": "string",
              "pattern": "/1\\.0$"
            },
            "example": "PaymentSessions-Webhooks/1.0"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The event",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TransactionStatusChangedEvent"
              },
              "examples": {
                "completed": {
                  "summary": "Final success",
                  "value": {
                    "event": "transaction.status_changed",
                    "transaction_id": "pay_3f9c2b71a4d84e0e",
                    "order_id": "1001",
                    "status": "completed",
                    "amount": 1999,
                    "currency": "EUR",
                    "timestamp": "2026-05-04T09:31:00.000Z",
                    "metadata": {
                      "cart": "c-77",
                      "shop_id": "mer_7Kq2",
                      "shop_name": "Example Shop"
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "400": {
            "description": "Rejected; not retried"
          },
          "401": {
            "description": "Invalid signature; not retried"
          },
          "403": {
            "description": "Rejected; not retried"
          },
          "404": {
            "description": "Rejected; not retried"
          },
          "410": {
            "description": "The endpoint no longer exists; not retried"
          },
          "2XX": {
            "description": "Stored; the delivery is done"
          },
          "default": {
            "description": "Retried by the schedule"
          }
        }
      }
    },
    "service.webhook_verification": {
      "post": {
        "operationId": "onWebhookVerification",
        "tags": [
          "webhooks"
        ],
        "summary": "Webhook verification",
        "description": "Sent once when the merchant runs Integration Verification. Verify the signature, then echo the challenge.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/ServiceSignature"
          },
          {
            "name": "X-Service-Event",
            "in": "header",
            "required": true,
            "description": "The event type, as in the body",
            "schema": {
              "type": "string",
              "const": "service.webhook_verification"
            },
            "example": "service.webhook_verification"
          },
          {
            "name": "X-Service-Verification-Challenge",
            "in": "header",
            "required": true,
            "description": "The challenge, as in the body",
            "schema": {
              "type": "string",
              "minLength": 1
            },
            "example": "ch_Zk3vQ9"
          },
          {
            "name": "User-Agent",
            "in": "header",
            "required": true,
            "description": "The verification sender and its version",
            "schema": {
              "type": "string",
              "pattern": "/1\\.0$"
            },
            "example": "PaymentSessions-Verification/1.0"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The challenge",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookVerificationEvent"
              },
              "examples": {
                "challenge": {
                  "summary": "A challenge",
                  "value": {
                    "event": "service.webhook_verification",
                    "challenge": "ch_Zk3vQ9",
                    "timestamp": "2026-05-04T09:31:00.000Z",
                    "merchantId": "mer_7Kq2",
                    "shopId": "mer_7Kq2",
                    "expectedAuthMode": "hmac_sha256"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The challenge, echoed",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookVerificationResponse"
                },
                "examples": {
                  "current": {
                    "summary": "The response",
                    "value": {
                      "challenge": "ch_Zk3vQ9",
                      "signatureValid": true
                    }
                  },
                  "legacy": {
                    "summary": "An older response that is still accepted",
                    "value": {
                      "ok": true
                    }
                  }
                }
              }
            }
          },
          "401": {
            "description": "Invalid signature"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "API key",
        "description": "Key of one store and one environment (`<prefix>live_`, `<prefix>test_` or the older `<prefix>legacy_`). Server side only. The scheme word is case-insensitive."
      },
      "userSession": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "Session of a panel user"
      }
    },
    "parameters": {
      "PaymentId": {
        "name": "paymentId",
        "in": "path",
        "required": true,
        "description": "Identifier of the payment",
        "schema": {
          "$ref": "#/components/schemas/PaymentId"
        },
        "example": "pay_3f9c2b71a4d84e0e"
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "Makes a retry safe. Kept 24 hours per store, environment and route; the same key with the same body gets the stored response.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[\\x21-\\x7e]+$"
        },
        "example": "6b2f7a4e-order-1001"
      },
      "RequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "required": false,
        "description": "Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced",
        "schema": {
          "type": "string",
          "maxLength": 128
        },
        "example": "req_5b1f"
      },
      "ServiceSignature": {
        "name": "X-Service-Signature",
        "in": "header",
        "required": true,
        "description": "HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex",
        "schema": {
          "type": "string",
          "pattern": "^sha256=[0-9a-f]{64}$"
        },
        "example": "sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d"
      }
    },
    "headers": {
      "XRequestId": {
        "required": true,
        "description": "Identifies this call in the service's log; quote it when you contact support",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "example": "req_5b1f"
      },
      "CacheControl": {
        "required": true,
        "description": "Responses are never cached",
        "schema": {
          "type": "string",
          "pattern": "no-store"
        },
        "example": "no-store"
      },
      "IdempotentReplayed": {
        "required": false,
        "description": "Present when the response is the stored one of an earlier call with the same Idempotency-Key",
        "schema": {
          "type": "string",
          "const": "true"
        },
        "example": "true"
      },
      "RetryAfter": {
        "required": true,
        "description": "Seconds to wait before the next attempt",
        "schema": {
          "type": "string",
          "pattern": "^[0-9]+$"
        },
        "example": "1"
      },
      "RetryAfterOptional": {
        "required": false,
        "description": "Seconds to wait before the next attempt",
        "schema": {
          "type": "string",
          "pattern": "^[0-9]+$"
        },
        "example": "5"
      },
      "WwwAuthenticate": {
        "required": true,
        "description": "The scheme to authenticate with",
        "schema": {
          "type": "string",
          "pattern": "^Bearer"
        },
        "example": "Bearer"
      },
      "Allow": {
        "required": true,
        "description": "The methods that the path supports",
        "schema": {
          "type": "string",
          "pattern": "^[A-Z]+(, ?[A-Z]+)*$"
        },
        "example": "GET, HEAD, OPTIONS"
      },
      "Deprecation": {
        "required": false,
        "description": "Present when the call used something deprecated; the date of the deprecation, as @ and epoch seconds (RFC 9745)",
        "schema": {
          "type": "string",
          "pattern": "^@[0-9]+$"
        },
        "example": "@1777593600"
      },
      "Sunset": {
        "required": false,
        "description": "When the deprecated use is removed, as an HTTP date (RFC 8594)",
        "schema": {
          "type": "string",
          "pattern": "GMT$"
        },
        "example": "Mon, 01 Nov 2027 00:00:00 GMT"
      },
      "Link": {
        "required": false,
        "description": "Where the deprecation is explained (RFC 8288)",
        "schema": {
          "type": "string",
          "pattern": "^<[^>]+>; ?rel="
        },
        "example": "<https://pay.example.com/docs>; rel=\"deprecation\""
      }
    },
    "responses": {
      "BadRequest": {
        "description": "The request violates a rule",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/BadRequestError"
            },
            "examples": {
              "partialSender": {
                "summary": "A sender name without an IBAN",
                "value": {
                  "code": "VALIDATION_ERROR",
                  "error": "Invalid request",
                  "message": "senderIban: must be sent together with senderName",
                  "requestId": "req_5b1f",
                  "details": [
                    {
                      "path": "senderIban",
                      "rule": "dependentRequired",
                      "message": "must be sent together with senderName"
                    }
                  ]
                }
              },
              "json": {
                "summary": "Not JSON",
                "value": {
                  "code": "INVALID_JSON",
                  "error": "Invalid JSON",
                  "message": "The body must be one JSON object in UTF-8 without a byte order mark.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "OrderBadRequest": {
        "description": "The order key or shopId is malformed",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/OrderBadRequestError"
            },
            "examples": {
              "key": {
                "summary": "A number instead of an order key",
                "value": {
                  "code": "INVALID_ORDER_KEY",
                  "error": "Invalid order key",
                  "message": "An order key is wc_order_ followed by 10 to 64 letters or digits.",
                  "requestId": "req_5b1f",
                  "details": {
                    "path": "order_key",
                    "rule": "pattern",
                    "message": "must be wc_order_ followed by 10 to 64 letters or digits"
                  }
                }
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "No valid credential",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/UnauthorizedError"
            },
            "examples": {
              "missing": {
                "summary": "No key",
                "value": {
                  "code": "API_KEY_MISSING",
                  "error": "API key required via Authorization: Bearer <key>",
                  "message": "API key required via Authorization: Bearer <key>",
                  "requestId": "req_5b1f"
                }
              },
              "invalid": {
                "summary": "Unknown, revoked or expired",
                "value": {
                  "code": "API_KEY_INVALID",
                  "error": "Invalid API key",
                  "message": "Invalid API key",
                  "requestId": "req_5b1f"
                }
              },
              "mismatch": {
                "summary": "Another store's key",
                "value": {
                  "code": "API_KEY_MERCHANT_MISMATCH",
                  "error": "API key does not belong to the requested merchant",
                  "message": "API key does not belong to the requested merchant",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "Forbidden": {
        "description": "The credential is valid, but the request is not allowed",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenError"
            },
            "examples": {
              "kycRequired": {
                "summary": "No KYC submission",
                "value": {
                  "code": "KYC_SUBMISSION_MISSING",
                  "error": "KYC validation required",
                  "message": "KYC validation required",
                  "requestId": "req_5b1f",
                  "currentStatus": "submission_missing"
                }
              },
              "kycFailed": {
                "summary": "KYC record of another person",
                "value": {
                  "code": "KYC_USER_MISMATCH",
                  "error": "KYC validation failed",
                  "message": "KYC validation failed",
                  "requestId": "req_5b1f",
                  "currentStatus": "user_mismatch"
                }
              },
              "verification": {
                "summary": "Store not verified",
                "value": {
                  "code": "SHOP_NOT_VERIFIED",
                  "error": "Shop verification required",
                  "message": "Shop verification required",
                  "requestId": "req_5b1f",
                  "currentStatus": "pending"
                }
              },
              "method": {
                "summary": "Method not available",
                "value": {
                  "code": "PAYMENT_METHOD_UNAVAILABLE",
                  "error": "Payment method unavailable",
                  "message": "Payment method unavailable",
                  "requestId": "req_5b1f",
                  "currentStatus": "off"
                }
              },
              "testMode": {
                "summary": "Test mode not allowed",
                "value": {
                  "code": "TEST_MODE_NOT_ALLOWED",
                  "error": "API key does not allow test mode",
                  "message": "API key does not allow test mode",
                  "requestId": "req_5b1f"
                }
              },
              "liveMode": {
                "summary": "Live mode not allowed",
                "value": {
                  "code": "LIVE_MODE_NOT_ALLOWED",
                  "error": "API key does not allow production mode",
                  "message": "API key does not allow production mode",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "MerchantNotFound": {
        "description": "No store has that identifier",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MerchantNotFoundError"
            },
            "examples": {
              "unknown": {
                "summary": "Unknown merchantId",
                "value": {
                  "code": "MERCHANT_NOT_FOUND",
                  "error": "Invalid merchant ID",
                  "message": "Invalid merchant ID",
                  "requestId": "req_5b1f",
                  "details": "No store has the merchant ID that was sent.",
                  "reason": "merchant_not_found"
                }
              }
            }
          }
        }
      },
      "PaymentNotFound": {
        "description": "This store has no such payment",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/NotFoundError"
            },
            "examples": {
              "unknown": {
                "summary": "Unknown payment",
                "value": {
                  "code": "PAYMENT_NOT_FOUND",
                  "error": "Transaction not found",
                  "message": "Transaction not found",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "OrderNotFound": {
        "description": "No such store or order",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/NotFoundError"
            },
            "examples": {
              "order": {
                "summary": "Unknown order",
                "value": {
                  "code": "ORDER_NOT_FOUND",
                  "error": "Order not found",
                  "message": "No order of this store has that key.",
                  "requestId": "req_5b1f"
                }
              },
              "store": {
                "summary": "Unknown store",
                "value": {
                  "code": "STORE_NOT_FOUND",
                  "error": "Store not found",
                  "message": "There is no store with this id.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "RouteNotFound": {
        "description": "The path does not exist",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/NotFoundError"
            },
            "examples": {
              "route": {
                "summary": "Unknown path",
                "value": {
                  "code": "ROUTE_NOT_FOUND",
                  "error": "Route not found",
                  "message": "There is no route at this path.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "The path does not support this method",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Allow": {
            "$ref": "#/components/headers/Allow"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MethodNotAllowedError"
            },
            "examples": {
              "method": {
                "summary": "PUT on a GET route",
                "value": {
                  "code": "METHOD_NOT_ALLOWED",
                  "error": "Method not allowed",
                  "message": "This path does not support that method; the Allow header lists the supported ones.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "NotAcceptable": {
        "description": "The caller does not accept JSON",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/NotAcceptableError"
            },
            "examples": {
              "accept": {
                "summary": "Accept: text/html only",
                "value": {
                  "code": "NOT_ACCEPTABLE",
                  "error": "Not acceptable",
                  "message": "This route returns application/json only.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "IdempotencyInProgress": {
        "description": "The first call with this key is still running",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ConflictError"
            },
            "examples": {
              "running": {
                "summary": "Still running",
                "value": {
                  "code": "IDEMPOTENCY_IN_PROGRESS",
                  "error": "Request in progress",
                  "message": "A request with this Idempotency-Key is still in progress; retry after the time in Retry-After.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "BodyTooLarge": {
        "description": "The body is over 64 KiB",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/BodyTooLargeError"
            },
            "examples": {
              "large": {
                "summary": "Too large",
                "value": {
                  "code": "BODY_TOO_LARGE",
                  "error": "Body too large",
                  "message": "The body may have at most 65536 bytes.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "Not plain JSON in UTF-8",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/UnsupportedMediaTypeError"
            },
            "examples": {
              "form": {
                "summary": "A form",
                "value": {
                  "code": "UNSUPPORTED_MEDIA_TYPE",
                  "error": "Unsupported media type",
                  "message": "Send application/json in UTF-8 without a Content-Encoding.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "IdempotencyKeyReused": {
        "description": "The key was used with another body",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/IdempotencyKeyReusedError"
            },
            "examples": {
              "reused": {
                "summary": "Another body",
                "value": {
                  "code": "IDEMPOTENCY_KEY_REUSED",
                  "error": "Idempotency-Key reused",
                  "message": "This Idempotency-Key was used with another body within the last 24 hours.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "RateLimited": {
        "description": "Too many calls",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/RateLimitedError"
            },
            "examples": {
              "limited": {
                "summary": "Over the limit",
                "value": {
                  "code": "RATE_LIMITED",
                  "error": "Rate limit exceeded",
                  "message": "Rate limit exceeded",
                  "requestId": "req_5b1f",
                  "details": {
                    "limit": 30,
                    "windowSeconds": 60,
                    "retryAfterSeconds": 12
                  }
                }
              }
            }
          }
        }
      },
      "InternalError": {
        "description": "The service failed; do not redirect the buyer",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InternalError"
            },
            "examples": {
              "internal": {
                "summary": "An internal error",
                "value": {
                  "code": "INTERNAL_ERROR",
                  "error": "Internal server error",
                  "message": "An internal error occurred. Quote the requestId when you contact support.",
                  "requestId": "req_5b1f",
                  "timestamp": "2026-05-04T09:30:00.000Z"
                }
              },
              "provider": {
                "summary": "The provider is down",
                "value": {
                  "code": "PROVIDER_UNAVAILABLE",
                  "error": "Payment provider unavailable",
                  "message": "The payment provider is unavailable; retry with the same Idempotency-Key.",
                  "requestId": "req_5b1f",
                  "timestamp": "2026-05-04T09:30:00.000Z"
                }
              }
            }
          }
        }
      },
      "Unavailable": {
        "description": "This instance is stopping",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfterOptional"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/UnavailableError"
            },
            "examples": {
              "stopping": {
                "summary": "Stopping",
                "value": {
                  "code": "SHUTTING_DOWN",
                  "error": "Service shutting down",
                  "message": "This instance is stopping; send the request again.",
                  "requestId": "req_5b1f"
                }
              }
            }
          }
        }
      },
      "Unhealthy": {
        "description": "Unhealthy",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfterOptional"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/UnhealthyError"
            },
            "examples": {
              "database": {
                "summary": "The database does not respond",
                "value": {
                  "status": "unhealthy",
                  "timestamp": "2026-05-04T09:30:00.000Z",
                  "code": "UNHEALTHY",
                  "error": "Service unhealthy",
                  "message": "The service is temporarily unavailable.",
                  "requestId": "req_5b1f",
                  "services": {
                    "database": "down",
                    "application": "up"
                  }
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "PaymentMethodInput": {
        "type": "string",
        "description": "Payment method in a request. manual_transfer, manual_pay and manual are aliases of bank_transfer.",
        "enum": [
          "qr_pay",
          "open_bank_transfer",
          "card_processing",
          "bank_transfer",
          "manual_transfer",
          "manual_pay",
          "manual"
        ],
        "x-enum-descriptions": {
          "qr_pay": "the buyer scans a QR code with a banking app; EUR only",
          "open_bank_transfer": "the buyer approves a transfer at their own bank; the only method of direct sessions",
          "card_processing": "the buyer pays on the card page of a provider; no card number passes through the service",
          "bank_transfer": "the buyer makes a manual transfer, with the bank details that the checkout page shows",
          "manual_transfer": "alias of bank_transfer",
          "manual_pay": "alias of bank_transfer",
          "manual": "alias of bank_transfer"
        },
        "examples": [
          "qr_pay"
        ]
      },
      "PaymentMethod": {
        "type": "string",
        "description": "Payment method with aliases resolved",
        "enum": [
          "qr_pay",
          "open_bank_transfer",
          "card_processing",
          "bank_transfer"
        ],
        "x-enum-descriptions": {
          "qr_pay": "the buyer scans a QR code with a banking app; EUR only",
          "open_bank_transfer": "the buyer approves a transfer at their own bank",
          "card_processing": "the buyer pays on the card page of a provider",
          "bank_transfer": "the buyer makes a manual transfer"
        },
        "examples": [
          "bank_transfer"
        ]
      },
      "CheckoutMode": {
        "type": "string",
        "description": "foxpay_checkout is the hosted page; direct_provider is the bank's page and needs paymentMethod open_bank_transfer",
        "enum": [
          "foxpay_checkout",
          "direct_provider"
        ],
        "x-enum-descriptions": {
          "foxpay_checkout": "send the buyer to the hosted page at paymentUrl; the default",
          "direct_provider": "send the buyer straight to the bank's page at redirectUrl; needs paymentMethod open_bank_transfer and customerCountry"
        },
        "examples": [
          "foxpay_checkout"
        ]
      },
      "TransactionStatus": {
        "type": "string",
        "description": "Status in webhooks and in the initialization response. paid means the same as completed. The set may grow.",
        "enum": [
          "pending",
          "processing",
          "completed",
          "paid",
          "failed",
          "cancelled",
          "expired"
        ],
        "x-enum-descriptions": {
          "pending": "created, waiting for the buyer; expires after 30 days",
          "processing": "the buyer has started, the payment is not yet confirmed; keep the order open",
          "completed": "paid, final; fulfil the order",
          "paid": "the same as completed, for stores that are configured to receive this value; final",
          "failed": "declined, final; trying again takes a new session",
          "cancelled": "cancelled by the buyer or the merchant, final",
          "expired": "the buyer did not pay within 30 days; money that arrives within 180 days more still completes it"
        },
        "examples": [
          "pending"
        ]
      },
      "CheckoutFlowStatus": {
        "type": "string",
        "description": "Status on the status route, for display",
        "enum": [
          "pending",
          "scanning",
          "transferring",
          "confirming",
          "completed",
          "failed"
        ],
        "x-enum-descriptions": {
          "pending": "the buyer has not started",
          "scanning": "a QR code is shown",
          "transferring": "the buyer is at the bank, or has the instructions for a transfer",
          "confirming": "the buyer has finished; the bank has not confirmed yet",
          "completed": "paid",
          "failed": "declined, cancelled or expired; the webhook reports which"
        },
        "examples": [
          "confirming"
        ]
      },
      "RemittanceInfoSource": {
        "type": "string",
        "description": "Origin of the remittance reference",
        "enum": [
          "merchant",
          "generated"
        ],
        "x-enum-descriptions": {
          "merchant": "sent in the request",
          "generated": "generated by the service"
        },
        "examples": [
          "generated"
        ]
      },
      "PaymentMode": {
        "type": "string",
        "description": "Environment of the payment",
        "enum": [
          "test",
          "production"
        ],
        "x-enum-descriptions": {
          "test": "made with a test key; no money moves",
          "production": "made with a live key"
        },
        "examples": [
          "test"
        ]
      },
      "SandboxEvent": {
        "type": "string",
        "description": "Events of a test payment",
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
        ],
        "x-enum-descriptions": {
          "buyer_started": "the buyer goes to the bank; the status becomes processing",
          "provider_accepted": "the bank accepts the payment order; not yet paid",
          "provider_success": "the bank reports success; paid if the store accepts the provider's confirmation, otherwise when the money has arrived",
          "provider_rejected": "the bank declines; on a hosted session the buyer may try again, a direct session fails",
          "provider_cancelled": "the buyer cancels at the bank",
          "provider_session_expired": "the session at the bank expires",
          "provider_unknown": "the provider does not know the outcome; the payment stays open",
          "provider_indeterminate": "the provider reports that the outcome is undecided; the payment stays open",
          "settlement_confirmed": "the whole amount, or amountCents of it, arrives in the account",
          "settlement_partial": "a part of the amount arrives; not paid, the operator gets an alert"
        },
        "examples": [
          "provider_success"
        ]
      },
      "WebhookEventType": {
        "type": "string",
        "description": "Types of events",
        "enum": [
          "transaction.status_changed",
          "service.webhook_verification"
        ],
        "x-enum-descriptions": {
          "transaction.status_changed": "a payment changed its status",
          "service.webhook_verification": "a challenge that tests the endpoint, sent from the panel"
        },
        "examples": [
          "transaction.status_changed"
        ]
      },
      "DeliveryPath": {
        "type": "string",
        "description": "Which retry schedule the webhooks follow.",
        "enum": [
          "queue",
          "legacy"
        ],
        "x-enum-descriptions": {
          "queue": "12 attempts in about 7 days",
          "legacy": "3 attempts within minutes, without X-Service-Attempt"
        },
        "examples": [
          "queue"
        ]
      },
      "DeliveryTrigger": {
        "type": "string",
        "description": "Why a delivery exists. redelivery is a new delivery that a person created from an older one.",
        "enum": [
          "transition",
          "redelivery"
        ],
        "x-enum-descriptions": {
          "transition": "a payment changed its status",
          "redelivery": "created by a person from an older delivery"
        },
        "examples": [
          "transition"
        ]
      },
      "DeliveryState": {
        "type": "string",
        "description": "State of a delivery: pending waits for its next attempt, sending has an attempt in progress, exhausted has used all attempts, dead was rejected by a status that ends a delivery, parked was interrupted until its schedule had ended and waits for an operator, cancelled belonged to a deleted store",
        "enum": [
          "pending",
          "sending",
          "delivered",
          "exhausted",
          "dead",
          "parked",
          "cancelled"
        ],
        "x-enum-descriptions": {
          "pending": "waits for its next attempt",
          "sending": "an attempt is in progress",
          "delivered": "the response was 2xx",
          "exhausted": "no attempt is left; it can be resent manually",
          "dead": "the response was 400, 401, 403, 404 or 410, so there is no further automatic attempt",
          "parked": "interrupted until its schedule had ended; waits for an operator",
          "cancelled": "its store was deleted"
        },
        "examples": [
          "delivered"
        ]
      },
      "AttemptOutcome": {
        "type": "string",
        "description": "Outcome of an attempt; started means that it is in progress, interrupted that the sending process ended",
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
        ],
        "x-enum-descriptions": {
          "started": "in progress",
          "success": "the response was 2xx",
          "http_1xx": "only a 1xx response",
          "http_3xx": "the response was a redirect, which is not followed",
          "http_4xx": "the response was 4xx",
          "http_5xx": "the response was 5xx",
          "timeout": "no complete response in time",
          "network": "no connection, or it was closed before the response",
          "tls": "the certificate or the handshake failed",
          "blocked_address": "the host resolves to an address that is not public",
          "invalid_response": "the response was not HTTP",
          "invalid_url": "the URL cannot be used",
          "internal": "the service itself failed",
          "interrupted": "the sending process ended"
        },
        "examples": [
          "success"
        ]
      },
      "HealthState": {
        "type": "string",
        "description": "Result of the health check",
        "enum": [
          "healthy",
          "unhealthy"
        ],
        "x-enum-descriptions": {
          "healthy": "every check passed",
          "unhealthy": "a check failed"
        },
        "examples": [
          "healthy"
        ]
      },
      "DatabaseState": {
        "type": "string",
        "description": "Result of the database check",
        "enum": [
          "up",
          "down",
          "migrations_pending"
        ],
        "x-enum-descriptions": {
          "up": "the database responds",
          "down": "the database does not respond",
          "migrations_pending": "the database responds, but its schema is older than the service"
        },
        "examples": [
          "up"
        ]
      },
      "ApplicationState": {
        "type": "string",
        "description": "Whether the instance accepts requests",
        "enum": [
          "up",
          "stopping",
          "no_background_work"
        ],
        "x-enum-descriptions": {
          "up": "accepts requests",
          "stopping": "finishes open requests and accepts no new ones",
          "no_background_work": "for 15 minutes this instance has not sent webhooks, expired payments or polled banks"
        },
        "examples": [
          "up"
        ]
      },
      "BackgroundState": {
        "type": "string",
        "description": "Whether this instance sends webhooks, expires payments and polls banks",
        "enum": [
          "running",
          "on_demand",
          "not_started"
        ],
        "x-enum-descriptions": {
          "running": "runs by itself",
          "on_demand": "runs when the host calls it",
          "not_started": "does not run: the service was mounted and not started"
        },
        "examples": [
          "running"
        ]
      },
      "VersionVerdict": {
        "type": "string",
        "description": "How a client's version relates to this service",
        "enum": [
          "current",
          "outdated",
          "unsupported",
          "ahead"
        ],
        "x-enum-descriptions": {
          "current": "nothing to do",
          "outdated": "works; upgrade to recommendedVersion",
          "unsupported": "calls may fail; upgrade to minimumVersion or later",
          "ahead": "newer than this service"
        },
        "examples": [
          "current"
        ]
      },
      "ErrorCode": {
        "type": "string",
        "description": "Every error code. Codes are only added, never renamed.",
        "enum": [
          "VALIDATION_ERROR",
          "INVALID_JSON",
          "INVALID_ORDER_KEY",
          "IDEMPOTENCY_KEY_INVALID",
          "API_KEY_MISSING",
          "API_KEY_INVALID",
          "API_KEY_MERCHANT_MISMATCH",
          "SESSION_REQUIRED",
          "CALLBACK_NOT_AUTHENTIC",
          "KYC_USER_ASSOCIATION_MISSING",
          "KYC_SUBMISSION_MISSING",
          "KYC_USER_MISMATCH",
          "KYC_NOT_APPROVED",
          "SHOP_NOT_VERIFIED",
          "PAYMENT_METHOD_UNAVAILABLE",
          "TEST_MODE_NOT_ALLOWED",
          "LIVE_MODE_NOT_ALLOWED",
          "SCOPE_MISSING",
          "STORE_NOT_APPROVED",
          "CSRF_FAILED",
          "MERCHANT_NOT_FOUND",
          "PAYMENT_NOT_FOUND",
          "ORDER_NOT_FOUND",
          "STORE_NOT_FOUND",
          "ROUTE_NOT_FOUND",
          "METHOD_NOT_ALLOWED",
          "NOT_ACCEPTABLE",
          "BODY_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
          "IDEMPOTENCY_IN_PROGRESS",
          "NOT_REDELIVERABLE",
          "IDEMPOTENCY_KEY_REUSED",
          "RATE_LIMITED",
          "INTERNAL_ERROR",
          "PROVIDER_UNAVAILABLE",
          "PROVIDER_TIMEOUT",
          "CALLBACK_NOT_PROCESSED",
          "UNHEALTHY",
          "SHUTTING_DOWN"
        ],
        "examples": [
          "VALIDATION_ERROR"
        ]
      },
      "MerchantId": {
        "type": "string",
        "description": "Public identifier of a store, as the panel shows it; not a secret",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
        "examples": [
          "mer_7Kq2"
        ]
      },
      "PaymentId": {
        "type": "string",
        "description": "Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[\\x21-\\x7e]+$",
        "examples": [
          "pay_3f9c2b71a4d84e0e"
        ]
      },
      "OrderId": {
        "type": "string",
        "description": "The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
        "examples": [
          "1001"
        ]
      },
      "AmountCents": {
        "type": "integer",
        "description": "Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction.",
        "minimum": 1,
        "maximum": 99999999999,
        "examples": [
          1999
        ]
      },
      "Currency": {
        "type": "string",
        "description": "Currency as an ISO 4217 code, three capital letters",
        "pattern": "^[A-Z]{3}$",
        "examples": [
          "EUR"
        ]
      },
      "RequestIdValue": {
        "type": "string",
        "description": "Identifier of the call, as in X-Request-Id",
        "minLength": 1,
        "maxLength": 128,
        "examples": [
          "req_5b1f"
        ]
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "Instant in UTC",
        "examples": [
          "2026-05-04T09:30:00.000Z"
        ]
      },
      "InitializePaymentRequest": {
        "type": "object",
        "description": "A payment session to create. Send exactly one of merchantId and shopId; any other field is rejected.",
        "additionalProperties": false,
        "required": [
          "orderId",
          "amountCents",
          "currency"
        ],
        "properties": {
          "merchantId": {
            "$ref": "#/components/schemas/MerchantId"
          },
          "shopId": {
            "$ref": "#/components/schemas/MerchantId",
            "deprecated": true,
            "description": "Former name of merchantId"
          },
          "orderId": {
            "$ref": "#/components/schemas/OrderId"
          },
          "amountCents": {
            "$ref": "#/components/schemas/AmountCents"
          },
          "currency": {
            "$ref": "#/components/schemas/Currency"
          },
          "customerEmail": {
            "type": "string",
            "format": "email",
            "maxLength": 254,
            "description": "The buyer's address",
            "examples": [
              "buyer@example.com"
            ]
          },
          "customerName": {
            "type": "string",
            "maxLength": 255,
            "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$",
            "description": "The buyer's name, shown on the checkout page",
            "examples": [
              "Erika Mustermann"
            ]
          },
          "returnUrl": {
            "type": "string",
            "format": "uri",
            "maxLength": 2048,
            "pattern": "^[hH][tT][tT][pP][sS]?://[^/?#@\\\\]+([/?#]|$)",
            "description": "Where the buyer goes after checkout: absolute http or https, no user info; a store may restrict the hosts",
            "examples": [
              "https://shop.example.com/thanks"
            ]
          },
          "metadata": {
            "type": "object",
            "additionalProperties": true,
            "description": "Arbitrary data for reconciliation, at most 16 KiB as JSON and 5 levels deep; included in webhooks. Does not replace remittanceInfo.",
            "examples": [
              {
                "cart": "c-77"
              }
            ]
          },
          "description": {
            "type": "string",
            "minLength": 1,
            "maxLength": 280,
            "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
            "description": "What the buyer pays for, in one line; shown on the checkout page",
            "examples": [
              "Bouquet of roses"
            ]
          },
          "items": {
            "type": "array",
            "minItems": 1,
            "maxItems": 50,
            "description": "Lines of the order, shown on the checkout page as sent. Their sum is neither computed nor compared with amountCents.",
            "items": {
              "$ref": "#/components/schemas/PaymentItem"
            }
          },
          "paymentMethod": {
            "$ref": "#/components/schemas/PaymentMethodInput",
            "default": "qr_pay",
            "description": "Preselects a method. When omitted, the buyer chooses, and the response reports qr_pay."
          },
          "checkoutMode": {
            "$ref": "#/components/schemas/CheckoutMode",
            "default": "foxpay_checkout"
          },
          "provider": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "pattern": "^[A-Za-z0-9_.-]+$",
            "description": "Direct sessions only. The code of the one open-banking provider of this deployment; any other value is rejected.",
            "examples": [
              "sandbox"
            ]
          },
          "customerCountry": {
            "type": "string",
            "minLength": 2,
            "maxLength": 2,
            "pattern": "^[A-Z]{2}$",
            "description": "Direct sessions only, required there. ISO 3166-1 alpha-2.",
            "examples": [
              "DE"
            ]
          },
          "senderName": {
            "type": "string",
            "minLength": 1,
            "maxLength": 70,
            "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
            "description": "Direct sessions only. Holder of the paying account; required with senderIban.",
            "examples": [
              "Erika Mustermann"
            ]
          },
          "senderIban": {
            "type": "string",
            "minLength": 15,
            "maxLength": 200,
            "description": "Direct sessions only. The paying account; required with senderName. Lower case, any kind of space, dashes, dots, invisible characters and a leading \"IBAN\" are accepted; the length for the country and the check digits must be right.",
            "examples": [
              "DE89370400440532013000"
            ]
          },
          "instantPayment": {
            "type": "boolean",
            "description": "Direct sessions only. true requests SEPA Instant, with standard SEPA as a fallback; false requests standard SEPA; when omitted, the store's setting applies.",
            "examples": [
              true
            ]
          },
          "remittanceInfo": {
            "type": "string",
            "minLength": 1,
            "maxLength": 140,
            "pattern": "^ *[A-Za-z0-9.,_/+:#-][A-Za-z0-9 .,_/+:#-]*$",
            "description": "Reference on the bank statement: ASCII letters, digits, spaces and . , - _ / + : #. When omitted, the service generates one.",
            "examples": [
              "Order 1002"
            ]
          },
          "endToEndId": {
            "type": "string",
            "minLength": 1,
            "maxLength": 35,
            "pattern": "^(?=.*[^ ])(?!/)(?!.*//)(?!.*/$)[A-Za-z0-9/?:().,'+ -]+$",
            "description": "Direct sessions only. SEPA end-to-end reference; no slash at either end, no double slash. When omitted, the service generates one.",
            "examples": [
              "ORDER-1003"
            ]
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
      "SandboxEventRequest": {
        "type": "object",
        "description": "The event for the test payment",
        "additionalProperties": false,
        "required": [
          "event"
        ],
        "properties": {
          "event": {
            "$ref": "#/components/schemas/SandboxEvent"
          },
          "amountCents": {
            "$ref": "#/components/schemas/AmountCents",
            "description": "For settlement events, the amount that arrived. When omitted, settlement_confirmed means the whole amount, settlement_partial a part of unknown size."
          }
        }
      },
      "VersionCheckRequest": {
        "type": "object",
        "description": "A client that checks its compatibility",
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
            "pattern": "^[\\x21-\\x7e]+$",
            "description": "Name of the client",
            "examples": [
              "@payment-sessions/sdk"
            ]
          },
          "clientVersion": {
            "type": "string",
            "maxLength": 128,
            "pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$",
            "description": "Semantic version of the client",
            "examples": [
              "0.1.0"
            ]
          },
          "contract": {
            "type": "string",
            "minLength": 1,
            "maxLength": 32,
            "pattern": "^[\\x21-\\x7e]+$",
            "description": "The export contract that the client was built for",
            "examples": [
              "v1"
            ]
          }
        }
      },
      "InitializePaymentResponse": {
        "type": "object",
        "description": "The accepted session. Trust it only with a 2xx status, success true, a paymentId and a URL.",
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
            "const": true,
            "description": "Always true here"
          },
          "paymentUrl": {
            "type": "string",
            "format": "uri",
            "description": "Hosted checkout page: redirect the buyer here. On direct sessions the same as redirectUrl."
          },
          "redirectUrl": {
            "type": "string",
            "format": "uri",
            "description": "Direct sessions only. The page of the buyer's bank: redirect the buyer here."
          },
          "sessionUrl": {
            "type": "string",
            "format": "uri",
            "deprecated": true,
            "description": "Direct sessions only. Former name of redirectUrl"
          },
          "paymentId": {
            "$ref": "#/components/schemas/PaymentId"
          },
          "orderId": {
            "$ref": "#/components/schemas/OrderId"
          },
          "merchantId": {
            "$ref": "#/components/schemas/MerchantId"
          },
          "amount": {
            "$ref": "#/components/schemas/AmountCents"
          },
          "amountCents": {
            "$ref": "#/components/schemas/AmountCents"
          },
          "currency": {
            "$ref": "#/components/schemas/Currency"
          },
          "customerEmail": {
            "type": "string",
            "format": "email",
            "description": "As sent in the request; absent if it was not sent"
          },
          "status": {
            "description": "The payment's status, normally pending. An initialized payment is not a paid one: the signed webhook reports when it is paid.",
            "anyOf": [
              {
                "$ref": "#/components/schemas/TransactionStatus"
              },
              {
                "type": "string"
              }
            ]
          },
          "paymentMethod": {
            "description": "Payment method with aliases resolved",
            "anyOf": [
              {
                "$ref": "#/components/schemas/PaymentMethod"
              },
              {
                "type": "string"
              }
            ]
          },
          "checkoutMode": {
            "$ref": "#/components/schemas/CheckoutMode"
          },
          "provider": {
            "type": "string",
            "description": "Direct sessions only. Code of the open-banking provider"
          },
          "remittanceInfo": {
            "type": "string",
            "minLength": 1,
            "maxLength": 140,
            "description": "The reference on the bank statement, as sent in the request or as generated"
          },
          "remittanceInfoSource": {
            "$ref": "#/components/schemas/RemittanceInfoSource"
          },
          "endToEndId": {
            "type": "string",
            "minLength": 1,
            "maxLength": 35,
            "description": "Direct sessions only. The SEPA end-to-end reference in use"
          },
          "testMode": {
            "type": "boolean",
            "description": "true: created with a test key, no money moves"
          },
          "returnUrl": {
            "type": "string",
            "format": "uri",
            "description": "As sent in the request; absent if it was not sent"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "Present when a pending payment was reused"
          },
          "paymentData": {
            "$ref": "#/components/schemas/PaymentDataEcho"
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
      },
      "PaymentItem": {
        "type": "object",
        "description": "One line of an order",
        "additionalProperties": false,
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 120,
            "pattern": "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
            "description": "Name of the item",
            "examples": [
              "Rose"
            ]
          },
          "quantity": {
            "type": "integer",
            "minimum": 1,
            "maximum": 999999,
            "description": "Quantity, 1 when omitted",
            "examples": [
              2
            ]
          },
          "amountCents": {
            "type": "integer",
            "minimum": -99999999999,
            "maximum": 99999999999,
            "description": "Amount of the whole line in minor units; negative for a discount",
            "examples": [
              1998
            ]
          }
        }
      },
      "PaymentDataEcho": {
        "type": "object",
        "description": "The session's data, for logs and reconciliation",
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
            "$ref": "#/components/schemas/OrderId"
          },
          "merchantId": {
            "$ref": "#/components/schemas/MerchantId"
          },
          "amountCents": {
            "$ref": "#/components/schemas/AmountCents"
          },
          "currency": {
            "$ref": "#/components/schemas/Currency"
          },
          "customerEmail": {
            "type": "string",
            "format": "email",
            "description": "As sent in the request; absent if it was not sent"
          },
          "customerName": {
            "type": "string",
            "description": "As sent in the request; absent if it was not sent",
            "examples": [
              "Erika Mustermann"
            ]
          },
          "paymentMethod": {
            "description": "Payment method with aliases resolved",
            "anyOf": [
              {
                "$ref": "#/components/schemas/PaymentMethod"
              },
              {
                "type": "string"
              }
            ]
          },
          "paymentMode": {
            "$ref": "#/components/schemas/PaymentMode"
          },
          "metadata": {
            "type": "object",
            "additionalProperties": true,
            "description": "As sent in the request; absent if it was not sent"
          }
        }
      },
      "PaymentStatusResponse": {
        "type": "object",
        "description": "The buyer's progress",
        "required": [
          "orderId",
          "status"
        ],
        "properties": {
          "orderId": {
            "$ref": "#/components/schemas/OrderId"
          },
          "status": {
            "$ref": "#/components/schemas/CheckoutFlowStatus"
          },
          "testMode": {
            "type": "boolean",
            "const": true,
            "description": "Present only for test payments"
          }
        }
      },
      "BankDetailsResponse": {
        "type": "object",
        "description": "Instructions for a manual transfer",
        "required": [
          "transaction",
          "bankDetails"
        ],
        "properties": {
          "transaction": {
            "type": "object",
            "description": "The payment",
            "required": [
              "id",
              "order_id",
              "status",
              "currency",
              "amount"
            ],
            "properties": {
              "id": {
                "$ref": "#/components/schemas/PaymentId"
              },
              "order_id": {
                "$ref": "#/components/schemas/OrderId"
              },
              "status": {
                "description": "Status of the payment, as webhooks report it",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/TransactionStatus"
                  },
                  {
                    "type": "string"
                  }
                ]
              },
              "currency": {
                "$ref": "#/components/schemas/Currency"
              },
              "amount": {
                "$ref": "#/components/schemas/AmountCents"
              }
            }
          },
          "bankDetails": {
            "type": "object",
            "description": "The account and the reference",
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
                "type": "string",
                "description": "Name of the account's bank"
              },
              "accountHolder": {
                "type": "string",
                "description": "Holder of the account, as the buyer must name it in the transfer"
              },
              "iban": {
                "type": "string",
                "description": "IBAN of the account, without spaces"
              },
              "bic": {
                "type": "string",
                "description": "Bank identifier, may be empty"
              },
              "reference": {
                "type": "string",
                "maxLength": 140,
                "description": "The remittance reference, as in remittanceInfo"
              },
              "currency": {
                "$ref": "#/components/schemas/Currency"
              },
              "amount": {
                "$ref": "#/components/schemas/AmountCents"
              }
            }
          }
        }
      },
      "OrderResponse": {
        "type": "object",
        "description": "A plugin order, without private data",
        "required": [
          "success",
          "metadata",
          "order"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true here"
          },
          "metadata": {
            "type": "object",
            "description": "Data of this look-up",
            "required": [
              "fetchedAt",
              "orderKey",
              "requestId",
              "shopId"
            ],
            "properties": {
              "fetchedAt": {
                "$ref": "#/components/schemas/Timestamp"
              },
              "orderKey": {
                "type": "string",
                "description": "The requested key"
              },
              "requestId": {
                "$ref": "#/components/schemas/RequestIdValue"
              },
              "shopId": {
                "$ref": "#/components/schemas/MerchantId"
              }
            }
          },
          "order": {
            "type": "object",
            "description": "The order, as the plugin last sent it",
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
                "type": "integer",
                "description": "Numeric id of the order in the plugin"
              },
              "orderKey": {
                "type": "string",
                "description": "The order key"
              },
              "status": {
                "type": "string",
                "description": "Status of the order in the plugin"
              },
              "currency": {
                "$ref": "#/components/schemas/Currency"
              },
              "currencySymbol": {
                "type": "string",
                "description": "Symbol of the currency"
              },
              "total": {
                "type": "number",
                "description": "Total in major units of the currency, for example 19.99 for EUR 19.99. For display; amounts to pay are whole cents."
              },
              "customer": {
                "type": "object",
                "description": "The buyer, as shown on the checkout page",
                "required": [
                  "fullName"
                ],
                "properties": {
                  "email": {
                    "type": "string",
                    "format": "email",
                    "description": "Address, when the order has one"
                  },
                  "fullName": {
                    "type": "string",
                    "description": "First and last name of the buyer"
                  }
                }
              },
              "lineItems": {
                "type": "array",
                "description": "The ordered items",
                "items": {
                  "type": "object",
                  "description": "One line of the order",
                  "required": [
                    "id",
                    "name",
                    "quantity",
                    "total"
                  ],
                  "properties": {
                    "id": {
                      "type": "integer",
                      "description": "Numeric id of the line in the plugin"
                    },
                    "name": {
                      "type": "string",
                      "description": "Name of the product"
                    },
                    "quantity": {
                      "type": "integer",
                      "description": "Quantity as a whole number: 1.5 is shown as 2, and anything below 1 as 1"
                    },
                    "total": {
                      "type": "number",
                      "description": "Total of the line in major units, rounded to the minor unit"
                    }
                  }
                }
              },
              "payment": {
                "type": "object",
                "description": "The payment method of the order",
                "required": [
                  "method",
                  "methodTitle",
                  "needsPayment"
                ],
                "properties": {
                  "method": {
                    "type": "string",
                    "description": "Code of the method in the plugin"
                  },
                  "methodTitle": {
                    "type": "string",
                    "description": "Title of the method, as the plugin shows it"
                  },
                  "needsPayment": {
                    "type": "boolean",
                    "description": "Whether the order is unpaid"
                  }
                }
              },
              "shop": {
                "type": "object",
                "description": "The store of the order",
                "required": [
                  "id",
                  "name"
                ],
                "properties": {
                  "id": {
                    "$ref": "#/components/schemas/MerchantId"
                  },
                  "name": {
                    "type": "string",
                    "description": "Name of the store"
                  },
                  "logo": {
                    "type": "string",
                    "format": "uri",
                    "description": "URL of the logo, when the store has one"
                  },
                  "url": {
                    "type": "string",
                    "format": "uri",
                    "description": "URL of the store's website, when it has one"
                  }
                }
              }
            }
          }
        }
      },
      "WebhookHistoryResponse": {
        "type": "object",
        "description": "One page of the deliveries of a payment",
        "required": [
          "transactionId",
          "orderId",
          "webhookUrl",
          "nextCursor",
          "deliveries"
        ],
        "properties": {
          "transactionId": {
            "$ref": "#/components/schemas/PaymentId"
          },
          "orderId": {
            "$ref": "#/components/schemas/OrderId"
          },
          "webhookUrl": {
            "type": [
              "string",
              "null"
            ],
            "description": "Current webhook URL, the query masked; null when the store has no webhook URL"
          },
          "nextCursor": {
            "type": [
              "string",
              "null"
            ],
            "description": "Send it as cursor for the next page; null on the last",
            "examples": [
              "c2VlLXRoZS1uZXh0LXBhZ2U"
            ]
          },
          "deliveries": {
            "type": "array",
            "description": "Newest first",
            "items": {
              "$ref": "#/components/schemas/WebhookDelivery"
            }
          }
        }
      },
      "WebhookDelivery": {
        "type": "object",
        "description": "One delivery and its attempts",
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
            "format": "uuid",
            "description": "Value of X-Service-Delivery"
          },
          "event": {
            "description": "Type of the event",
            "anyOf": [
              {
                "$ref": "#/components/schemas/WebhookEventType"
              },
              {
                "type": "string"
              }
            ]
          },
          "status": {
            "description": "The transaction status that the event reports",
            "anyOf": [
              {
                "$ref": "#/components/schemas/TransactionStatus"
              },
              {
                "type": "string"
              }
            ]
          },
          "path": {
            "$ref": "#/components/schemas/DeliveryPath"
          },
          "trigger": {
            "description": "Why the delivery exists",
            "anyOf": [
              {
                "$ref": "#/components/schemas/DeliveryTrigger"
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
            ],
            "description": "The older delivery that this one resends",
            "examples": [
              "0b6f7c1e-9a3d-4c55-8a57-2f1f0e6d9b11"
            ]
          },
          "state": {
            "description": "State of the delivery",
            "anyOf": [
              {
                "$ref": "#/components/schemas/DeliveryState"
              },
              {
                "type": "string"
              }
            ]
          },
          "attemptCount": {
            "type": "integer",
            "minimum": 0,
            "description": "Attempts so far"
          },
          "maxAttempts": {
            "type": "integer",
            "minimum": 1,
            "description": "Attempts that the schedule allows"
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "finishedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the delivery ended; null while it is open"
          },
          "nextAttemptAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the next attempt is due; null when there is none",
            "examples": [
              "2026-05-04T09:30:30.000Z"
            ]
          },
          "attempts": {
            "type": "array",
            "description": "Every attempt, oldest first",
            "items": {
              "$ref": "#/components/schemas/WebhookAttempt"
            }
          }
        }
      },
      "WebhookAttempt": {
        "type": "object",
        "description": "One attempt of a delivery",
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
            "minimum": 1,
            "description": "Number of the attempt, from 1"
          },
          "startedAt": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "durationMs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "description": "Milliseconds from connecting to the end; null while in progress"
          },
          "httpStatus": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 100,
            "maximum": 999,
            "description": "Status of the endpoint's response"
          },
          "outcome": {
            "description": "How the attempt ended",
            "anyOf": [
              {
                "$ref": "#/components/schemas/AttemptOutcome"
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
            ],
            "description": "The error, in a sentence"
          },
          "responseExcerpt": {
            "type": [
              "string",
              "null"
            ],
            "description": "Start of the response, at most 4 KiB"
          },
          "responseTruncated": {
            "type": "boolean",
            "description": "Whether the response was longer than the excerpt"
          }
        }
      },
      "SandboxEventResponse": {
        "type": "object",
        "description": "The test payment's status after the event",
        "required": [
          "paymentId",
          "status",
          "flowStatus",
          "accepted"
        ],
        "properties": {
          "paymentId": {
            "$ref": "#/components/schemas/PaymentId"
          },
          "status": {
            "description": "Status of the payment, as webhooks report it",
            "anyOf": [
              {
                "$ref": "#/components/schemas/TransactionStatus"
              },
              {
                "type": "string"
              }
            ]
          },
          "flowStatus": {
            "$ref": "#/components/schemas/CheckoutFlowStatus"
          },
          "accepted": {
            "type": "boolean",
            "description": "Whether the state graph allowed the event; a rejected one changes nothing"
          }
        }
      },
      "HealthResponse": {
        "type": "object",
        "description": "A healthy service",
        "required": [
          "status",
          "timestamp",
          "services",
          "version",
          "uptime"
        ],
        "properties": {
          "status": {
            "description": "One of these values, or one that a later version adds",
            "anyOf": [
              {
                "$ref": "#/components/schemas/HealthState"
              },
              {
                "type": "string"
              }
            ]
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "services": {
            "type": "object",
            "description": "State of the parts of the service",
            "required": [
              "database",
              "application",
              "environment"
            ],
            "properties": {
              "database": {
                "description": "The database",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/DatabaseState"
                  },
                  {
                    "type": "string"
                  }
                ]
              },
              "application": {
                "description": "This instance",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/ApplicationState"
                  },
                  {
                    "type": "string"
                  }
                ]
              },
              "environment": {
                "type": "string",
                "description": "Name of the deployment"
              },
              "background": {
                "description": "Background work",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/BackgroundState"
                  },
                  {
                    "type": "string"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "string",
            "description": "Version of the service"
          },
          "uptime": {
            "type": "number",
            "minimum": 0,
            "description": "Seconds since the start"
          }
        }
      },
      "LiveResponse": {
        "type": "object",
        "description": "A running process",
        "required": [
          "status",
          "timestamp"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "live",
            "description": "Always live"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "ReadyResponse": {
        "type": "object",
        "description": "An instance that accepts requests",
        "required": [
          "status",
          "timestamp"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ready",
            "description": "Always ready"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "VersionResponse": {
        "type": "object",
        "description": "The running version",
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
            "type": "string",
            "description": "Semantic version of the service"
          },
          "major": {
            "type": "number",
            "description": "First number of the version"
          },
          "minor": {
            "type": "number",
            "description": "Second number of the version"
          },
          "patch": {
            "type": "number",
            "description": "Third number of the version"
          },
          "prerelease": {
            "type": [
              "string",
              "null"
            ],
            "description": "What follows the hyphen, or null"
          },
          "contract": {
            "type": "object",
            "description": "The contract of the service",
            "required": [
              "reference",
              "guide",
              "export"
            ],
            "properties": {
              "reference": {
                "type": "string",
                "description": "Version of this document"
              },
              "guide": {
                "type": "string",
                "description": "Version label of the guides"
              },
              "export": {
                "type": "string",
                "description": "Version of the export contract"
              }
            }
          },
          "build": {
            "type": "object",
            "description": "What was built",
            "required": [
              "commit",
              "date"
            ],
            "properties": {
              "commit": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Commit, when known"
              },
              "date": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Date, when known"
              }
            }
          },
          "deployment": {
            "type": "object",
            "description": "Where it runs",
            "required": [
              "environment",
              "startedAt"
            ],
            "properties": {
              "environment": {
                "type": "string",
                "description": "Name of the deployment"
              },
              "startedAt": {
                "$ref": "#/components/schemas/Timestamp"
              }
            }
          },
          "compliance": {
            "type": "object",
            "description": "Compliance facts about this deployment",
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
                ],
                "description": "Code of the provider, or null"
              },
              "scaDelegated": {
                "type": "boolean",
                "description": "Whether strong customer authentication is left to the bank"
              },
              "cardDataHandled": {
                "type": "boolean",
                "description": "Whether card data passes through the service"
              }
            }
          }
        }
      },
      "VersionCheckResponse": {
        "type": "object",
        "description": "Whether the client is compatible",
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
            "description": "One of these values, or one that a later version adds",
            "anyOf": [
              {
                "$ref": "#/components/schemas/VersionVerdict"
              },
              {
                "type": "string"
              }
            ]
          },
          "compatible": {
            "type": "boolean",
            "description": "Whether calls can be expected to work"
          },
          "serverVersion": {
            "type": "string",
            "description": "Version of the service"
          },
          "minimumVersion": {
            "type": "string",
            "description": "Oldest client version that works"
          },
          "recommendedVersion": {
            "type": "string",
            "description": "Client version to upgrade to"
          },
          "deprecations": {
            "type": "array",
            "description": "Deprecated features that are still accepted",
            "items": {
              "$ref": "#/components/schemas/DeprecationNotice"
            }
          },
          "message": {
            "type": "string",
            "description": "The status in a sentence"
          }
        }
      },
      "DeprecationNotice": {
        "type": "object",
        "description": "One deprecated feature",
        "required": [
          "id",
          "since",
          "sunset",
          "replacement",
          "link"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "Stable identifier of the feature"
          },
          "since": {
            "type": "string",
            "description": "Date of the deprecation"
          },
          "sunset": {
            "type": [
              "string",
              "null"
            ],
            "description": "Date of removal, or null when none is set"
          },
          "replacement": {
            "type": [
              "string",
              "null"
            ],
            "description": "What to use instead"
          },
          "link": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "Where it is explained"
          }
        }
      },
      "TransactionStatusChangedEvent": {
        "type": "object",
        "description": "A payment changed its status",
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
            "const": "transaction.status_changed",
            "description": "Type of the event"
          },
          "transaction_id": {
            "$ref": "#/components/schemas/PaymentId"
          },
          "order_id": {
            "$ref": "#/components/schemas/OrderId"
          },
          "status": {
            "description": "The new status; treat an unknown value as not final",
            "anyOf": [
              {
                "$ref": "#/components/schemas/TransactionStatus"
              },
              {
                "type": "string"
              }
            ]
          },
          "amount": {
            "$ref": "#/components/schemas/AmountCents"
          },
          "currency": {
            "$ref": "#/components/schemas/Currency"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the delivery was prepared"
          },
          "metadata": {
            "type": "object",
            "description": "The merchant's metadata with shop_id and shop_name added; they replace keys of the same name",
            "required": [
              "shop_id",
              "shop_name"
            ],
            "additionalProperties": true,
            "properties": {
              "shop_id": {
                "$ref": "#/components/schemas/MerchantId"
              },
              "shop_name": {
                "type": "string",
                "description": "Name of the store"
              }
            }
          }
        }
      },
      "WebhookVerificationEvent": {
        "type": "object",
        "description": "A challenge to the merchant's endpoint",
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
            "const": "service.webhook_verification",
            "description": "Type of the event"
          },
          "challenge": {
            "type": "string",
            "minLength": 1,
            "description": "Random text, to be sent back unchanged"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "merchantId": {
            "$ref": "#/components/schemas/MerchantId"
          },
          "shopId": {
            "$ref": "#/components/schemas/MerchantId"
          },
          "expectedAuthMode": {
            "type": "string",
            "description": "How the endpoint is expected to authenticate the request"
          }
        }
      },
      "WebhookVerificationResponse": {
        "description": "The endpoint's response; the first form is current, the others are older and still accepted",
        "anyOf": [
          {
            "type": "object",
            "description": "The current response",
            "required": [
              "challenge",
              "signatureValid"
            ],
            "properties": {
              "challenge": {
                "type": "string",
                "description": "As received"
              },
              "signatureValid": {
                "type": "boolean",
                "description": "Whether the signature was valid"
              }
            }
          },
          {
            "type": "object",
            "description": "An older response that is still accepted",
            "required": [
              "ok"
            ],
            "properties": {
              "ok": {
                "type": "boolean",
                "const": true,
                "description": "Always true"
              }
            }
          },
          {
            "type": "object",
            "description": "An older response that is still accepted",
            "required": [
              "verified"
            ],
            "properties": {
              "verified": {
                "type": "boolean",
                "const": true,
                "description": "Always true"
              }
            }
          }
        ]
      },
      "ValidationIssue": {
        "type": "object",
        "description": "One violated rule",
        "required": [
          "path",
          "rule",
          "message"
        ],
        "properties": {
          "path": {
            "type": "string",
            "description": "Path of the field, such as senderIban or metadata.cart[2]; empty for the whole body",
            "examples": [
              "amountCents"
            ]
          },
          "rule": {
            "type": "string",
            "minLength": 1,
            "description": "Name of the rule",
            "examples": [
              "minimum"
            ]
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What would be right",
            "examples": [
              "must be >= 1"
            ]
          }
        }
      },
      "BadRequestError": {
        "type": "object",
        "description": "A request that violates a rule",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "details": {
            "type": "array",
            "description": "Every violated rule; always present with VALIDATION_ERROR",
            "items": {
              "$ref": "#/components/schemas/ValidationIssue"
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
      },
      "OrderBadRequestError": {
        "type": "object",
        "description": "A malformed order look-up; details is one object here",
        "required": [
          "code",
          "error",
          "message",
          "requestId",
          "details"
        ],
        "properties": {
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "details": {
            "$ref": "#/components/schemas/ValidationIssue"
          }
        }
      },
      "UnauthorizedError": {
        "type": "object",
        "description": "No valid credential",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "ForbiddenError": {
        "type": "object",
        "description": "A request that is not allowed",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "currentStatus": {
            "type": "string",
            "description": "What prevents it: the store's KYC, verification or method setting, disabled for a paused store, or no_provider where the environment has no provider for the method"
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
      },
      "MerchantNotFoundError": {
        "type": "object",
        "description": "A store that does not exist",
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
            "description": "Always MERCHANT_NOT_FOUND",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "details": {
            "type": "string",
            "minLength": 1,
            "description": "An explanation in one sentence"
          },
          "reason": {
            "type": "string",
            "minLength": 1,
            "description": "A stable word for the reason",
            "examples": [
              "merchant_not_found"
            ]
          }
        }
      },
      "NotFoundError": {
        "type": "object",
        "description": "Something that was not found",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "What was not found",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "MethodNotAllowedError": {
        "type": "object",
        "description": "A method that the path does not support",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always METHOD_NOT_ALLOWED",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "NotAcceptableError": {
        "type": "object",
        "description": "An Accept header that excludes JSON",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always NOT_ACCEPTABLE",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "ConflictError": {
        "type": "object",
        "description": "An earlier request with the same Idempotency-Key is still in progress",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always IDEMPOTENCY_IN_PROGRESS",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "BodyTooLargeError": {
        "type": "object",
        "description": "A body over 64 KiB",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always BODY_TOO_LARGE",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "UnsupportedMediaTypeError": {
        "type": "object",
        "description": "A body that is not plain JSON in UTF-8",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always UNSUPPORTED_MEDIA_TYPE",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "IdempotencyKeyReusedError": {
        "type": "object",
        "description": "An Idempotency-Key that was used with another body",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always IDEMPOTENCY_KEY_REUSED",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "RateLimitedError": {
        "type": "object",
        "description": "Too many calls",
        "required": [
          "code",
          "error",
          "message",
          "requestId",
          "details"
        ],
        "properties": {
          "code": {
            "description": "Always RATE_LIMITED",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "details": {
            "type": "object",
            "description": "The limit that was exceeded",
            "required": [
              "limit",
              "windowSeconds",
              "retryAfterSeconds"
            ],
            "properties": {
              "limit": {
                "type": "integer",
                "minimum": 1,
                "description": "Calls allowed in a window"
              },
              "windowSeconds": {
                "type": "integer",
                "minimum": 1,
                "description": "Length of the window in seconds"
              },
              "retryAfterSeconds": {
                "type": "integer",
                "minimum": 0,
                "description": "Seconds to wait, as in Retry-After"
              }
            }
          }
        }
      },
      "InternalError": {
        "type": "object",
        "description": "An error of the service or of the provider",
        "required": [
          "code",
          "error",
          "message",
          "requestId",
          "timestamp"
        ],
        "properties": {
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "UnavailableError": {
        "type": "object",
        "description": "An instance that is shutting down",
        "required": [
          "code",
          "error",
          "message",
          "requestId"
        ],
        "properties": {
          "code": {
            "description": "Always SHUTTING_DOWN",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          }
        }
      },
      "UnhealthyError": {
        "type": "object",
        "description": "An unhealthy service",
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
            "description": "One of these values, or one that a later version adds",
            "anyOf": [
              {
                "$ref": "#/components/schemas/HealthState"
              },
              {
                "type": "string"
              }
            ]
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "code": {
            "description": "The error code; codes are added, never renamed",
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
            "minLength": 1,
            "description": "Fixed text for this code, for people; programs should use code"
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "description": "What was wrong and what would be right, for people; its wording may change"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestIdValue"
          },
          "services": {
            "type": "object",
            "description": "State of the parts of the service",
            "required": [
              "database",
              "application"
            ],
            "properties": {
              "database": {
                "description": "The database",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/DatabaseState"
                  },
                  {
                    "type": "string"
                  }
                ]
              },
              "application": {
                "description": "This instance",
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/ApplicationState"
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
  }
};
