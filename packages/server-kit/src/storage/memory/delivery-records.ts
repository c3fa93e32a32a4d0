// Webhook deliveries in memory: the outbox and the record of every attempt.
import type { Delivery } from "../../domain/delivery.js";
import { acceptsDeliveries } from "../../domain/store.js";
import { compareText } from "../compare-text.js";
import type { DeliveryRecords, DueRequest } from "../port/delivery-records.js";
import { keyFrom, type Order } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byFigure } from "./orders-of-rows.js";

export function createDeliveryRecords({ deliveries, deliveryAttempts, stores }: MemoryTables): DeliveryRecords {
  const claimed = (row: Readonly<Delivery>) => row.claim !== undefined;
  const leaseUntil = (row: Readonly<Delivery>) => row.claim?.leaseUntil;

  /** Nothing is sent for a store that is disabled, deleted or without a webhook URL. */
  const isOpen = (merchantId: string) => acceptsDeliveries(stores.find(merchantId));
  const isDue = (row: Readonly<Delivery>, now: number) => {
    const at = dueAt(row);
    return at !== undefined && at <= now;
  };

  return {
    async insert(delivery) {
      deliveries.insert(delivery);
    },
    find: async (deliveryId) => deliveries.find(deliveryId),
    async listOfPayment(paymentId, { limit, after }) {
      const all = deliveries
        .list((row) => row.paymentId === paymentId, { order: byFigure((row) => row.createdAt) })
        .reverse();
      if (after === undefined) return all.slice(0, limit);
      const cursor = all.findIndex(({ deliveryId }) => deliveryId === after);
      return cursor === -1 ? [] : all.slice(cursor + 1, cursor + 1 + limit);
    },
    async listByState({ states, merchantId, since, until, limit, after, order = "oldest" }) {
      const isBehind = (row: Readonly<Delivery>, cursor: { createdAt: number; deliveryId: string }) =>
        order === "oldest" ? byCreation(row, cursor) > 0 : byCreation(row, cursor) < 0;
      const all = deliveries.list(
        (row) =>
          states.some((state) => state === row.state) &&
          (merchantId === undefined || row.merchantId === merchantId) &&
          (since === undefined || row.createdAt >= since) &&
          (until === undefined || row.createdAt < until) &&
          (after === undefined || isBehind(row, after)),
        { order: (one, other) => (order === "oldest" ? byCreation(one, other) : byCreation(other, one)) },
      );
      return all.slice(0, limit);
    },
    listOfStore: async ({ merchantId, since, until, limit, after }) =>
      deliveries.list(
        (row) =>
          row.merchantId === merchantId &&
          (since === undefined || row.createdAt >= since) &&
          (until === undefined || row.createdAt < until) &&
          (after === undefined || byCreation(row, after) < 0),
        { order: (one, other) => byCreation(other, one), limit },
      ),
    async readQueueOfStore(merchantId, atLeast) {
      const own = deliveries.list((row) => row.merchantId === merchantId && row.finishedAt === undefined);
      const due = own.map(dueAt).filter((at) => at !== undefined);
      return {
        unfinishedCount: Math.min(1000, own.length),
        nextDueAt: due.length === 0 ? undefined : Math.min(...due),
        interruptedCount: own.filter(({ interruptedCount }) => interruptedCount >= atLeast).length,
      };
    },
    listAttempts: async (deliveryId) =>
      deliveryAttempts.list((row) => row.deliveryId === deliveryId, { order: byFigure((row) => row.attempt) }),
    async listDue({ now, lane, limit, perStore, room, after }: DueRequest) {
      const left = new Map<string, number>();
      const roomOf = (merchantId: string) =>
        left.get(merchantId) ?? (isOpen(merchantId) ? (room.get(merchantId) ?? perStore) : 0);
      const byStore: Order<Delivery> = (one, other) => compareText(one.merchantId, other.merchantId);
      const due = deliveries.list((row) => laneOf(row) === lane && isDue(row, now), { order: byFigure(dueAt) });
      const rest = after === undefined ? due : due.filter(({ merchantId }) => merchantId > after).sort(byStore);
      const taken = rest.filter(({ merchantId }) => {
        const own = roomOf(merchantId);
        left.set(merchantId, own - 1);
        return own > 0;
      });
      const found = taken.slice(0, limit);
      // The oldest of all stores first; further ones store by store.
      const next = after === undefined ? "" : found.at(-1)?.merchantId;
      return { deliveries: found, next: taken.length > limit ? next : undefined };
    },
    listLapsed: async (now, latestLease, limit) =>
      deliveries.list(
        ({ claim }) => claim !== undefined && (claim.leaseUntil <= now || claim.leaseUntil > latestLease),
        { order: byFigure(leaseUntil), limit },
      ),
    listClaimed: async (limit) => deliveries.list(claimed, { order: byFigure(leaseUntil), limit }),
    async update(delivery, expectedToken) {
      const before = deliveries.find(delivery.deliveryId);
      if (before === undefined || before.claim?.token !== expectedToken) return false;
      const { manualSendAt, claim } = delivery;
      return deliveries.change(delivery.deliveryId, { ...progressOf(delivery), manualSendAt, claim });
    },
    async settle(delivery, token) {
      if (deliveries.find(delivery.deliveryId)?.claim?.token !== token) return false;
      return deliveries.change(delivery.deliveryId, { ...progressOf(delivery), claim: undefined });
    },
    isClaimed: async (deliveryId, token) => deliveries.find(deliveryId)?.claim?.token === token,
    async recordAttempt(attempt) {
      if (deliveryAttempts.insertIfAbsent(attempt)) return;
      const { durationMs, httpStatus, outcome, error, responseExcerpt, isTruncated, responseHeaders } = attempt;
      const key = keyFrom(attempt.deliveryId, attempt.attempt);
      deliveryAttempts.change(key, {
        durationMs,
        httpStatus,
        outcome,
        error,
        responseExcerpt,
        isTruncated,
        responseHeaders,
      });
    },
    async removeAttempt(deliveryId, attempt) {
      deliveryAttempts.remove(keyFrom(deliveryId, attempt));
    },
    async cancelOfStore(merchantId, now, limit) {
      const unfinished = deliveries.list((row) => row.merchantId === merchantId && row.finishedAt === undefined, {
        limit,
      });
      for (const { deliveryId } of unfinished) {
        deliveries.change(deliveryId, {
          state: "cancelled",
          finishedAt: now,
          nextAttemptAt: undefined,
          manualSendAt: undefined,
          claim: undefined,
        });
      }
      return unfinished.length;
    },
    nextDue: async (now) =>
      deliveries.least((row) => {
        const at = leaseUntil(row) ?? dueAt(row);
        return at !== undefined && at > now ? at : undefined;
      }),
    countUnfinished: async () => deliveries.list((row) => row.finishedAt === undefined).length,
    async countUnfinishedByPath() {
      const counts: Partial<Record<Delivery["path"], number>> = {};
      for (const { path } of deliveries.list((row) => row.finishedAt === undefined)) {
        counts[path] = (counts[path] ?? 0) + 1;
      }
      return counts;
    },
    countInterrupted: async (atLeast) =>
      deliveries.list((row) => row.finishedAt === undefined && row.interruptedCount >= atLeast).length,
    countByState: async () => countStates(deliveries.rows()),
    countByStateOfPayments: async (paymentIds) =>
      countStates(deliveries.list(({ paymentId }) => paymentIds.includes(paymentId))),
    oldestDue: async (now) =>
      deliveries.least((row) => (isDue(row, now) && isOpen(row.merchantId) ? dueAt(row) : undefined)),
    async oldestDueByPath(now) {
      const oldest: Partial<Record<Delivery["path"], number>> = {};
      for (const row of deliveries.list((one) => isDue(one, now) && isOpen(one.merchantId))) {
        oldest[row.path] = Math.min(oldest[row.path] ?? now, dueAt(row) ?? now);
      }
      return oldest;
    },
  };
}

function byCreation(
  one: Pick<Delivery, "createdAt" | "deliveryId">,
  other: Pick<Delivery, "createdAt" | "deliveryId">,
): number {
  return one.createdAt - other.createdAt || compareText(one.deliveryId, other.deliveryId);
}

/** Due time by schedule or manual send, whichever is earlier; undefined while claimed. */
function dueAt({ claim, nextAttemptAt, manualSendAt }: Readonly<Delivery>): number | undefined {
  if (claim !== undefined) return undefined;
  if (nextAttemptAt === undefined || manualSendAt === undefined) return nextAttemptAt ?? manualSendAt;
  return Math.min(nextAttemptAt, manualSendAt);
}

function laneOf({ scheduledCount, manualSendAt }: Readonly<Delivery>): DueRequest["lane"] {
  return scheduledCount > 0 && manualSendAt === undefined ? "retry" : "first";
}

/** The mutable fields; body, event and store never change. */
function progressOf(delivery: Delivery): Partial<Delivery> {
  const { state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt } = delivery;
  return { state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt };
}

function countStates(rows: Iterable<Readonly<Delivery>>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = Math.min(10_000, (counts[state] ?? 0) + 1);
  return counts;
}
