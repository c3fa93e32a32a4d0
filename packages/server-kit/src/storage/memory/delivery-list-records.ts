// Lists and counts of webhook deliveries in memory.
import type { Delivery } from "../../domain/delivery.js";
import { compareText } from "../compare-text.js";
import { countedTo, queueCountedTo } from "../delivery-list.js";
import type { DeliveryListRecords } from "../port/delivery-list-records.js";
import { dueAt } from "./due-delivery-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createDeliveryListRecords({ deliveries }: MemoryTables): DeliveryListRecords {
  return {
    async listOfPayment(paymentId, { limit, after }) {
      const all = deliveries
        .list((row) => row.paymentId === paymentId, { order: byNumber((row) => row.createdAt) })
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
        unfinishedCount: Math.min(queueCountedTo, own.length),
        nextDueAt: due.length === 0 ? undefined : Math.min(...due),
        interruptedCount: own.filter(({ interruptedCount }) => interruptedCount >= atLeast).length,
      };
    },
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
  };
}

function byCreation(
  one: Pick<Delivery, "createdAt" | "deliveryId">,
  other: Pick<Delivery, "createdAt" | "deliveryId">,
): number {
  return one.createdAt - other.createdAt || compareText(one.deliveryId, other.deliveryId);
}

function countStates(rows: Iterable<Readonly<Delivery>>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = Math.min(countedTo, (counts[state] ?? 0) + 1);
  return counts;
}
