// Resolves host names by DNS directly: the system's look-up blocks one of four threads while a name
// server does not respond, so four names without a response would block all others. Names unknown to the DNS may be in the hosts file.
import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** node:dns `lookup`, or anything that calls back in one of its two shapes. */
export type LookupFunction = (
  hostname: string,
  options: { all: true },
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: string | { address: string; family: number }[],
    family?: number,
  ) => void,
) => void;

/** All addresses of a name. @throws when there is none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** After one address family has resolved, the other one is awaited for this long. */
const graceMs = 250;

/** Resolves names by DNS, then by the system; concurrent requests for one name share one look-up. */
export function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const pending = new Map<string, Promise<string[]>>();
  return (hostname) => {
    let lookup = pending.get(hostname);
    if (lookup === undefined) {
      const started = isLocalName(hostname) ? resolveBySystem(hostname) : resolveByDns(resolver, hostname);
      lookup = started.finally(() => pending.delete(hostname));
      pending.set(hostname, lookup);
    }
    return lookup;
  };
}

/** Turns a look-up function into a resolver; `lookup` may call back with one address or with all. */
export function resolverFromLookup(lookup: LookupFunction): ResolveHost {
  return (hostname) =>
    new Promise((resolve, reject) => {
      lookup(hostname, { all: true }, (error, addresses) => {
        if (error) reject(error);
        else resolve(typeof addresses === "string" ? [addresses] : addresses.map(({ address }) => address));
      });
    });
}

async function resolveByDns(resolver: Resolver, hostname: string): Promise<string[]> {
  const four = resolver.resolve4(hostname);
  const six = resolver.resolve6(hostname);
  const [v4, v6] = await Promise.all([within(four, six), within(six, four)]);
  const addresses = [...v4.addresses, ...v6.addresses];
  if (addresses.length > 0) return addresses;
  if (v4.code === "ETIMEOUT" && v6.code === "ETIMEOUT")
    throw new Error(`The name servers did not respond for ${hostname}.`);
  return resolveBySystem(hostname);
}

/** Names without a dot and reserved local names are resolved by the hosts file or a container's name service. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local)$/i.test(name);
}

const resolveBySystem = resolverFromLookup((name, options, callback) => systemLookup(name, options, callback));

interface FamilyResult {
  addresses: string[];
  code: string | undefined;
}

/** The result of one address family; abandoned shortly after the other one has found something. */
async function within(own: Promise<string[]>, other: Promise<string[]>): Promise<FamilyResult> {
  let timer: NodeJS.Timeout | undefined;
  const otherFound = other.then(
    () =>
      new Promise<FamilyResult>((resolve) => {
        timer = setTimeout(resolve, graceMs, { addresses: [], code: "ETIMEOUT" });
      }),
    () => new Promise<FamilyResult>(() => undefined),
  );
  const result = own.then(
    (addresses): FamilyResult => ({ addresses: addresses.filter((address) => isIP(address) !== 0), code: undefined }),
    (error: NodeJS.ErrnoException): FamilyResult => ({ addresses: [], code: error.code }),
  );
  return Promise.race([result, otherFound]).finally(() => clearTimeout(timer));
}
