// Evidence in memory.
import type { EvidenceRecords, ReportedEvidence } from "../port/evidence-records.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";

const sameFact = ["event", "attemptId", "statementEntryId", "amountCents", "currency", "reference"] as const;

export function createEvidenceRecords({ evidence }: MemoryTables): EvidenceRecords {
  const isSame = (row: ReportedEvidence, fact: ReportedEvidence) =>
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
