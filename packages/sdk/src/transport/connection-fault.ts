// Whether a failed connection certainly never reached the service. Otherwise the outcome is unknown.

// Codes of Node and Bun for a connection that was not established, and for untrusted certificates: the request was not written yet.
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG)|ConnectionRefused|FailedToOpenSocket)$|CERT|LEAF_SIGNATURE/;

/** Looks through the chain of causes, because fetch wraps the socket's own error. */
export function isNeverSent(thrown: unknown, depth = 0): boolean {
  if (thrown === undefined || thrown === null || depth > 4) return false;
  const { code, message, cause }: Record<string, unknown> = Object(thrown);
  // Deno has only the message; a blocked port is rejected by fetch itself.
  const isNever =
    neverConnected.test(String(code)) || /connection refused|dns error|^bad port$|blocked$/i.test(String(message));
  return isNever || isNeverSent(cause, depth + 1);
}
