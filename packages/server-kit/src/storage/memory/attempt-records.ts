// Provider sessions in memory.
import type { PaymentAttempt } from "../../domain/payment.js";
import type { AttemptRecords } from "../port/attempt-records.js";
import { UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";
import { sealingKeyIdsOf } from "./sealing-key-ids.js";

export function createAttemptRecords({ attempts }: MemoryTables): AttemptRecords {
  /** A provider's session belongs to one attempt. */
  function requireOwnSession({ attemptId, provider, sessionId }: PaymentAttempt): void {
    if (sessionId === undefined) return;
    const other = attempts.first(
      (row) => row.attemptId !== attemptId && row.provider === provider && row.sessionId === sessionId,
    );
    if (other !== undefined) throw new UniqueError("provider session");
  }

  return {
    async insert(attempt) {
      requireOwnSession(attempt);
      attempts.insert(attempt);
    },
    async update(attempt, leaseToken) {
      const before = attempts.find(attempt.attemptId);
      if (before === undefined || (leaseToken !== undefined && before.leaseToken !== leaseToken)) return false;
      requireOwnSession(attempt);
      return attempts.change(attempt.attemptId, attempt);
    },
    find: async (attemptId) => attempts.find(attemptId),
    findBySession: async (provider, sessionId) =>
      attempts.first((row) => row.provider === provider && row.sessionId === sessionId),
    findCurrent: async (paymentId) =>
      attempts
        .list((row) => row.paymentId === paymentId && row.status !== "superseded" && row.status !== "ended", {
          order: byNumber((row) => row.createdAt),
        })
        .at(-1),
    list: async (paymentId) =>
      attempts.list((row) => row.paymentId === paymentId, { order: byNumber((row) => row.createdAt) }),
    listSealed: async ({ after, limit }) =>
      attempts.list((row) => row.sealedRequest !== undefined && row.attemptId > after, {
        order: (left, right) => (left.attemptId < right.attemptId ? -1 : 1),
        limit,
      }),
    listSealingKeyIds: async () => sealingKeyIdsOf([...attempts.rows()].map(({ sealedRequest }) => sealedRequest)),
    listDuePolls: async (now, limit) =>
      attempts.list((row) => row.nextPollAt !== undefined && row.nextPollAt <= now, {
        order: byNumber((row) => row.nextPollAt),
        limit,
      }),
    nextPoll: async () => attempts.least((row) => row.nextPollAt),
  };
}
