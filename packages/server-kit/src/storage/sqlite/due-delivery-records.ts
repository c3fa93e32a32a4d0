// Which webhook deliveries are due, claimed or interrupted, in SQLite.
import { oldestDueByPathSql, oldestDueSql } from "../delivery-queue.js";
import { fromDeliveryRow } from "../delivery-row.js";
import type { DueDeliveryRecords } from "../port/due-delivery-records.js";
import { deliveriesTable } from "../tables.js";
import { acceptsDeliveriesSql } from "./accepting-stores.js";
import type { Database } from "./database.js";
import { findDueRows } from "./due-deliveries.js";
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Each branch is one step into one index. */
const nextDueSql = `SELECT min(at) AS at FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE is_retry = 0 AND due_at > @now
    UNION ALL SELECT min(due_at) FROM deliveries WHERE is_retry = 1 AND due_at > @now
    UNION ALL SELECT min(claim_lease_until) FROM deliveries WHERE claim_token IS NOT NULL AND claim_lease_until > @now
  )`;

const queue = { lanes: ["is_retry = 0", "is_retry = 1"], acceptsDeliveries: acceptsDeliveriesSql };
const oldestDueStatement = oldestDueSql(queue);
const oldestDueByPathStatement = oldestDueByPathSql(queue);

export function createDueDeliveryRecords(database: Database): DueDeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;
  const findByRowsSql = `SELECT ${deliveries.columns} FROM json_each(@ids) AS due
    CROSS JOIN deliveries ON deliveries.rowid = due.value ORDER BY due.key`;

  return {
    async listDue(request) {
      const { rowIds, next } = findDueRows(database, request);
      const found = deliveries.all(findByRowsSql, { ids: JSON.stringify(rowIds) });
      return { deliveries: found.map(fromDeliveryRow), next };
    },
    listLapsed: async (now, latestLease, limit) =>
      deliveries
        .all(
          `${select} WHERE claim_token IS NOT NULL AND (claim_lease_until <= @now OR claim_lease_until > @latestLease)
           ORDER BY claim_lease_until LIMIT @limit`,
          { now, latestLease, limit },
        )
        .map(fromDeliveryRow),
    listClaimed: async (limit) =>
      deliveries
        .all(`${select} WHERE claim_token IS NOT NULL ORDER BY claim_lease_until LIMIT @limit`, { limit })
        .map(fromDeliveryRow),
    nextDue: async (now) => selectNumber(database, nextDueSql, { now }),
    oldestDue: async (now) => selectNumber(database, oldestDueStatement, { now }),
    oldestDueByPath: async (now) => selectNumbersByText(database, oldestDueByPathStatement, { now }),
  };
}
