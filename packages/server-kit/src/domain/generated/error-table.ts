// Every error code with its HTTP status, its fixed `error` text and its default `message`.
// Generated from spec/openapi.yaml and spec/errors.yaml by `npm run generate`. Do not edit.

/** The error table. Codes are only added, never renamed. Where isFixed, both texts are fixed by the specification. */
export const errorTable = {
  "VALIDATION_ERROR": {
    "status": 400,
    "error": "Invalid request",
    "message": "The request violates one or more rules of its schema; details lists each of them.",
    "isFixed": false
  },
  "INVALID_JSON": {
    "status": 400,
    "error": "Invalid JSON",
    "message": "The body must be one JSON object in UTF-8 without a byte order mark.",
    "isFixed": false
  },
  "INVALID_ORDER_KEY": {
    "status": 400,
    "error": "Invalid order key",
    "message": "An order key is wc_order_ followed by 10 to 64 letters or digits.",
    "isFixed": false
  },
  "IDEMPOTENCY_KEY_INVALID": {
    "status": 400,
    "error": "Invalid Idempotency-Key",
    "message": "Idempotency-Key must be 1 to 255 visible ASCII characters.",
    "isFixed": false
  },
  "API_KEY_MISSING": {
    "status": 401,
    "error": "API key required via Authorization: Bearer <key>",
    "message": "API key required via Authorization: Bearer <key>",
    "isFixed": true
  },
  "API_KEY_INVALID": {
    "status": 401,
    "error": "Invalid API key",
    "message": "Invalid API key",
    "isFixed": true
  },
  "API_KEY_MERCHANT_MISMATCH": {
    "status": 401,
    "error": "API key does not belong to the requested merchant",
    "message": "API key does not belong to the requested merchant",
    "isFixed": true
  },
  "SESSION_REQUIRED": {
    "status": 401,
    "error": "User session required",
    "message": "The user session is missing, expired or not allowed to see this store.",
    "isFixed": false
  },
  "CALLBACK_NOT_AUTHENTIC": {
    "status": 401,
    "error": "Callback not authentic",
    "message": "This callback could not be authenticated as the provider's.",
    "isFixed": false
  },
  "KYC_USER_ASSOCIATION_MISSING": {
    "status": 403,
    "error": "KYC validation required",
    "message": "KYC validation required",
    "isFixed": true
  },
  "KYC_SUBMISSION_MISSING": {
    "status": 403,
    "error": "KYC validation required",
    "message": "KYC validation required",
    "isFixed": true
  },
  "KYC_USER_MISMATCH": {
    "status": 403,
    "error": "KYC validation failed",
    "message": "KYC validation failed",
    "isFixed": true
  },
  "KYC_NOT_APPROVED": {
    "status": 403,
    "error": "KYC validation required",
    "message": "KYC validation required",
    "isFixed": true
  },
  "SHOP_NOT_VERIFIED": {
    "status": 403,
    "error": "Shop verification required",
    "message": "Shop verification required",
    "isFixed": true
  },
  "PAYMENT_METHOD_UNAVAILABLE": {
    "status": 403,
    "error": "Payment method unavailable",
    "message": "Payment method unavailable",
    "isFixed": true
  },
  "TEST_MODE_NOT_ALLOWED": {
    "status": 403,
    "error": "API key does not allow test mode",
    "message": "API key does not allow test mode",
    "isFixed": true
  },
  "LIVE_MODE_NOT_ALLOWED": {
    "status": 403,
    "error": "API key does not allow production mode",
    "message": "API key does not allow production mode",
    "isFixed": true
  },
  "SCOPE_MISSING": {
    "status": 403,
    "error": "API key lacks the required scope",
    "message": "This API key was issued without the scope that the route needs.",
    "isFixed": false
  },
  "STORE_NOT_APPROVED": {
    "status": 403,
    "error": "Store not approved",
    "message": "The store cannot accept payments at the moment.",
    "isFixed": false
  },
  "CSRF_FAILED": {
    "status": 403,
    "error": "Form expired",
    "message": "The form has expired; reload the page and try again.",
    "isFixed": false
  },
  "MERCHANT_NOT_FOUND": {
    "status": 404,
    "error": "Invalid merchant ID",
    "message": "Invalid merchant ID",
    "isFixed": true
  },
  "PAYMENT_NOT_FOUND": {
    "status": 404,
    "error": "Transaction not found",
    "message": "Transaction not found",
    "isFixed": true
  },
  "ORDER_NOT_FOUND": {
    "status": 404,
    "error": "Order not found",
    "message": "No order of this store has that key.",
    "isFixed": false
  },
  "STORE_NOT_FOUND": {
    "status": 404,
    "error": "Store not found",
    "message": "There is no store with this id.",
    "isFixed": false
  },
  "ROUTE_NOT_FOUND": {
    "status": 404,
    "error": "Route not found",
    "message": "There is no route at this path.",
    "isFixed": false
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "error": "Method not allowed",
    "message": "This path does not support that method; the Allow header lists the supported ones.",
    "isFixed": false
  },
  "NOT_ACCEPTABLE": {
    "status": 406,
    "error": "Not acceptable",
    "message": "This route returns application/json only.",
    "isFixed": false
  },
  "BODY_TOO_LARGE": {
    "status": 413,
    "error": "Body too large",
    "message": "The body may have at most 65536 bytes.",
    "isFixed": false
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "error": "Unsupported media type",
    "message": "Send application/json in UTF-8 without a Content-Encoding.",
    "isFixed": false
  },
  "IDEMPOTENCY_IN_PROGRESS": {
    "status": 409,
    "error": "Request in progress",
    "message": "A request with this Idempotency-Key is still in progress; retry after the time in Retry-After.",
    "isFixed": false
  },
  "NOT_REDELIVERABLE": {
    "status": 409,
    "error": "Not redeliverable",
    "message": "This delivery cannot be sent again now.",
    "isFixed": false
  },
  "IDEMPOTENCY_KEY_REUSED": {
    "status": 422,
    "error": "Idempotency-Key reused",
    "message": "This Idempotency-Key was used with another body within the last 24 hours.",
    "isFixed": false
  },
  "RATE_LIMITED": {
    "status": 429,
    "error": "Rate limit exceeded",
    "message": "Rate limit exceeded",
    "isFixed": true
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "error": "Internal server error",
    "message": "An internal error occurred. Quote the requestId when you contact support.",
    "isFixed": false
  },
  "PROVIDER_UNAVAILABLE": {
    "status": 500,
    "error": "Payment provider unavailable",
    "message": "The payment provider is unavailable; retry with the same Idempotency-Key.",
    "isFixed": false
  },
  "PROVIDER_TIMEOUT": {
    "status": 500,
    "error": "Payment provider timed out",
    "message": "The payment provider did not respond in time; retry with the same Idempotency-Key.",
    "isFixed": false
  },
  "CALLBACK_NOT_PROCESSED": {
    "status": 503,
    "error": "Callback not processed",
    "message": "The outcome could not be read yet. Send this callback again.",
    "isFixed": false
  },
  "UNHEALTHY": {
    "status": 503,
    "error": "Service unhealthy",
    "message": "The service is temporarily unavailable.",
    "isFixed": false
  },
  "SHUTTING_DOWN": {
    "status": 503,
    "error": "Service shutting down",
    "message": "This instance is stopping; send the request again.",
    "isFixed": false
  }
} as const;

/** A code of the error table. */
export type ErrorCode = keyof typeof errorTable;
