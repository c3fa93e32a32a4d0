// Which webhook deliveries are due, claimed or interrupted, in PostgreSQL.
import { oldestDueByPathSql } from "../delivery-queue.js";
import { fromDeliveryRow } from "../delivery-row.js";
import type { DueDeliveryRecords } from "../port/due-delivery-records.js";
import { deliveriesTable } from "../tables.js";
import type { Database } from "./database.js";
import { findDueIds } from "./due-deliveries.js";
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Each branch is one step into one index. */
const nextDueSql = `SELECT min(at) AS at FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE NOT is_retry AND due_at > @now
    UNION ALL SELECT min(due_at) FROM deliveries WHERE is_retry AND due_at > @now
    UNION ALL SELECT min(claim_lease_until) FROM deliveries WHERE claim_token IS NOT NULL AND claim_lease_until > @now
  ) AS moments`;

const oldestDueSql = `SELECT min(at) AS at FROM (
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND NOT is_retry AND due_at <= @now) AS at
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND settings::json ->> 'webhookUrl' IS NOT NULL
    UNION ALL
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND is_retry AND due_at <= @now)
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND settings::json ->> 'webhookUrl' IS NOT NULL
  ) AS moments`;

const oldestDueByPathStatement = oldestDueByPathSql({
  lanes: ["NOT is_retry", "is_retry"],
  hasWebhookUrl: "settings::json ->> 'webhookUrl' IS NOT NULL",
});

export function createDueDeliveryRecords(database: Database): DueDeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  return {
    async listDue(request) {
      const { ids, next } = await findDueIds(database, request);
      // Rows that another instance is claiming are skipped.
      const rows = await deliveries.all(
        `${select} WHERE delivery_id = ANY(@ids) ${database.mayWrite() ? "FOR UPDATE SKIP LOCKED" : ""}`,
        { ids },
      );
      const found = new Map(rows.map((row) => [row.deliveryId, fromDeliveryRow(row)]));
      return { deliveries: ids.map((id) => found.get(id)).filter((delivery) => delivery !== undefined), next };
    },
    listLapsed: async (now, latestLease, limit) =>
      (
        await deliveries.all(
          `${select} WHERE claim_token IS NOT NULL AND (claim_lease_until <= @now OR claim_lease_until > @latestLease)
           ORDER BY claim_lease_until LIMIT @limit`,
          { now, latestLease, limit },
        )
      ).map(fromDeliveryRow),
    listClaimed: async (limit) =>
      (
        await deliveries.all(`${select} WHERE claim_token IS NOT NULL ORDER BY claim_lease_until LIMIT @limit`, {
          limit,
        })
      ).map(fromDeliveryRow),
    nextDue: async (now) => await selectNumber(database, nextDueSql, { now }),
    oldestDue: async (now) => await selectNumber(database, oldestDueSql, { now }),
    oldestDueByPath: async (now) => await selectNumbersByText(database, oldestDueByPathStatement, { now }),
  };
}
