// The shape of the tables of bank statements, and SQL about them, for all databases.
import type { ReturnedMoney } from "../domain/payment.js";
import type { EntryAssignment, EntryState, KeptEntry } from "./port/statement-entry-records.js";
import type { Statement } from "./port/statement-records.js";
import type { Table } from "./tables.js";

export const statementsTable: Table<Statement> = {
  name: "statements",
  columns: {
    statementId: "text",
    merchantId: "text",
    format: "text",
    fileName: "text",
    actor: "text",
    createdAt: "integer",
    finishedAt: "integer",
    entries: "integer",
    matched: "integer",
    unmatched: "integer",
    duplicates: "integer",
    notCounted: "integer",
    announced: "integer",
  },
};

export const statementEntriesTable: Table<KeptEntry> = {
  name: "statement_entries",
  columns: {
    entryId: "text",
    statementId: "text",
    merchantId: "text",
    position: "integer",
    fingerprint: "text",
    occurrence: "integer",
    state: "text",
    account: "text",
    currency: "text",
    amountCents: "integer",
    direction: "text",
    isReversal: "boolean",
    isReturn: "boolean",
    returnReason: "text",
    bookedOn: "text",
    valueOn: "text",
    bankReference: "text",
    entryReference: "text",
    endToEndId: "text",
    structuredReference: "text",
    remittanceLines: "json",
    batchKind: "text",
    batchTotalCents: "integer",
    sealedCounterparty: "text",
    reason: "text",
    handledBy: "text",
    handledAt: "integer",
    createdAt: "integer",
  },
};

/** A row of `returnedMoneySql`. */
export type ReturnedMoneyRow = [
  statementEntryId: string,
  amountCents: number | string,
  currency: string,
  day: string | null,
  at: number | string,
];

export const returnedMoneySql = `SELECT a.entry_id, a.amount_cents, e.currency, COALESCE(e.booked_on, e.value_on), a.at
  FROM statement_assignments a JOIN statement_entries e ON e.entry_id = a.entry_id
  WHERE a.payment_id = @paymentId AND e.direction = 'debit' ORDER BY a.id`;

export function returnedMoneyOf([statementEntryId, amountCents, currency, day, at]: ReturnedMoneyRow): ReturnedMoney {
  const returnedAt = day === null ? Number(at) : Date.parse(day);
  return { statementEntryId, amountCents: Number(amountCents), currency, returnedAt };
}

/**
 * States are constants, never input. A single state is written as in the partial index of unmatched entries: with IN, both databases would
 * read and sort every entry of the store.
 */
export function entryStatesSql(states: readonly EntryState[]): string {
  const quoted = states.map((state) => `'${state}'`);
  return quoted.length === 1 ? `state = ${quoted[0]}` : `state IN (${quoted.join(", ")})`;
}

export const statementAssignmentsTable: Table<EntryAssignment> = {
  name: "statement_assignments",
  columns: { entryId: "text", paymentId: "text", amountCents: "integer", actor: "text", at: "integer" },
};
