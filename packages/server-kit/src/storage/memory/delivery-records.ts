// Webhook deliveries in memory: the outbox and the record of every attempt.
import type { Delivery } from "../../domain/delivery.js";
import type { DeliveryRecords } from "../port/delivery-records.js";
import { createDeliveryListRecords } from "./delivery-list-records.js";
import { createDueDeliveryRecords } from "./due-delivery-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createDeliveryRecords(tables: MemoryTables): DeliveryRecords {
  const { deliveries, deliveryAttempts } = tables;

  return {
    ...createDueDeliveryRecords(tables),
    ...createDeliveryListRecords(tables),
    async insert(delivery) {
      deliveries.insert(delivery);
    },
    find: async (deliveryId) => deliveries.find(deliveryId),
    listAttempts: async (deliveryId) =>
      deliveryAttempts.list((row) => row.deliveryId === deliveryId, { order: byNumber((row) => row.attempt) }),
    async update(delivery, expectedToken) {
      const before = deliveries.find(delivery.deliveryId);
      if (before === undefined || before.claim?.token !== expectedToken) return false;
      const { manualSendAt, claim } = delivery;
      return deliveries.change(delivery.deliveryId, { ...progressOf(delivery), manualSendAt, claim });
    },
    async settle(delivery, { claim }) {
      if (deliveries.find(delivery.deliveryId)?.claim?.token !== claim.token) return false;
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
  };
}

/** The mutable fields; body, event and store never change. */
function progressOf(delivery: Delivery): Partial<Delivery> {
  const { state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt } = delivery;
  return { state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt };
}
