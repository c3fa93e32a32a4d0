// Loopback: addresses that only programs of the same machine can reach.

/** @param host A host name or address; an IPv6 address with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){1,3}$/.test(host);
}
