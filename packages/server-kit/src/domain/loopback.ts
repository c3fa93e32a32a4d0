// Loopback: addresses that only programs of the same machine can reach. The SDK has its own copy of the rule (src/base-url.ts), because its
// client is bundled without the service.

/**
 * Whether the host is this machine.
 * @param host a host name (RFC 6761, 6.3: names below `localhost` too) or address; an IPv6 address with or without the brackets of a URL.
 */
export function isLoopback(host: string): boolean {
  return /^(([^.]+\.)*localhost|::1|\[::1\]|127(\.\d{1,3}){1,3})$/i.test(host);
}
