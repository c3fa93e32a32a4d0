// Which webhook deliveries are due, claimed or interrupted, in PostgreSQL.
import { oldestDueByPathSql, oldestDueSql } from "../delivery-queue.js";
import { fromDeliveryRow } from "../delivery-row.js";
import type { DueDeliveryRecords } from "../port/due-delivery-records.js";
import { deliveriesTable } from "../tables.js";
import { acceptsDeliveriesSql } from "./accepting-stores.js";
import type { Database } from "./database.js";
import { findDueIds } from "./due-deliveries.js";
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Each branch is one step into one index. */
const nextDueSql = `SELECT min(at) AS at FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE NOT is_retry AND due_at > @now
    UNION ALL SELECT min(due_at) FROM deliveries WHERE is_retry AND due_at > @now
    UNION ALL SELECT min(claim_lease_until) FROM deliveries WHERE claim_token IS NOT NULL AND claim_lease_until > @now
  ) AS due_times`;

const queue = { lanes: ["NOT is_retry", "is_retry"], acceptsDeliveries: acceptsDeliveriesSql("stores") };
const oldestDueStatement = oldestDueSql(queue);
const oldestDueByPathStatement = oldestDueByPathSql(queue);

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
    oldestDue: async (now) => await selectNumber(database, oldestDueStatement, { now }),
    oldestDueByPath: async (now) => await selectNumbersByText(database, oldestDueByPathStatement, { now }),
  };
}
