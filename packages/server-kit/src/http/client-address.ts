// Determines the client address, for rate limits and the audit log. Forwarded headers count only from configured proxies and never influence
// a link.
import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The address to count by. `trustedProxyHops` is the number of trusted proxies in front of the service: each has appended one entry to
 * X-Forwarded-For, and only those entries are used. IPv6 counts by its /64, the range assigned to one household or server.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const { socket } = request;
  if (trustedProxyHops === 0) return networkOfSocket(socket);
  const forwarded = [request.headers["x-forwarded-for"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const claimed = forwarded.at(-Math.min(trustedProxyHops, forwarded.length));
  return networkOf((claimed === undefined ? undefined : addressIn(claimed)) ?? socket.remoteAddress ?? "unknown");
}

/** Cached by connection: its peer does not change, and it carries many requests. */
const networks = new WeakMap<Socket, string>();

function networkOfSocket(socket: Socket): string {
  let network = networks.get(socket);
  if (network === undefined) {
    network = networkOf(socket.remoteAddress ?? "unknown");
    // A socket that is already closed has no address.
    if (socket.remoteAddress !== undefined) networks.set(socket, network);
  }
  return network;
}

/** Proxies write `203.0.113.8`, `203.0.113.8:51234`, `2001:db8::5`, `[2001:db8::5]` or `[2001:db8::5]:443`, quoted or not. */
function addressIn(entry: string): string | undefined {
  const bare = entry.replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1];
  const address = bracketed ?? bare.replace(/^([^:]+):\d{1,5}$/, "$1");
  return isIP(address) === 0 ? undefined : address;
}

/** Text that is not an IP address (a Unix socket has none) counts as itself. */
function networkOf(text: string): string {
  if (isIP(text) === 0) return text.slice(0, 64);
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
