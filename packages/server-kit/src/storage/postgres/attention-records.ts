// Payments that need attention, in PostgreSQL: triggers maintain the counts (migration 012).
import type { AttentionCount, AttentionRecords } from "../port/attention-records.js";
import type { Database } from "./database.js";

export function createAttentionRecords(database: Database): AttentionRecords {
  return {
    async countsOf(paymentIds) {
      // These three columns are selected; `all` returns bigint as numbers.
      return (await database.all(
        `SELECT payment_id AS "paymentId", open_alerts AS "alertCount", failed_webhooks AS "failedWebhookCount"
         FROM payment_attention WHERE payment_id = ANY(@ids)`,
        { ids: [...paymentIds] },
      )) as unknown as AttentionCount[];
    },
  };
}
