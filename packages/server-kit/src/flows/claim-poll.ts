// Claims the next poll of a session. One unit of work decides and reschedules the session before the provider is called: instances never
// poll twice, and a crash loses one poll, not the session.
import type { ProviderEvent } from "../domain/evidence.js";
import type { FailureLog } from "../domain/failure-log.js";
import { type PaymentAttempt, placeOfKind } from "../domain/payment.js";
import { planNextPoll, pollGapMs } from "../domain/poll-schedule.js";
import type { Records } from "../storage/port.js";
import type { ApplyEventDependencies } from "./apply-event.js";
import { findProvider, type Providers } from "./find-provider.js";
import type { PollSlots } from "./poll-slots.js";

export interface SessionPollingDependencies extends ApplyEventDependencies, Providers {
  providerTimeoutMs: number;
  failures: FailureLog;
}

/**
 * - `responded`: the provider responded, and its events are recorded.
 * - `planned`: it was polled within the last seconds, or this configuration cannot poll it; the next poll is scheduled.
 * - `over`: this session is not polled any more.
 * - `failed`: the provider did not respond; the next poll is scheduled.
 */
export type PollResult = "responded" | "planned" | "over" | "failed";

/**
 * - `ours`: this caller polls, and releases the slot.
 * - `deferred`: all slots are taken (`planned`), or the provider's circuit is open (`failed`); due again at `at`, epoch milliseconds.
 * - `other_code`: the configured provider is not the one that opened the session.
 */
export type PollClaim =
  | { kind: "ours"; attempt: PaymentAttempt; fetchOutcome(): Promise<ProviderEvent[]>; slotKey: string }
  | { kind: Exclude<PollResult, "responded"> }
  | { kind: "deferred"; slotKey: string; at: number; result: "planned" | "failed" }
  | { kind: "other_code"; attempt: PaymentAttempt; configured: string | undefined };

/** Next poll while the provider's circuit is open. */
const unavailableDelayMs = 30_000;
/** Next poll when all slots of the provider are taken. */
const crowdedDelayMs = 2000;
/** Added to the provider's timeout: after a crash during the call, the session is due again then. */
const claimMarginMs = 30_000;

/** Claims the poll for this caller, or returns the reason that it is not polled now. With `ours`, the caller must release the slot. */
export async function claimPoll(
  dependencies: SessionPollingDependencies,
  attemptId: string,
  { isPlanned, slots }: { isPlanned: boolean; slots: PollSlots },
): Promise<PollClaim> {
  const { storage, clock } = dependencies;
  // Most calls are too early: they return without a write.
  const seen = await storage.read((records) => records.attempts.find(attemptId));
  if (seen === undefined || seen.nextPollAt === undefined) return { kind: "over" };
  if (!isPlanned && isPolledRecently(seen, clock.now()) && seen.nextPollAt <= (seen.lastAskedAt ?? 0) + pollGapMs) {
    return { kind: "planned" };
  }
  const payment = await storage.read((records) => records.payments.find(seen.paymentId));
  if (payment === undefined) return { kind: "over" };
  const slotKey = `${payment.environment} ${placeOfKind[seen.kind]}`;
  const hasSlot = slots.enter(slotKey, isPlanned);
  let claim: PollClaim | undefined;
  try {
    claim = await storage.write((records) =>
      claimIn(dependencies, records, attemptId, { isPlanned, slotKey, hasSlot, slots }),
    );
    return claim;
  } finally {
    // The caller keeps the slot until the provider has responded.
    if (hasSlot && claim?.kind !== "ours") slots.leave(slotKey);
  }
}

async function claimIn(
  dependencies: SessionPollingDependencies,
  records: Records,
  attemptId: string,
  { isPlanned, slotKey, hasSlot, slots }: { isPlanned: boolean; slotKey: string; hasSlot: boolean; slots: PollSlots },
): Promise<PollClaim> {
  const attempt = await records.attempts.find(attemptId);
  const payment = attempt && (await records.payments.find(attempt.paymentId));
  if (attempt?.sessionId === undefined || attempt.nextPollAt === undefined || payment === undefined) {
    return { kind: "over" };
  }
  const { sessionId } = attempt;
  const now = dependencies.clock.now();
  const plan = (at: number | undefined) => records.attempts.update({ ...attempt, nextPollAt: at });
  const regular = planNextPoll(attempt, payment.expiresAt, now);
  if (regular === undefined) {
    await plan(undefined);
    return { kind: "over" };
  }
  if (isPolledRecently(attempt, now)) {
    const soon = (attempt.lastAskedAt ?? now) + pollGapMs;
    // Polled on demand: schedule one more poll as soon as the gap allows.
    await plan(isPlanned ? soon : Math.min(attempt.nextPollAt, soon));
    return { kind: "planned" };
  }
  const provider = findProvider(dependencies, payment.environment, attempt.kind);
  if (provider?.code !== attempt.provider) {
    await plan(regular);
    return { kind: "other_code", attempt, configured: provider?.code };
  }
  if (!hasSlot || !provider.isAvailable()) {
    const at = slots.deferTo(slotKey, now + (hasSlot ? unavailableDelayMs : crowdedDelayMs));
    await plan(at);
    return { kind: "deferred", slotKey, at, result: hasSlot ? "failed" : "planned" };
  }
  const claimed: PaymentAttempt = {
    ...attempt,
    pollCount: attempt.pollCount + 1,
    lastAskedAt: now,
    nextPollAt: now + dependencies.providerTimeoutMs + claimMarginMs,
  };
  await records.attempts.update(claimed);
  return {
    kind: "ours",
    attempt: claimed,
    slotKey,
    fetchOutcome: () => provider.fetchOutcome(sessionId, claimed.pollCount),
  };
}

/** By absolute difference: a clock that was set back must not stop the polling of a session. */
function isPolledRecently({ lastAskedAt }: PaymentAttempt, now: number): boolean {
  return lastAskedAt !== undefined && Math.abs(now - lastAskedAt) < pollGapMs;
}
