// Applies an event of one provider session, from a callback, the sandbox page or a poll.
import type { ProviderEvent } from "../domain/evidence.js";
import type { PaymentAttempt } from "../domain/payment.js";
import { type ApplyEventDependencies, applyProviderEvent, type EventResult } from "./apply-event.js";

export async function recordSessionEvent(
  dependencies: ApplyEventDependencies,
  session: PaymentAttempt,
  event: ProviderEvent,
  how: { hasEndedSince?: boolean; isPresentState?: boolean } = {},
): Promise<EventResult> {
  return applyProviderEvent(dependencies, session.paymentId, event, { attemptId: session.attemptId, ...how });
}
