// Alerts in SQLite.
import { alertListSql, alertListValues } from "../alert-list.js";
import { paymentAlertsTable } from "../money-tables.js";
import type { AlertRecords } from "../port/alert-records.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

const countOpenSql =
  "SELECT count(*) AS count FROM (SELECT 1 FROM payment_alerts WHERE resolved_at IS NULL LIMIT @limit)";

const countOpenOfStoreSql = `SELECT count(*) AS count FROM (SELECT 1 FROM payment_alerts
    WHERE merchant_id = @merchantId AND environment = @environment AND resolved_at IS NULL LIMIT @limit)`;

export function createAlertRecords(database: Database): AlertRecords {
  const alerts = createTableAccess(database, paymentAlertsTable);
  const select = `SELECT ${alerts.columns} FROM payment_alerts`;

  return {
    async insert(alert) {
      alerts.insert(alert);
    },
    async update(alert) {
      alerts.update(alert, "alert_id");
    },
    find: async (alertId) => alerts.first(`${select} WHERE alert_id = @alertId`, { alertId }),
    findLatest: async ({ paymentId, type, subject }) =>
      alerts.first(
        `${select} WHERE payment_id = @paymentId AND type = @type AND subject = @subject ORDER BY id DESC LIMIT 1`,
        { paymentId, type, subject },
      ),
    listOfPayment: async (paymentId) =>
      alerts.all(`${select} WHERE payment_id = @paymentId ORDER BY id`, { paymentId }),
    countOpen: async (limit) => selectNumber(database, countOpenSql, { limit }) ?? 0,
    countOpenOfStore: async (store) => selectNumber(database, countOpenOfStoreSql, { ...store }) ?? 0,
    list: async (filter) => alerts.all(alertListSql(alerts.columns, filter), alertListValues(filter)),
  };
}
