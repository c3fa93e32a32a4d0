// Which addresses does a name have? Asks the DNS directly: the system's own look-up blocks one of four threads for as long as a name
// server is silent, so that four dead names would hold up every live one. Names that the DNS does not have may stand in the hosts file.
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

/** After one family has answered, the other gets this long. */
const graceMs = 250;

/** Looks names up in the DNS, then in the system; the same name is looked up once at a time. */
export function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const pending = new Map<string, Promise<string[]>>();
  return (hostname) => {
    let answer = pending.get(hostname);
    if (answer === undefined) {
      const asked = isLocalName(hostname) ? resolveBySystem(hostname) : resolveByDns(resolver, hostname);
      answer = asked.finally(() => pending.delete(hostname));
      pending.set(hostname, answer);
    }
    return answer;
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
    throw new Error(`The name servers did not answer for ${hostname}.`);
  return resolveBySystem(hostname);
}

/** Names without a dot and those kept for local use stand in the hosts file or with a container's own name service. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local)$/i.test(name);
}

const resolveBySystem = resolverFromLookup((name, options, callback) => systemLookup(name, options, callback));

interface FamilyAnswer {
  addresses: string[];
  code: string | undefined;
}

/** One family's answer; given up shortly after the other family has found something. */
async function within(own: Promise<string[]>, other: Promise<string[]>): Promise<FamilyAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const otherFound = other.then(
    () =>
      new Promise<FamilyAnswer>((resolve) => {
        timer = setTimeout(resolve, graceMs, { addresses: [], code: "ETIMEOUT" });
      }),
    () => new Promise<FamilyAnswer>(() => undefined),
  );
  const answer = own.then(
    (addresses): FamilyAnswer => ({ addresses: addresses.filter((address) => isIP(address) !== 0), code: undefined }),
    (error: NodeJS.ErrnoException): FamilyAnswer => ({ addresses: [], code: error.code }),
  );
  return Promise.race([answer, otherFound]).finally(() => clearTimeout(timer));
}
