// Lists and counts of webhook deliveries in SQLite.
import {
  countByStateSql,
  countInterruptedSql,
  countUnfinishedByPathSql,
  countUnfinishedSql,
  deliveriesByStateSql,
  deliveriesOfStoreSql,
  deliveryListValues,
  queueOfStoreSql,
} from "../delivery-list.js";
import { fromDeliveryRow } from "../delivery-row.js";
import type { DeliveryListRecords } from "../port/delivery-list-records.js";
import { deliveriesTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createDeliveryListRecords(database: Database): DeliveryListRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  return {
    async listOfPayment(paymentId, { limit, after }) {
      const cursor =
        after === undefined
          ? ""
          : `AND (deliveries.created_at, deliveries.rowid) <
             (SELECT created_at, rowid FROM deliveries WHERE delivery_id = @after AND payment_id = @paymentId)`;
      return deliveries
        .all(
          `${select} WHERE payment_id = @paymentId ${cursor}
           ORDER BY deliveries.created_at DESC, deliveries.rowid DESC LIMIT @limit`,
          { paymentId, limit, ...(after === undefined ? {} : { after }) },
        )
        .map(fromDeliveryRow);
    },
    listByState: async (request) =>
      deliveries
        .all(deliveriesByStateSql(request, deliveries.columns), deliveryListValues(request))
        .map(fromDeliveryRow),
    listOfStore: async (request) =>
      deliveries
        .all(deliveriesOfStoreSql(request, deliveries.columns), deliveryListValues(request))
        .map(fromDeliveryRow),
    async readQueueOfStore(merchantId, atLeast) {
      // One row with the three named columns.
      const row = database.prepare(queueOfStoreSql).get({ merchantId, atLeast, firstLane: 0, retryLane: 1 }) as {
        unfinished: number;
        next_due: number | null;
        interrupted: number;
      };
      const { unfinished, next_due, interrupted } = row;
      return { unfinishedCount: unfinished, nextDueAt: next_due ?? undefined, interruptedCount: interrupted };
    },
    countUnfinished: async () => selectNumber(database, countUnfinishedSql) ?? 0,
    countUnfinishedByPath: async () => selectNumbersByText(database, countUnfinishedByPathSql),
    countInterrupted: async (atLeast) => selectNumber(database, countInterruptedSql, { atLeast }) ?? 0,
    async countByState() {
      const counts = Object.entries(selectNumbersByText(database, countByStateSql));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    countByStateOfPayments: async (paymentIds) =>
      selectNumbersByText(
        database,
        `SELECT state, count(*) FROM deliveries INDEXED BY deliveries_of_payment
         WHERE payment_id IN (SELECT value FROM json_each(@ids)) GROUP BY state`,
        { ids: JSON.stringify(paymentIds) },
      ),
  };
}
