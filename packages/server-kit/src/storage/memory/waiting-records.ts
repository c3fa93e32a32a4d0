// Waiting rows in memory. A move records the waiting rows when it begins: rows written since then are not moved.
import { digestWindowMs } from "../../domain/delivery-mail.js";
import { latestMomentName, type WaitingRecords } from "../port/waiting-records.js";
import { keyFrom, type MemoryTable } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

const moveName = "clock.move";

export function createWaitingRecords(tables: MemoryTables): WaitingRecords {
  const { deliveries, attempts, mails, accountMails, idempotency, counters, settings, waitingMoves } = tables;
  const movable = { deliveries, attempts, mails, sentMails: mails, accountMails };

  function note(kind: keyof typeof movable, id: string, waits: Waits): void {
    if (Object.values(waits).every((at) => at === undefined)) return;
    waitingMoves.insert({ key: keyFrom(kind, id), kind, id, waits });
  }

  return {
    async latestMoment() {
      const kept = settings.find(latestMomentName);
      return kept && Number(kept.value);
    },
    async keepLatestMoment(now) {
      settings.put({ name: latestMomentName, value: String(now) });
    },
    async isMoving() {
      return settings.find(moveName) !== undefined;
    },
    async beginMove({ byMs, latest }) {
      if (settings.find(moveName) !== undefined) throw new Error("A move is in progress.");
      settings.put({ name: moveName, value: String(byMs) });
      let held = 0;
      for (const { deliveryId, nextAttemptAt, manualSendAt, claim } of deliveries.rows()) {
        const waits = { nextAttemptAt, manualSendAt };
        if (claim !== undefined) {
          held += 1;
          shift(deliveries, deliveryId, waits, byMs);
          deliveries.change(deliveryId, { claim: { ...claim, leaseUntil: claim.leaseUntil - byMs } });
        } else note("deliveries", deliveryId, waits);
      }
      for (const { attemptId, nextPollAt, status, leaseUntil } of attempts.rows()) {
        if (status === "opening") shift(attempts, attemptId, { leaseUntil }, byMs);
        note("attempts", attemptId, { nextPollAt });
      }
      for (const { mailId, nextAttemptAt, claimedUntil, sentAt } of mails.rows()) {
        if (nextAttemptAt !== undefined) note("mails", mailId, { nextAttemptAt, claimedUntil });
        else if (sentAt !== undefined && sentAt > latest - digestWindowMs) note("sentMails", mailId, { sentAt });
      }
      for (const { mailId, nextAttemptAt, claimedUntil } of accountMails.rows()) {
        if (nextAttemptAt !== undefined) note("accountMails", mailId, { nextAttemptAt, claimedUntil });
      }
      for (const record of idempotency.list(({ outcome }) => outcome === undefined)) {
        idempotency.put({ ...record, runningUntil: record.runningUntil - byMs });
      }
      for (const counter of counters.list(({ updatedAt }) => updatedAt > latest - byMs)) {
        counters.put({ ...counter, updatedAt: counter.updatedAt - byMs, expiresAt: counter.expiresAt - byMs });
      }
      return held;
    },
    async moveSlice({ limit }) {
      const byMs = Number(settings.find(moveName)?.value);
      if (Number.isNaN(byMs)) return undefined;
      let moved = 0;
      let seen = 0;
      for (const { key, kind, id, waits } of waitingMoves.rows()) {
        if (seen === limit) return moved;
        seen += 1;
        waitingMoves.remove(key);
        // The rows of each kind were recorded from its own table.
        const table = movable[kind] as unknown as MemoryTable<Waits>;
        if (shift(table, id, waits, byMs) && kind !== "sentMails") moved += 1;
      }
      if (seen > 0) return moved;
      settings.remove(moveName);
      return undefined;
    },
    async correctTimesAhead({ now, latest, firstPollDelayMs, limit }) {
      const sends = deliveries.list(
        ({ claim, attemptCount, scheduledCount, nextAttemptAt, manualSendAt }) =>
          claim === undefined &&
          (manualSendAt !== undefined || (attemptCount === 0 && scheduledCount === 0)) &&
          Math.min(nextAttemptAt ?? Number.POSITIVE_INFINITY, manualSendAt ?? Number.POSITIVE_INFINITY) > latest &&
          (nextAttemptAt !== undefined || manualSendAt !== undefined),
        { limit },
      );
      for (const { deliveryId, attemptCount, nextAttemptAt, manualSendAt } of sends) {
        deliveries.change(deliveryId, {
          ...(manualSendAt !== undefined && { manualSendAt: Math.min(manualSendAt, now) }),
          ...(nextAttemptAt !== undefined && attemptCount === 0 && { nextAttemptAt: Math.min(nextAttemptAt, now) }),
        });
      }
      const polls = attempts.list(
        ({ nextPollAt, pollCount, createdAt }) =>
          nextPollAt !== undefined && pollCount === 0 && nextPollAt > latest + firstPollDelayMs && createdAt > latest,
        { limit },
      );
      for (const { attemptId } of polls) attempts.change(attemptId, { nextPollAt: now + firstPollDelayMs });
      return sends.length + polls.length;
    },
  };
}

type Waits = Record<string, number | undefined>;

/** Moves the times that are unchanged since they were recorded. False when there is none, or the row was deleted. */
function shift<Row extends object>(table: MemoryTable<Row>, id: string, waits: Waits, byMs: number): boolean {
  // The recorded times are fields of the row.
  const row = table.find(id) as Waits | undefined;
  if (row === undefined) return false;
  const moved = Object.entries(waits).filter(([field, at]) => at !== undefined && row[field] === at);
  // The same fields, each with a time.
  const changes = Object.fromEntries(moved.map(([field, at]) => [field, Number(at) - byMs])) as Partial<Row>;
  return moved.length > 0 && table.change(id, changes);
}
