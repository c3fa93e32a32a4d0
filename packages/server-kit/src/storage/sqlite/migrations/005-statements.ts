// Bank statements, and indexes to find payments by the references of an entry. The indexes contain live payments only: no test payment is
// paid by a statement.

/** Capital letters and digits of a reference: equal to `referenceKey` for every character that a reference may contain. */
const keyOf = (column: string): string =>
  [..." .,-_/+:#?()"].reduce(
    (text, separator) => `replace(${text}, '${separator}', '')`,
    `upper(replace(${column}, '''', ''))`,
  );

/** Exactly the indexed expressions: SQLite uses an index only for an identical one. */
export const remittanceKeySql = keyOf("remittance_info");
export const remittanceEndingSql = `substr(${remittanceKeySql}, -8)`;
export const endToEndKeySql = keyOf("end_to_end_id");

export const statementsSchema = `
CREATE TABLE statements (
  statement_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  format TEXT NOT NULL,
  file_name TEXT,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  entries INTEGER NOT NULL,
  matched INTEGER NOT NULL,
  unmatched INTEGER NOT NULL,
  duplicates INTEGER NOT NULL,
  not_counted INTEGER NOT NULL,
  announced INTEGER NOT NULL
) STRICT;
CREATE INDEX statements_of_store ON statements (merchant_id, statement_id);

CREATE TABLE statement_entries (
  entry_id TEXT PRIMARY KEY,
  statement_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  state TEXT NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_cents INTEGER NOT NULL CHECK (amount_cents >= 0),
  direction TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
  is_reversal INTEGER NOT NULL,
  is_return INTEGER NOT NULL,
  return_reason TEXT,
  booked_on TEXT,
  value_on TEXT,
  bank_reference TEXT,
  entry_reference TEXT,
  end_to_end_id TEXT,
  structured_reference TEXT,
  remittance_lines TEXT NOT NULL,
  batch_kind TEXT,
  batch_total_cents INTEGER,
  sealed_counterparty TEXT,
  reason TEXT,
  handled_by TEXT,
  handled_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
-- The promise that no booking counts twice, whatever file it comes in.
CREATE UNIQUE INDEX statement_entries_booking ON statement_entries (merchant_id, fingerprint, occurrence);
CREATE INDEX statement_entries_of_statement ON statement_entries (statement_id, position);
CREATE INDEX statement_entries_unmatched ON statement_entries (merchant_id, entry_id) WHERE state = 'unmatched';

CREATE TABLE statement_assignments (
  id INTEGER PRIMARY KEY,
  entry_id TEXT NOT NULL REFERENCES statement_entries (entry_id),
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  amount_cents INTEGER NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX statement_assignments_of_entry ON statement_assignments (entry_id, id);

CREATE TABLE statement_column_maps (
  merchant_id TEXT PRIMARY KEY,
  column_map TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX audit_of_subject ON audit (subject, id);

CREATE INDEX payments_by_remittance ON payments (merchant_id, ${remittanceEndingSql}, ${remittanceKeySql})
  WHERE environment = 'live';
CREATE INDEX payments_by_end_to_end ON payments (merchant_id, ${endToEndKeySql})
  WHERE environment = 'live' AND end_to_end_id IS NOT NULL;
CREATE INDEX payments_by_amount ON payments (merchant_id, currency, amount_cents)
  WHERE environment = 'live' AND state NOT IN ('settled', 'declined', 'cancelled');
`;
