// Polls providers for the outcome of their sessions, on schedule and on demand: callbacks may be lost, and outcomes may be late
// (spec/rules.md#polling). Each session has its own schedule, so that a poll that hangs delays no other session.
import type { PollResult, SessionPollingDependencies } from "./claim-poll.js";
import { pollSession } from "./poll-session.js";
import { createPollSlots } from "./poll-slots.js";

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
const skipMs = 5000;

export function createSessionPolling(dependencies: SessionPollingDependencies): SessionPolling {
  const { storage, clock, failures } = dependencies;
  const polls = new Map<string, Promise<PollResult>>();
  const slots = createPollSlots();
  const skipped = new Set<string>();

  function poll(attemptId: string, isPlanned = false): Promise<PollResult> {
    const shared = polls.get(attemptId);
    if (shared !== undefined) return shared;
    const started = pollSession(dependencies, attemptId, { isPlanned, slots }).finally(() => polls.delete(attemptId));
    polls.set(attemptId, started);
    return started;
  }

  async function listDue(limit: number): Promise<string[]> {
    const due = await storage.read((records) => records.attempts.listDuePolls(clock.now(), limit));
    return due
      .map(({ attemptId }) => attemptId)
      .filter((attemptId) => !polls.has(attemptId) && !skipped.has(attemptId));
  }

  function noteFailure(attemptId: string, error: unknown): "failed" {
    skipped.add(attemptId);
    setTimeout(() => skipped.delete(attemptId), skipMs).unref();
    failures.warn("poll not recorded", { attemptId, err: error }, "a poll of a provider could not be recorded");
    return "failed";
  }

  return {
    poll: (attemptId) => poll(attemptId),
    async pollWithin(attemptId, waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<"pending">((resolve) => {
        timer = setTimeout(resolve, waitMs, "pending");
      });
      const result = poll(attemptId).catch((error: unknown) => noteFailure(attemptId, error));
      return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
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
      while (polls.size > 0) await Promise.allSettled(polls.values());
    },
  };
}
