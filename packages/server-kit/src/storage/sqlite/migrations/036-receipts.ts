// Money that a person recorded, by store; and an index of the payments whose buyer reported the transfer as made. Existing receipts are
// derived from the arrivals; actor and reason come from the evidence, unless they were erased.
export const receiptsSchema = `
CREATE TABLE receipts (
  receipt_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  arrival_id TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  currency TEXT NOT NULL,
  reference TEXT,
  reason TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  outcome TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

INSERT INTO receipts
SELECT 'rcp_' || substr(arrival_id, 5), merchant_id, environment, payment_id, arrival_id, amount_cents, currency, reference,
  CASE WHEN instr(detail, ': ') > 0 THEN substr(detail, instr(detail, ': ') + 2) ELSE '' END,
  CASE WHEN instr(detail, ': ') > 0 THEN substr(detail, 1, instr(detail, ': ') - 1) ELSE '' END,
  CASE WHEN currency = due_currency THEN 'counted' ELSE 'other_currency' END, received_at, at
FROM (SELECT a.*, p.merchant_id, p.environment, p.currency AS due_currency,
    (SELECT e.detail FROM payment_evidence e
      WHERE e.payment_id = a.payment_id AND e.event = 'money.received' AND e.statement_entry_id IS NULL
        AND e.amount_cents = a.amount_cents AND e.currency = a.currency
      ORDER BY abs(e.at - a.at) LIMIT 1) AS detail
  FROM payment_arrivals a JOIN payments p ON p.payment_id = a.payment_id WHERE a.source = 'person');

CREATE INDEX receipts_of_store ON receipts (merchant_id, environment, receipt_id);
CREATE INDEX receipts_of_payment ON receipts (payment_id);
CREATE INDEX payments_claimed ON payments (merchant_id, environment, payment_id)
  WHERE state = 'transfer_instructed' AND claimed_paid_at IS NOT NULL;
`;
