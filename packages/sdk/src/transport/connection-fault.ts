// Did the request surely never reach the service? Only then is nothing in doubt after a failed connection.

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
  "ERR_INVALID_URL",
  // Bun's words
  "ConnectionRefused",
  "FailedToOpenSocket",
  // The handshake failed, so the request was not written yet.
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
]);

/** Looks through the chain of causes, because fetch wraps the socket's own error. */
export function isNeverSent(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== "object" || thrown === null || depth > 4) return false;
  const code: unknown = Reflect.get(thrown, "code");
  if (typeof code === "string" && neverConnected.has(code)) return true;
  const message: unknown = Reflect.get(thrown, "message");
  // Deno tells it by text only; "bad port" is fetch's own refusal.
  if (typeof message === "string" && /connection refused|dns error|^bad port$/i.test(message)) return true;
  return isNeverSent(Reflect.get(thrown, "cause"), depth + 1);
}
