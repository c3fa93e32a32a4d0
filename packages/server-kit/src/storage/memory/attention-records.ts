// Payments that need attention, in memory: counted on each read.
import { hasDeliveryFailed } from "../../domain/delivery.js";
import type { AttentionCount, AttentionRecords } from "../port/attention-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createAttentionRecords({ alerts, deliveries }: MemoryTables): AttentionRecords {
  return {
    async countsOf(paymentIds) {
      const counts = new Map<string, AttentionCount>(
        paymentIds.map((paymentId) => [paymentId, { paymentId, alertCount: 0, failedWebhookCount: 0 }]),
      );
      for (const { paymentId, resolvedAt } of alerts.rows()) {
        const count = counts.get(paymentId);
        if (count !== undefined && resolvedAt === undefined) count.alertCount += 1;
      }
      for (const delivery of deliveries.rows()) {
        const count = counts.get(delivery.paymentId);
        if (count !== undefined && hasDeliveryFailed(delivery)) count.failedWebhookCount += 1;
      }
      return [...counts.values()].filter(({ alertCount, failedWebhookCount }) => alertCount + failedWebhookCount > 0);
    },
  };
}
