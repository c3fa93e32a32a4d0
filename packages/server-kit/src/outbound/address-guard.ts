// Checks the addresses of a host when connecting. A host with one address that is not public is rejected
// entirely, because the system may pick any of them.
import { isIP } from "node:net";
import { classifyAddress } from "../domain/public-address.js";
import { isAddressAllowed } from "../domain/webhook-url.js";
import type { ResolveHost } from "./resolve-host.js";

/** The host resolves to an address that is not allowed. */
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
  // IP literals are not resolved, so they are checked here.
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const vetted = addresses.map((address): VettedAddress => {
    if (!isAddressAllowed(classifyAddress(address), { allowPrivateNetwork })) {
      throw new BlockedAddressError(`${host} resolves to ${address}, which is not a public address.`);
    }
    return { address, family: isIP(address) === 6 ? 6 : 4 };
  });
  if (vetted.length === 0) throw new Error(`${host} has no address.`);
  return vetted;
}
