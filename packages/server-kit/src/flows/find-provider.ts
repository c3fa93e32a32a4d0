// Whose session is it? Banks and card pages are two ports; each environment has at most one of either.
import type { Environment } from "../domain/environment.js";
import type { AttemptKind } from "../domain/payment.js";
import type { CardPageProvider } from "../outbound/card-page-provider.js";
import type { OpenBankingProvider } from "../outbound/open-banking-provider.js";

export interface Providers {
  /** Banks, by environment. */
  providers: Partial<Record<Environment, OpenBankingProvider>>;
  cardPages: Partial<Record<Environment, CardPageProvider>>;
}

/** The provider that sessions of this kind are opened at; undefined when the environment has none. */
export function findProvider(
  { providers, cardPages }: Providers,
  environment: Environment,
  kind: AttemptKind,
): OpenBankingProvider | CardPageProvider | undefined {
  return kind === "card" ? cardPages[environment] : providers[environment];
}
