// Reported events of payments, in PostgreSQL.
import { paymentEvidenceTable } from "../money-tables.js";
import type { EvidenceRecords } from "../port/evidence-records.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

/** Two reports with equal values in these columns are the same event; NULL equals NULL. */
const sameFact = ["event", "attempt_id", "statement_entry_id", "amount_cents", "currency", "reference"]
  .map((column) => `${column} IS NOT DISTINCT FROM @${column}`)
  .join(" AND ");

export function createEvidenceRecords(database: Database): EvidenceRecords {
  const evidence = createTableAccess(database, paymentEvidenceTable);

  return {
    async record(fact) {
      const changes = await database.run(
        `UPDATE payment_evidence
           SET count = count + 1, last_at = @at, detail = @detail, was_allowed = was_allowed OR @wasAllowed
           WHERE id = (SELECT min(id) FROM payment_evidence WHERE payment_id = @paymentId AND ${sameFact})`,
        {
          paymentId: fact.paymentId,
          event: fact.event,
          attempt_id: fact.attemptId ?? null,
          statement_entry_id: fact.statementEntryId ?? null,
          amount_cents: fact.amountCents ?? null,
          currency: fact.currency ?? null,
          reference: fact.reference ?? null,
          detail: fact.detail ?? null,
          wasAllowed: fact.wasAllowed,
          at: fact.at,
        },
      );
      if (changes === 0) await evidence.insert({ ...fact, count: 1, lastAt: fact.at });
    },
    list: async (paymentId) =>
      await evidence.all(`SELECT ${evidence.columns} FROM payment_evidence WHERE payment_id = @paymentId ORDER BY id`, {
        paymentId,
      }),
  };
}
