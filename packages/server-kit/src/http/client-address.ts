// Whose call is it, for rate limits only? Forwarded headers count from configured proxies alone and never shape a link.
import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

/**
 * The address to count by. `trustedProxyHops` says how many proxies of ours stand in front: each has appended one entry to
 * X-Forwarded-For, and only those entries are believed. IPv6 counts by its /64, which one household or server owns whole.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  if (trustedProxyHops === 0) return networkOf(socketAddress);
  const forwarded = [request.headers["x-forwarded-for"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const claimed = forwarded.at(-Math.min(trustedProxyHops, forwarded.length));
  return networkOf((claimed === undefined ? undefined : addressIn(claimed)) ?? socketAddress);
}

/** Proxies write `203.0.113.8`, `203.0.113.8:51234`, `2001:db8::5`, `[2001:db8::5]` or `[2001:db8::5]:443`, quoted or not. */
function addressIn(entry: string): string | undefined {
  const bare = entry.replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1];
  const address = bracketed ?? bare.replace(/^([^:]+):\d{1,5}$/, "$1");
  return isIP(address) === 0 ? undefined : address;
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
