// Which webhook deliveries are due, claimed or interrupted, in memory.
import type { Delivery } from "../../domain/delivery.js";
import { acceptsDeliveries } from "../../domain/store.js";
import { compareText } from "../compare-text.js";
import type { DueDeliveryRecords, DueRequest } from "../port/due-delivery-records.js";
import type { Order } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createDueDeliveryRecords({ deliveries, stores }: MemoryTables): DueDeliveryRecords {
  const isClaimed = (row: Readonly<Delivery>) => row.claim !== undefined;
  const leaseUntil = (row: Readonly<Delivery>) => row.claim?.leaseUntil;

  /** Nothing is sent for a store that is disabled, deleted or without a webhook URL. */
  const mayReceive = (merchantId: string) => acceptsDeliveries(stores.find(merchantId));
  const isDue = (row: Readonly<Delivery>, now: number) => {
    const at = dueAt(row);
    return at !== undefined && at <= now;
  };

  return {
    async listDue({ now, lane, limit, perStore, room, after }: DueRequest) {
      const left = new Map<string, number>();
      const roomOf = (merchantId: string) =>
        left.get(merchantId) ?? (mayReceive(merchantId) ? (room.get(merchantId) ?? perStore) : 0);
      const byStore: Order<Delivery> = (one, other) => compareText(one.merchantId, other.merchantId);
      const due = deliveries.list((row) => laneOf(row) === lane && isDue(row, now), { order: byNumber(dueAt) });
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
        { order: byNumber(leaseUntil), limit },
      ),
    listClaimed: async (limit) => deliveries.list(isClaimed, { order: byNumber(leaseUntil), limit }),
    nextDue: async (now) =>
      deliveries.least((row) => {
        const at = leaseUntil(row) ?? dueAt(row);
        return at !== undefined && at > now ? at : undefined;
      }),
    oldestDue: async (now) =>
      deliveries.least((row) => (isDue(row, now) && mayReceive(row.merchantId) ? dueAt(row) : undefined)),
    async oldestDueByPath(now) {
      const oldest: Partial<Record<Delivery["path"], number>> = {};
      for (const row of deliveries.list((one) => isDue(one, now) && mayReceive(one.merchantId))) {
        oldest[row.path] = Math.min(oldest[row.path] ?? now, dueAt(row) ?? now);
      }
      return oldest;
    },
  };
}

/** Due time by schedule or manual send, whichever is earlier; undefined while claimed. */
export function dueAt({ claim, nextAttemptAt, manualSendAt }: Readonly<Delivery>): number | undefined {
  if (claim !== undefined) return undefined;
  if (nextAttemptAt === undefined || manualSendAt === undefined) return nextAttemptAt ?? manualSendAt;
  return Math.min(nextAttemptAt, manualSendAt);
}

function laneOf({ scheduledCount, manualSendAt }: Readonly<Delivery>): DueRequest["lane"] {
  return scheduledCount > 0 && manualSendAt === undefined ? "retry" : "first";
}
