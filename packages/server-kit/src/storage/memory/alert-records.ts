// Alerts in memory.
import { compareText } from "../compare-text.js";
import type { AlertRecords } from "../port/alert-records.js";
import { UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createAlertRecords({ alerts }: MemoryTables): AlertRecords {
  return {
    async insert(alert) {
      const { paymentId, type, subject } = alert;
      const open = alerts.first(
        (row) =>
          row.paymentId === paymentId && row.type === type && row.subject === subject && row.resolvedAt === undefined,
      );
      if (open !== undefined && alert.resolvedAt === undefined) throw new UniqueError("open alert");
      alerts.insert(alert);
    },
    async update(alert) {
      alerts.change(alert.alertId, alert);
    },
    find: async (alertId) => alerts.find(alertId),
    findLatest: async ({ paymentId, type, subject }) =>
      alerts.list((row) => row.paymentId === paymentId && row.type === type && row.subject === subject).at(-1),
    listOfPayment: async (paymentId) => alerts.list((row) => row.paymentId === paymentId),
    countOpen: async (limit) => alerts.list(({ resolvedAt }) => resolvedAt === undefined, { limit }).length,
    countOpenOfStore: async ({ merchantId, environment, limit }) =>
      alerts.list(
        (row) => row.merchantId === merchantId && row.environment === environment && row.resolvedAt === undefined,
        { limit },
      ).length,
    list: async ({ merchantId, environment, isOpen, before, limit }) =>
      alerts.list(
        (row) =>
          (merchantId === undefined || row.merchantId === merchantId) &&
          (environment === undefined || row.environment === environment) &&
          (isOpen === undefined || (row.resolvedAt === undefined) === isOpen) &&
          (before === undefined || row.alertId < before),
        { order: (left, right) => compareText(right.alertId, left.alertId), limit },
      ),
  };
}
