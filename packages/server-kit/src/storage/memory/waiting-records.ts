// What waits, in memory.
import { digestWindowMs } from "../../domain/delivery-mail.js";
import { latestMomentName, type WaitingRecords } from "../port/waiting-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createWaitingRecords(tables: MemoryTables): WaitingRecords {
  const { deliveries, attempts, mails, idempotency, counters, settings } = tables;
  return {
    async latestMoment() {
      const kept = settings.find(latestMomentName);
      return kept && Number(kept.value);
    },
    async keepLatestMoment(now) {
      settings.put({ name: latestMomentName, value: String(now) });
    },
    async moveEarlier({ byMs, latest }) {
      const earlier = (at: number | undefined) => (at === undefined ? undefined : at - byMs);
      let moved = 0;
      for (const { deliveryId, nextAttemptAt, manualSendAt, claim } of deliveries.rows()) {
        if (nextAttemptAt === undefined && manualSendAt === undefined && claim === undefined) continue;
        deliveries.change(deliveryId, {
          nextAttemptAt: earlier(nextAttemptAt),
          manualSendAt: earlier(manualSendAt),
          claim: claim && { ...claim, leaseUntil: claim.leaseUntil - byMs },
        });
        moved += 1;
      }
      for (const { attemptId, nextPollAt, status, leaseUntil } of attempts.rows()) {
        if (status === "opening") attempts.change(attemptId, { leaseUntil: earlier(leaseUntil) });
        if (nextPollAt === undefined) continue;
        attempts.change(attemptId, { nextPollAt: nextPollAt - byMs });
        moved += 1;
      }
      for (const { mailId, nextAttemptAt, claimedUntil, sentAt } of mails.rows()) {
        if (sentAt !== undefined && sentAt > latest - digestWindowMs) mails.change(mailId, { sentAt: sentAt - byMs });
        if (nextAttemptAt === undefined) continue;
        mails.change(mailId, { nextAttemptAt: nextAttemptAt - byMs, claimedUntil: earlier(claimedUntil) });
        moved += 1;
      }
      for (const record of idempotency.list(({ outcome }) => outcome === undefined)) {
        idempotency.put({ ...record, runningUntil: record.runningUntil - byMs });
      }
      for (const counter of counters.list(() => true)) {
        counters.put({ ...counter, updatedAt: counter.updatedAt - byMs, expiresAt: counter.expiresAt - byMs });
      }
      return moved;
    },
    async bringBack({ now, latest, firstPollDelayMs }) {
      const sends = deliveries.list(
        ({ claim, attemptCount, scheduledCount, nextAttemptAt, manualSendAt }) =>
          claim === undefined &&
          (manualSendAt !== undefined || (attemptCount === 0 && scheduledCount === 0)) &&
          Math.min(nextAttemptAt ?? Number.POSITIVE_INFINITY, manualSendAt ?? Number.POSITIVE_INFINITY) > latest &&
          (nextAttemptAt !== undefined || manualSendAt !== undefined),
      );
      for (const { deliveryId, attemptCount, nextAttemptAt, manualSendAt } of sends) {
        deliveries.change(deliveryId, {
          ...(manualSendAt !== undefined && { manualSendAt: Math.min(manualSendAt, now) }),
          ...(nextAttemptAt !== undefined && attemptCount === 0 && { nextAttemptAt: Math.min(nextAttemptAt, now) }),
        });
      }
      const questions = attempts.list(
        ({ nextPollAt, pollCount, createdAt }) =>
          nextPollAt !== undefined && pollCount === 0 && nextPollAt > latest + firstPollDelayMs && createdAt > latest,
      );
      for (const { attemptId } of questions) attempts.change(attemptId, { nextPollAt: now + firstPollDelayMs });
      return sends.length + questions.length;
    },
  };
}
