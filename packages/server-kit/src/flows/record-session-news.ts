// News about one provider session, brought by a callback, by the page that plays the bank, or by asking when the buyer is back.
import type { ProviderEvent } from "../domain/evidence.js";
import type { PaymentAttempt } from "../domain/payment.js";
import type { CardPageProvider } from "../outbound/card-page-provider.js";
import type { OpenBankingProvider } from "../outbound/open-banking-provider.js";
import { type ApplyEventDependencies, applyProviderEvent, type EventResult } from "./apply-event.js";

export async function recordSessionNews(
  dependencies: ApplyEventDependencies,
  session: PaymentAttempt,
  news: ProviderEvent,
): Promise<EventResult> {
  return applyProviderEvent(dependencies, session.paymentId, news, { attemptId: session.attemptId });
}

/** Asks the provider what became of a session and records what it says. @throws what the provider throws. */
export async function fetchSessionNews(
  dependencies: ApplyEventDependencies,
  provider: OpenBankingProvider | CardPageProvider,
  session: PaymentAttempt,
): Promise<void> {
  if (session.sessionId === undefined) return;
  const news = (await provider.fetchOutcome(session.sessionId, session.pollCount + 1)) ?? [];
  for (const event of [news].flat()) await recordSessionNews(dependencies, session, event);
}
