// Alerts in PostgreSQL.
import { alertListSql, alertListValues } from "../alert-list.js";
import { paymentAlertsTable } from "../money-tables.js";
import type { AlertRecords } from "../port/alert-records.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

const countOpenSql =
  "SELECT count(*) AS count FROM (SELECT 1 FROM payment_alerts WHERE resolved_at IS NULL LIMIT @limit) AS sample";

const countOpenOfStoreSql = `SELECT count(*) AS count FROM (SELECT 1 FROM payment_alerts
    WHERE merchant_id = @merchantId AND environment = @environment AND resolved_at IS NULL LIMIT @limit) AS sample`;

export function createAlertRecords(database: Database): AlertRecords {
  const alerts = createTableAccess(database, paymentAlertsTable);
  const select = `SELECT ${alerts.columns} FROM payment_alerts`;

  return {
    async insert(alert) {
      await alerts.insert(alert);
    },
    async update(alert) {
      await alerts.update(alert, "alert_id");
    },
    find: async (alertId) => await alerts.first(`${select} WHERE alert_id = @alertId`, { alertId }),
    findLatest: async ({ paymentId, type, subject }) =>
      await alerts.first(
        `${select} WHERE payment_id = @paymentId AND type = @type AND subject = @subject ORDER BY id DESC LIMIT 1`,
        { paymentId, type, subject },
      ),
    listOfPayment: async (paymentId) =>
      await alerts.all(`${select} WHERE payment_id = @paymentId ORDER BY id`, { paymentId }),
    countOpen: async (limit) => (await selectNumber(database, countOpenSql, { limit })) ?? 0,
    countOpenOfStore: async (store) => (await selectNumber(database, countOpenOfStoreSql, { ...store })) ?? 0,
    list: async (filter) => await alerts.all(alertListSql(alerts.columns, filter), alertListValues(filter)),
  };
}
