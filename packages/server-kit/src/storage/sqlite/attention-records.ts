// Payments that need attention, in SQLite: triggers maintain the counts (migration 012).
import type { AttentionCount, AttentionRecords } from "../port/attention-records.js";
import type { Database } from "./database.js";

export function createAttentionRecords(database: Database): AttentionRecords {
  return {
    async countsOf(paymentIds) {
      // The named columns are selected.
      return database
        .prepare(
          `SELECT payment_id AS paymentId, open_alerts AS alertCount, failed_webhooks AS failedWebhookCount
           FROM payment_attention WHERE payment_id IN (SELECT value FROM json_each(@ids))`,
        )
        .all({ ids: JSON.stringify(paymentIds) }) as AttentionCount[];
    },
  };
}
