// Whether a failed connection certainly never reached the service. Otherwise the outcome is unknown.

// Codes of Node and Bun for a connection that was not established, and for a failed TLS handshake: the request was not written yet.
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG)|ConnectionRefused|FailedToOpenSocket)$|CERT|LEAF_SIGNATURE|WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE/;

// Deno has only the message; a blocked port is rejected by fetch itself, and a tunnel by the proxy.
const neverConnectedText = /connection refused|dns error|^bad port$|blocked$|before secure TLS|HTTP Tunneling$/i;

/** Looks through the chain of causes, because fetch wraps the socket's own error. False for an error that cannot be read. */
export function isNeverSent(thrown: unknown): boolean {
  try {
    return isConnectFault(thrown, 0);
  } catch {
    return false;
  }
}

function isConnectFault(thrown: unknown, depth: number): boolean {
  if (thrown === undefined || thrown === null || depth > 4) return false;
  const { code, message, cause, syscall, errors }: Record<string, unknown> = Object(thrown);
  const isNever = neverConnected.test(String(code)) || neverConnectedText.test(String(message));
  // A name with several addresses: one error for each.
  const isEach = Array.isArray(errors) && errors.length > 0 && errors.every((each) => isConnectFault(each, depth + 1));
  return isNever || isEach || syscall === "connect" || isConnectFault(cause, depth + 1);
}
