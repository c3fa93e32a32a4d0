// Records the session that a provider has opened, also when it responded too late or when the payment has ended meanwhile: money may be
// paid on it (docs/decisions/no-second-payment.md).
import type { Clock, Logger } from "../domain/clock.js";
import type { Payment, PaymentAttempt } from "../domain/payment.js";
import { firstPollDelayMs } from "../domain/poll-schedule.js";
import type { ProviderSession } from "../outbound/open-banking-provider.js";
import type { Records, Storage } from "../storage/port.js";
import { isPayable } from "./is-payable.js";

export interface RecordSessionDependencies {
  storage: Storage;
  clock: Clock;
  logger: Logger;
  announce(paymentId: string): void;
}

export interface CompletedSession {
  payment: Payment;
  provider: string;
  /** The provider's page; undefined when the payment cannot be paid any more, so that its buyer must not get there. */
  redirectUrl: string | undefined;
}

/**
 * Undefined when the lease was lost. A session whose payment ended or received money while the provider was called is recorded as
 * superseded: its address goes to nobody, and it is polled, because the provider may have shown it to the buyer.
 */
export async function recordSession(
  { storage, clock }: Pick<RecordSessionDependencies, "storage" | "clock">,
  { payment, attempt, leaseToken }: { payment: Payment; attempt: PaymentAttempt; leaseToken: string },
  session: ProviderSession,
): Promise<CompletedSession | undefined> {
  const { sessionId, redirectUrl, expiresAt } = session;
  return storage.write(async (records) => {
    const stored = (await records.payments.find(payment.paymentId)) ?? payment;
    const mayBePaid = await isPayable(records, stored);
    const isRecorded = await records.attempts.update(
      {
        ...attempt,
        status: mayBePaid ? "open" : "superseded",
        sessionId,
        redirectUrl,
        expiresAt,
        leaseToken: undefined,
        leaseUntil: undefined,
        nextPollAt: clock.now() + firstPollDelayMs,
      },
      leaseToken,
    );
    if (isRecorded) {
      return { payment: stored, provider: attempt.provider, redirectUrl: mayBePaid ? redirectUrl : undefined };
    }
    await recordLostSession(records, attempt, session, clock.now());
    return undefined;
  });
}

/** The provider responded after the deadline: the caller has gone, and the next one opens another session. */
export async function recordLateSession(
  { storage, clock, logger, announce }: RecordSessionDependencies,
  attempt: PaymentAttempt,
  session: ProviderSession,
): Promise<void> {
  const { paymentId, provider } = attempt;
  try {
    await storage.write((records) => recordLostSession(records, attempt, session, clock.now()));
    announce(paymentId);
  } catch (error) {
    logger.warn(
      { paymentId, provider, err: error },
      "provider opened a session too late, and it could not be recorded",
    );
  }
}

/**
 * Another caller has the lease, or the deadline has passed. The session exists at the bank nevertheless: it is polled like any superseded
 * one, so that money paid on it counts.
 */
async function recordLostSession(
  records: Records,
  { attemptId, provider }: PaymentAttempt,
  session: ProviderSession,
  now: number,
): Promise<void> {
  const stored = await records.attempts.find(attemptId);
  const isKnown = (await records.attempts.findBySession(provider, session.sessionId)) !== undefined;
  if (stored === undefined || isKnown) return;
  await records.attempts.update({
    ...stored,
    sessionId: session.sessionId,
    redirectUrl: session.redirectUrl,
    expiresAt: session.expiresAt,
    status: "superseded",
    leaseToken: undefined,
    leaseUntil: undefined,
    nextPollAt: now + firstPollDelayMs,
  });
}
