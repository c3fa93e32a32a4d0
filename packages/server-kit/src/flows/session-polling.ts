// Polls providers for the outcome of their sessions, on schedule and on demand: callbacks may be lost, and outcomes may be late
// (spec/rules.md#questions). Each session has its own schedule, so a poll that hangs delays no other session.
import type { ProviderEvent } from "../domain/evidence.js";
import type { PaymentAttempt } from "../domain/payment.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import { claimPoll, type PollResult, type SessionPollingDependencies } from "./claim-poll.js";
import { concludePoll } from "./conclude-poll.js";
import { createPollSlots } from "./poll-slots.js";
import { recordSessionEvent } from "./record-session-event.js";

export interface SessionPolling {
  /** Polls now, unless the session was polled within the last seconds. Concurrent callers share one poll. */
  poll(attemptId: string): Promise<PollResult>;
  /** As `poll`, but waits at most `waitMs` (real milliseconds); the poll continues without the caller. */
  pollWithin(attemptId: string, waitMs: number): Promise<PollResult | "pending">;
  /** Polls the sessions that are due, at most one batch, and waits for the responses; returns how many it polled. */
  pollDue(): Promise<number>;
  /** Starts polling the sessions that are due without waiting; returns how many it started. */
  startDue(): Promise<number>;
  /** Resolves when no poll is in flight. */
  settled(): Promise<void>;
}

/** Sessions polled concurrently by one batch. */
const batchSize = 20;
/** Real milliseconds: a session whose poll could not be recorded (disk full, for example) is skipped for this long. */
const restMs = 5000;

export function createSessionPolling(dependencies: SessionPollingDependencies): SessionPolling {
  const { storage, clock, failures } = dependencies;
  const underWay = new Map<string, Promise<PollResult>>();
  const slots = createPollSlots();
  const resting = new Set<string>();

  function poll(attemptId: string, isPlanned = false): Promise<PollResult> {
    const shared = underWay.get(attemptId);
    if (shared !== undefined) return shared;
    const shareable = pollOnce(attemptId, isPlanned).finally(() => underWay.delete(attemptId));
    underWay.set(attemptId, shareable);
    return shareable;
  }

  async function pollOnce(attemptId: string, isPlanned: boolean): Promise<PollResult> {
    const claim = await claimPoll(dependencies, attemptId, { isPlanned, slots });
    if (claim.kind === "put_off") {
      slots.notePutOff(claim.slotKey, claim.at);
      return claim.result;
    }
    if (claim.kind === "other_code") {
      warnOfOtherCode(claim.attempt, claim.configured);
      return "planned";
    }
    if (claim.kind !== "ours") return claim.kind;
    const { attempt, slotKey } = claim;
    let reported: ProviderEvent[] | undefined;
    try {
      reported = await claim.fetchOutcome();
    } catch (error) {
      // The adapter guard has logged it.
      if (!(error instanceof AdapterCallError)) throw error;
    } finally {
      slots.leave(slotKey);
    }
    for (const event of reported ?? []) await recordSessionEvent(dependencies, attempt, event);
    await concludePoll(dependencies, attempt, reported);
    return reported === undefined ? "failed" : "answered";
  }

  function warnOfOtherCode(
    { provider: stored, paymentId, kind }: PaymentAttempt,
    configured: string | undefined,
  ): void {
    failures.warn(
      `provider code ${stored} ${configured}`,
      { paymentId, kind, storedCode: stored, configuredCode: configured ?? null },
      "sessions of this provider are not polled: the configured provider has a different code",
    );
  }

  async function listDue(limit: number): Promise<string[]> {
    const due = await storage.read((records) => records.attempts.listDuePolls(clock.now(), limit));
    return due
      .map(({ attemptId }) => attemptId)
      .filter((attemptId) => !underWay.has(attemptId) && !resting.has(attemptId));
  }

  function noteFailure(attemptId: string, error: unknown): "failed" {
    resting.add(attemptId);
    setTimeout(() => resting.delete(attemptId), restMs).unref();
    failures.warn("poll not recorded", { attemptId, err: error }, "a poll of a provider could not be recorded");
    return "failed";
  }

  return {
    poll: (attemptId) => poll(attemptId),
    async pollWithin(attemptId, waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<"pending">((resolve) => {
        timer = setTimeout(resolve, waitMs, "pending");
      });
      const result = poll(attemptId).catch((error: unknown) => noteFailure(attemptId, error));
      return Promise.race([result, tooLate]).finally(() => clearTimeout(timer));
    },
    async pollDue() {
      const due = await listDue(batchSize);
      const results = await Promise.allSettled(due.map((attemptId) => poll(attemptId, true)));
      const failure = results.find((result) => result.status === "rejected");
      if (failure !== undefined) throw failure.reason;
      return due.length;
    },
    async startDue() {
      const due = await listDue(batchSize);
      for (const attemptId of due) poll(attemptId, true).catch((error: unknown) => noteFailure(attemptId, error));
      return due.length;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
  };
}
