// Alerts in PostgreSQL.
import { paymentAlertsTable } from "../money-tables.js";
import type { AlertFilter, AlertRecords } from "../port/alert-records.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

const countOpenOfPaymentSql =
  "SELECT count(*) FROM payment_alerts WHERE payment_id = @paymentId AND resolved_at IS NULL";
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
    countOpenOfPayment: async (paymentId) => (await selectNumber(database, countOpenOfPaymentSql, { paymentId })) ?? 0,
    countOpen: async (limit) => (await selectNumber(database, countOpenSql, { limit })) ?? 0,
    countOpenOfStore: async (store) => (await selectNumber(database, countOpenOfStoreSql, { ...store })) ?? 0,
    async list(filter) {
      const { merchantId, environment, before, limit } = filter;
      return await alerts.all(
        `${select} ${whereOf(filter)} ORDER BY alert_id DESC LIMIT @limit`,
        Object.fromEntries(
          Object.entries({ merchantId, environment, before, limit }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
      );
    },
  };
}

function whereOf({ merchantId, environment, isOpen, before }: AlertFilter): string {
  const conditions = [
    merchantId !== undefined && "merchant_id = @merchantId",
    environment !== undefined && "environment = @environment",
    isOpen !== undefined && `resolved_at IS ${isOpen ? "NULL" : "NOT NULL"}`,
    before !== undefined && "alert_id < @before",
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}
