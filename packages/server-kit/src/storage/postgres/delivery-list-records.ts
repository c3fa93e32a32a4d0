// Lists and counts of webhook deliveries in PostgreSQL.
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
import { type Database, toNumber } from "./database.js";
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
          : `AND (deliveries.created_at, deliveries.number) <
             (SELECT created_at, number FROM deliveries WHERE delivery_id = @after AND payment_id = @paymentId)`;
      return (
        await deliveries.all(
          `${select} WHERE payment_id = @paymentId ${cursor}
           ORDER BY deliveries.created_at DESC, deliveries.number DESC LIMIT @limit`,
          { paymentId, limit, ...(after === undefined ? {} : { after }) },
        )
      ).map(fromDeliveryRow);
    },
    async listByState(request) {
      const sql = deliveriesByStateSql(request, deliveries.columns);
      return (await deliveries.all(sql, deliveryListValues(request))).map(fromDeliveryRow);
    },
    async listOfStore(request) {
      const sql = deliveriesOfStoreSql(request, deliveries.columns);
      return (await deliveries.all(sql, deliveryListValues(request))).map(fromDeliveryRow);
    },
    async readQueueOfStore(merchantId, atLeast) {
      const row = await database.first(queueOfStoreSql, { merchantId, atLeast, firstLane: false, retryLane: true });
      return {
        unfinishedCount: toNumber(row?.unfinished) ?? 0,
        nextDueAt: toNumber(row?.next_due),
        interruptedCount: toNumber(row?.interrupted) ?? 0,
      };
    },
    countUnfinished: async () => (await selectNumber(database, countUnfinishedSql)) ?? 0,
    countUnfinishedByPath: async () => await selectNumbersByText(database, countUnfinishedByPathSql),
    countInterrupted: async (atLeast) => (await selectNumber(database, countInterruptedSql, { atLeast })) ?? 0,
    async countByState() {
      const counts = Object.entries(await selectNumbersByText(database, countByStateSql));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    countByStateOfPayments: async (paymentIds) =>
      await selectNumbersByText(
        database,
        "SELECT state, count(*) FROM deliveries WHERE payment_id = ANY(@ids) GROUP BY state",
        { ids: [...paymentIds] },
      ),
  };
}
