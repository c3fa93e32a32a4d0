// Clients of banks and card pages with deadline, circuit breaker and metrics: of the host's providers, or of the sandbox for test payments.
import type { Links } from "../http/links.js";
import type { AdapterCalls } from "../outbound/adapter-calls.js";
import { type BankClient, bankClient, type CardPageClient, cardPageClient } from "../outbound/provider-client.js";
import { sandboxProvider } from "../outbound/sandbox-provider.js";
import type { PaymentServiceOptions } from "../service-options.js";

/** Without a provider of the host, test payments use the sandbox, and live payments have none. */
export function providerClients(
  { calls, links, timeoutMs }: { calls: AdapterCalls; links: Links; timeoutMs: number },
  { openBanking = {}, cardPages = {} }: Pick<PaymentServiceOptions, "openBanking" | "cardPages">,
): { providers: { test: BankClient; live?: BankClient }; cardPages: { test: CardPageClient; live?: CardPageClient } } {
  const shared = { calls, timeoutMs };
  const sandbox = { ...shared, hasCircuit: false };
  return {
    providers: {
      test: openBanking.test
        ? bankClient(openBanking.test, { ...shared, adapter: "open_banking_test" })
        : bankClient(sandboxProvider({ sessionPage: links.sandboxBank }), { ...sandbox, adapter: "sandbox_bank" }),
      ...(openBanking.live && { live: bankClient(openBanking.live, { ...shared, adapter: "open_banking_live" }) }),
    },
    cardPages: {
      test: cardPages.test
        ? cardPageClient(cardPages.test, { ...shared, adapter: "card_page_test" })
        : cardPageClient(sandboxProvider({ sessionPage: links.sandboxCard }), {
            ...sandbox,
            adapter: "sandbox_card_page",
          }),
      ...(cardPages.live && { live: cardPageClient(cardPages.live, { ...shared, adapter: "card_page_live" }) }),
    },
  };
}
