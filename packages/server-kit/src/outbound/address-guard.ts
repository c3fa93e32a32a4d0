// Decides, at the moment of connecting, which addresses a connection may go to. A name with one address that is not public is refused
// whole: which of its addresses a system picks is not ours to say.
import { isIP } from "node:net";
import { classifyAddress } from "../domain/public-address.js";
import { isAddressAllowed } from "../domain/webhook-url.js";
import type { ResolveHost } from "./resolve-host.js";

export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
}

export interface AddressGuardOptions {
  resolve: ResolveHost;
  allowPrivateNetwork: boolean;
}

export type VettedAddress = { address: string; family: 4 | 6 };

/** The addresses of a host that may be connected to. @throws BlockedAddressError, or the resolver's error. */
export async function vetHost(
  { resolve, allowPrivateNetwork }: AddressGuardOptions,
  host: string,
): Promise<VettedAddress[]> {
  // No resolver is ever asked about a literal, so it is judged here.
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const vetted = addresses.map((address): VettedAddress => {
    if (!isAddressAllowed(classifyAddress(address), { allowPrivateNetwork })) {
      throw new BlockedAddressError(`${host} leads to ${address}, which is not a public address.`);
    }
    return { address, family: isIP(address) === 6 ? 6 : 4 };
  });
  if (vetted.length === 0) throw new Error(`${host} has no address.`);
  return vetted;
}
