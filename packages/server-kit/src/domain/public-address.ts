// Is an IP address one that a shop on the public internet can have? Judged by value, never by spelling; whatever is not known to be
// public is not (IANA special-purpose registries; every range that embeds an IPv4 address is refused whole).

/**
 * `public`; `private`: loopback, private and shared ranges, which an operator may open for tests and intranets; `forbidden`: link-local
 * and metadata addresses, multicast, unspecified, reserved, translated and tunnelled ones, which nobody may.
 */
export type AddressClass = "public" | "private" | "forbidden";

export function classifyAddress(text: string): AddressClass {
  const four = parseIpv4(text);
  if (four !== undefined) return classifyIpv4(four);
  const six = parseIpv6(text);
  return six === undefined ? "forbidden" : classifyIpv6(six);
}

/** The cloud's own services, some of them at addresses that look public. */
const metadataIpv4 = ["169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192"];

const privateIpv4 = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"].map(ipv4Range);
const forbiddenIpv4 = [
  ...metadataIpv4.map((address) => `${address}/32`),
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
].map(ipv4Range);

const globalIpv6 = ipv6Range("2000::/3");
const forbiddenIpv6 = [
  "fd00:ec2::254/128", // metadata
  "fd20:ce::254/128", // metadata
  "2001::/23", // protocol assignments: Teredo, ORCHID, benchmarking
  "2001:db8::/32",
  "2002::/16", // 6to4
  "3fff::/20",
].map(ipv6Range);
const privateIpv6 = ["::1/128", "fc00::/7"].map(ipv6Range);

interface Range<Value> {
  base: Value;
  bits: number;
}

function classifyIpv4(address: number): AddressClass {
  const isIn = ({ base, bits }: Range<number>) => address >>> (32 - bits) === base >>> (32 - bits);
  if (forbiddenIpv4.some(isIn)) return "forbidden";
  return privateIpv4.some(isIn) ? "private" : "public";
}

function classifyIpv6(address: bigint): AddressClass {
  const isIn = ({ base, bits }: Range<bigint>) => address >> BigInt(128 - bits) === base >> BigInt(128 - bits);
  if (forbiddenIpv6.some(isIn)) return "forbidden";
  if (privateIpv6.some(isIn)) return "private";
  return isIn(globalIpv6) ? "public" : "forbidden";
}

/** Four decimal numbers only: URL parsing has already turned every other spelling into this one. */
function parseIpv4(text: string): number | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((value, part) => value * 256 + part, 0);
}

/** An address with a zone (`fe80::1%eth0`) is never public and not parsed. */
function parseIpv6(text: string): bigint | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  let source = text;
  if (dotted !== null) {
    const four = parseIpv4(dotted[2] ?? "");
    if (four === undefined) return undefined;
    source = `${dotted[1]}${(four >>> 16).toString(16)}:${(four & 0xffff).toString(16)}`;
  }
  const halves = source.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  if (head === undefined) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(tail === undefined ? 0 : missing).fill("0"), ...(tail ?? [])];
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function ipv4Range(text: string): Range<number> {
  const [address = "", bits = ""] = text.split("/");
  return { base: parseIpv4(address) ?? 0, bits: Number(bits) };
}

function ipv6Range(text: string): Range<bigint> {
  const [address = "", bits = ""] = text.split("/");
  return { base: parseIpv6(address) ?? 0n, bits: Number(bits) };
}
