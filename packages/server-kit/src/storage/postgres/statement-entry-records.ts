// Entries of bank statements and their assignments, in PostgreSQL.
import type { EntryState, StatementEntryRecords } from "../port/statement-entry-records.js";
import { sealingKeyIdsSql } from "../sealing-key-ids.js";
import {
  entryStatesSql,
  type ReturnedMoneyRow,
  returnedMoneyOf,
  returnedMoneySql,
  statementAssignmentsTable,
  statementEntriesTable,
} from "../statement-tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createStatementEntryRecords(database: Database): StatementEntryRecords {
  const entries = createTableAccess(database, statementEntriesTable);
  const assignments = createTableAccess(database, statementAssignmentsTable);

  return {
    insertEntry: async (entry) =>
      (await entries.insertOr("ON CONFLICT (merchant_id, fingerprint, occurrence) DO NOTHING", entry)) === 1,
    hasEntry: async ({ merchantId, fingerprint, occurrence }) =>
      (await database.first(
        `SELECT 1 FROM statement_entries
           WHERE merchant_id = @merchantId AND fingerprint = @fingerprint AND occurrence = @occurrence`,
        { merchantId, fingerprint, occurrence },
      )) !== undefined,
    findEntry: async (merchantId, entryId) =>
      await entries.first(
        // The store is compared as an expression, so that no index by store applies: without statistics the planner chose one of those.
        `SELECT ${entries.columns} FROM statement_entries WHERE entry_id = @entryId AND merchant_id || '' = @merchantId`,
        { entryId, merchantId },
      ),
    findEntryOfAnyStore: async (entryId) =>
      await entries.first(`SELECT ${entries.columns} FROM statement_entries WHERE entry_id = @entryId`, { entryId }),
    updateEntry: async (entry, expected) =>
      (await entries.update(entry, "entry_id", "statement_entries.state = @expected", { expected })) === 1,
    async listEntries({ merchantId, statementId, states, limit, after }) {
      const isOfStatement = statementId !== undefined;
      const conditions = [
        "merchant_id = @merchantId",
        isOfStatement && "statement_id = @statementId",
        states !== undefined && entryStatesSql(states),
        after !== undefined &&
          (isOfStatement
            ? "position > (SELECT position FROM statement_entries WHERE entry_id = @after)"
            : "entry_id < @after"),
      ].filter((condition) => condition !== false);
      return await entries.all(
        `SELECT ${entries.columns} FROM statement_entries WHERE ${conditions.join(" AND ")}
         ORDER BY ${isOfStatement ? "position" : "entry_id DESC"} LIMIT @limit`,
        {
          merchantId,
          limit,
          ...(isOfStatement ? { statementId } : {}),
          ...(after === undefined ? {} : { after }),
        },
      );
    },
    listUncountedReversals: async (of) =>
      await entries.all(
        `SELECT ${entries.columns} FROM statement_entries
         WHERE merchant_id = @merchantId AND currency = @currency AND amount_cents = @amountCents
           AND state = 'not_counted' AND direction = 'credit' AND is_reversal
         ORDER BY entry_id DESC LIMIT @limit`,
        of,
      ),
    async countEntries({ merchantId, statementId }) {
      // These two columns are selected; `insertEntry` and `updateEntry` write only values of EntryState.
      const rows = (await database.all(
        `SELECT state, count(*) AS count FROM statement_entries
           WHERE merchant_id = @merchantId ${statementId === undefined ? "" : "AND statement_id = @statementId"} GROUP BY state`,
        { merchantId, ...(statementId === undefined ? {} : { statementId }) },
      )) as {
        state: EntryState;
        count: number;
      }[];
      const counts = { matched: 0, unmatched: 0, assigned: 0, put_aside: 0, not_counted: 0 };
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },
    async listSealedEntries({ after, limit }) {
      // The two named text columns are selected, and neither is NULL.
      return (await database.all(
        `SELECT entry_id AS "entryId", sealed_counterparty AS "sealedCounterparty" FROM statement_entries
           WHERE entry_id > @after AND sealed_counterparty IS NOT NULL ORDER BY entry_id LIMIT @limit`,
        { after, limit },
      )) as { entryId: string; sealedCounterparty: string }[];
    },
    listSealingKeyIds: async () =>
      await selectTexts(database, sealingKeyIdsSql("statement_entries", "sealed_counterparty")),
    async updateSealedCounterparty(entryId, sealedCounterparty) {
      await database.run(
        "UPDATE statement_entries SET sealed_counterparty = @sealedCounterparty WHERE entry_id = @entryId",
        { entryId, sealedCounterparty },
      );
    },
    async insertAssignment(assignment) {
      await assignments.insert(assignment);
    },
    listAssignments: async (entryIds) =>
      await assignments.all(
        `SELECT ${assignments.columns} FROM statement_assignments
         WHERE entry_id = ANY(@entryIds) ORDER BY id`,
        { entryIds: entryIds },
      ),
    listReturned: async (paymentId) =>
      // The columns of `returnedMoneySql`, as their table has them.
      ((await database.allRaw(returnedMoneySql, { paymentId })) as ReturnedMoneyRow[]).map(returnedMoneyOf),
    listEntriesOfPayment: async (paymentId, limit) =>
      await entries.all(
        `SELECT ${entries.columns} FROM statement_entries
         WHERE entry_id IN (SELECT entry_id FROM statement_assignments WHERE payment_id = @paymentId)
         ORDER BY entry_id LIMIT @limit`,
        { paymentId, limit },
      ),
  };
}
