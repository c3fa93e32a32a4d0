// Did the request surely never reach the service? Only then is nothing in doubt after a failed connection.

// Node's and Bun's words for a connection that was not made, and certificates that were not trusted: the request was not written yet.
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG)|ConnectionRefused|FailedToOpenSocket)$|CERT|LEAF_SIGNATURE/;

/** Looks through the chain of causes, because fetch wraps the socket's own error. */
export function isNeverSent(thrown: unknown, depth = 0): boolean {
  if (thrown === undefined || thrown === null || depth > 4) return false;
  const { code, message, cause }: Record<string, unknown> = Object(thrown);
  // Deno tells it by text only; a blocked port is fetch's own refusal.
  const isNever =
    neverConnected.test(String(code)) || /connection refused|dns error|^bad port$|blocked$/i.test(String(message));
  return isNever || isNeverSent(cause, depth + 1);
}
