// Asks providers what became of their sessions: callbacks may be lost, and UNKNOWN outcomes resolve later.
// Plan: after 10 s, 30 s, 1 m, 2 m, 5 m, 15 m, 1 h, then every 6 h for as long as the payment may still move.

import type { PaymentAttempt } from "../domain/payment.js";
import { isAbsorbing } from "../domain/payment-state.js";
import { latePaymentWindowMs } from "../domain/transition-graph.js";
import { type ApplyEventDependencies, applyProviderEvent } from "./apply-event.js";
import { findProvider, type Providers } from "./find-provider.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const pollDelaysMs = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute, hour];
const steadyPollDelayMs = 6 * hour;
export const firstPollDelayMs = 10 * second;

/** Sessions asked about side by side. */
const batchSize = 20;

export type PollDependencies = ApplyEventDependencies & Providers;

/** Asks about every session that is due by now; returns how many were asked about. */
export async function pollProviderOutcomes(dependencies: PollDependencies): Promise<number> {
  const { storage, clock } = dependencies;
  const now = clock.now();
  const due = await storage.write(async (records) => {
    const attempts = await records.attempts.listDuePolls(now, batchSize);
    // Moved on before the question is asked: several instances do not ask twice, and a crash loses one question, not the session.
    for (const attempt of attempts) {
      const pollCount = attempt.pollCount + 1;
      const nextPollAt = now + (pollDelaysMs[pollCount] ?? steadyPollDelayMs);
      await records.attempts.update({ ...attempt, pollCount, nextPollAt });
    }
    return attempts;
  });
  await Promise.all(due.map((attempt) => pollOne(dependencies, attempt)));
  return due.length;
}

async function pollOne(dependencies: PollDependencies, attempt: PaymentAttempt): Promise<void> {
  const { storage, logger, clock } = dependencies;
  const payment = await storage.read((records) => records.payments.find(attempt.paymentId));
  const provider = payment && findProvider(dependencies, payment.environment, attempt.kind);
  const mayStillMove =
    payment !== undefined && !isAbsorbing(payment.state) && clock.now() <= payment.expiresAt + latePaymentWindowMs;
  if (!mayStillMove || provider?.code !== attempt.provider || attempt.sessionId === undefined) {
    await endPolling(dependencies, attempt.attemptId);
    return;
  }
  try {
    const news = (await provider.fetchOutcome(attempt.sessionId, attempt.pollCount + 1)) ?? [];
    for (const event of [news].flat()) {
      await applyProviderEvent(dependencies, attempt.paymentId, event, { attemptId: attempt.attemptId });
    }
  } catch (error) {
    logger.warn({ paymentId: attempt.paymentId, provider: attempt.provider, err: error }, "provider outcome not read");
  }
}

async function endPolling({ storage }: PollDependencies, attemptId: string): Promise<void> {
  await storage.write(async (records) => {
    const attempt = await records.attempts.find(attemptId);
    if (attempt) await records.attempts.update({ ...attempt, nextPollAt: undefined });
  });
}
