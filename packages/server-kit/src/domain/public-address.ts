// Classifies IP addresses by value, not by notation. Only addresses known to be public are public
// (IANA special-purpose registries; every range that embeds IPv4 addresses is rejected entirely).
import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

/**
 * `public`; `private`: loopback, private and shared ranges, which an operator may allow for tests and intranets; `forbidden`: link-local
 * and metadata addresses, multicast, unspecified, reserved, translated and tunnelled ones, which cannot be allowed.
 */
export type AddressClass = "public" | "private" | "forbidden";

/** Any notation other than dotted decimal or an IPv6 address without a zone is forbidden. */
export function classifyAddress(text: string): AddressClass {
  if (!IPv4.isValidFourPartDecimal(text) && (!IPv6.isValid(text) || text.includes("%"))) return "forbidden";
  // The names in `ranges` are the classes.
  return ipaddr.subnetMatch(ipaddr.parse(text), ranges, "forbidden") as AddressClass;
}

/** The first matching range decides; an address in none is forbidden. */
const ranges = {
  forbidden: [
    // Metadata services of clouds, some of them in ranges that are otherwise public.
    "169.254.169.254/32",
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
    "fd00:ec2::254/128",
    "fd20:ce::254/128",
    "0.0.0.0/8",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
    "2001::/23", // protocol assignments: Teredo, ORCHID, benchmarking
    "2001:db8::/32",
    "2002::/16", // 6to4
    "3fff::/20",
  ].map(parseRange),
  private: ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"].map(
    parseRange,
  ),
  public: ["0.0.0.0/0", "2000::/3"].map(parseRange),
};

function parseRange(text: string) {
  return ipaddr.parseCIDR(text);
}
