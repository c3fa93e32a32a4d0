// Evidence, arrivals and alerts in memory.

import { compareText } from "../compare-text.js";
import type { AlertRecords } from "../port/alert-records.js";
import type { ArrivalRecords } from "../port/arrival-records.js";
import type { EvidenceRecords, ToldEvidence } from "../port/evidence-records.js";
import { UniqueError } from "./memory-table.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";

const sameFact = ["event", "attemptId", "statementEntryId", "amountCents", "currency", "reference"] as const;

export function createEvidenceRecords({ evidence }: MemoryTables): EvidenceRecords {
  const isSame = (row: ToldEvidence, fact: ToldEvidence) =>
    row.paymentId === fact.paymentId && sameFact.every((field) => row[field] === fact[field]);

  return {
    async record(fact) {
      const known = evidence.first((row) => isSame(row, fact));
      if (known === undefined) return append(evidence, { ...fact, count: 1, lastAt: fact.at });
      evidence.change(String(known.number), {
        count: known.count + 1,
        lastAt: fact.at,
        detail: fact.detail,
        wasAllowed: known.wasAllowed || fact.wasAllowed,
      });
    },
    list: async (paymentId) => evidence.list((row) => row.paymentId === paymentId).map(withoutNumber),
  };
}

export function createArrivalRecords({ arrivals }: MemoryTables): ArrivalRecords {
  return {
    async insert(arrival) {
      const { paymentId, statementEntryId } = arrival;
      const isTaken =
        statementEntryId !== undefined &&
        arrivals.first((row) => row.paymentId === paymentId && row.statementEntryId === statementEntryId) !== undefined;
      if (isTaken) throw new UniqueError("arrival of a statement entry");
      arrivals.insert(arrival);
    },
    async update(arrival) {
      arrivals.change(arrival.arrivalId, arrival);
    },
    list: async (paymentId) => arrivals.list((row) => row.paymentId === paymentId),
  };
}

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
    countOpenOfPayment: async (paymentId) =>
      alerts.list((row) => row.paymentId === paymentId && row.resolvedAt === undefined).length,
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
