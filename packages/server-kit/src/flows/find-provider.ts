// Finds the provider of a session. Banks and card pages are separate ports; each environment has at most one of each.
import type { Environment } from "../domain/environment.js";
import { type AttemptKind, type ProviderPlace, placeOfKind } from "../domain/payment.js";
import type { BankClient, CardPageClient } from "../outbound/provider-client.js";

export interface Providers {
  /** Banks, by environment. */
  providers: Partial<Record<Environment, BankClient>>;
  cardPages: Partial<Record<Environment, CardPageClient>>;
}

/** The provider for sessions of this kind; undefined when the environment has none. */
export function findProvider(
  { providers, cardPages }: Providers,
  environment: Environment,
  kind: AttemptKind,
): BankClient | CardPageClient | undefined {
  const atPlace = { bank: providers, card: cardPages } satisfies Record<ProviderPlace, unknown>;
  return atPlace[placeOfKind[kind]][environment];
}
