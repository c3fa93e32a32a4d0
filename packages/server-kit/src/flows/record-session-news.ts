// News about one provider session. Money counts from whichever session it comes; a session that the buyer has left or that another
// one has replaced can no longer end the payment.
import type { ProviderEvent } from "../domain/evidence.js";
import type { PaymentAttempt } from "../domain/payment.js";
import type { OpenBankingProvider } from "../outbound/open-banking-provider.js";
import { type ApplyEventDependencies, applyProviderEvent, type EventResult } from "./apply-event.js";

const moneyEvents: readonly ProviderEvent["type"][] = [
  "provider.accepted",
  "provider.success",
  "settlement.confirmed",
  "settlement.partial",
];

export async function recordSessionNews(
  dependencies: ApplyEventDependencies,
  session: PaymentAttempt,
  news: ProviderEvent,
): Promise<EventResult> {
  const { storage, clock } = dependencies;
  const { paymentId } = session;
  if (moneyEvents.includes(news.type)) return applyProviderEvent(dependencies, paymentId, news);
  const stale = await storage.write(async (records): Promise<EventResult | undefined> => {
    const current = await records.attempts.findCurrent(paymentId);
    const payment = await records.payments.find(paymentId);
    if (payment === undefined) return { kind: "not_found" };
    if (current === undefined || current.attemptId === session.attemptId) return undefined;
    await records.payments.appendEvidence({
      paymentId,
      event: news.type,
      wasAllowed: false,
      providerTime: news.providerTime,
      amountCents: news.amountCents,
      currency: news.currency,
      reference: news.reference,
      detail: news.detail,
      at: clock.now(),
    });
    return { kind: "not_allowed", payment };
  });
  return stale ?? applyProviderEvent(dependencies, paymentId, news);
}

/** Asks the provider what became of a session and records what it says. @throws what the provider throws. */
export async function fetchSessionNews(
  dependencies: ApplyEventDependencies,
  provider: OpenBankingProvider,
  session: PaymentAttempt,
): Promise<void> {
  if (session.sessionId === undefined) return;
  const news = (await provider.fetchOutcome(session.sessionId, session.pollCount + 1)) ?? [];
  for (const event of [news].flat()) await recordSessionNews(dependencies, session, event);
}
