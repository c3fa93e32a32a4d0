// Money that a person recorded, by store; and an index of the payments whose buyer reported the transfer as made. Existing receipts are
// derived from the arrivals; actor and reason come from the evidence, unless they were erased.
const text = 'text COLLATE "C"';

export const receiptsSchema = `
CREATE TABLE receipts (
  receipt_id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL,
  environment ${text} NOT NULL,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  arrival_id ${text} NOT NULL,
  amount_cents bigint NOT NULL,
  currency ${text} NOT NULL,
  reference ${text},
  reason ${text} NOT NULL,
  recorded_by ${text} NOT NULL,
  outcome ${text} NOT NULL,
  received_at bigint NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX receipts_of_store ON receipts (merchant_id, environment, receipt_id);
CREATE INDEX receipts_of_payment ON receipts (payment_id);

INSERT INTO receipts
SELECT 'rcp_' || substr(a.arrival_id, 5), p.merchant_id, p.environment, a.payment_id, a.arrival_id, a.amount_cents, a.currency, a.reference,
  CASE WHEN position(': ' in told.detail) > 0 THEN substr(told.detail, position(': ' in told.detail) + 2) ELSE '' END,
  CASE WHEN position(': ' in told.detail) > 0 THEN substr(told.detail, 1, position(': ' in told.detail) - 1) ELSE '' END,
  CASE WHEN a.currency = p.currency THEN 'counted' ELSE 'other_currency' END, a.received_at, a.at
FROM payment_arrivals a JOIN payments p ON p.payment_id = a.payment_id
LEFT JOIN LATERAL (SELECT e.detail FROM payment_evidence e
  WHERE e.payment_id = a.payment_id AND e.event = 'money.received' AND e.statement_entry_id IS NULL
    AND e.amount_cents = a.amount_cents AND e.currency = a.currency
  ORDER BY abs(e.at - a.at) LIMIT 1) told ON true
WHERE a.source = 'person';
`;

export const receiptsIndexes = [
  {
    name: "payments_claimed",
    on: `payments (merchant_id, environment, payment_id) WHERE state = 'transfer_instructed' AND claimed_paid_at IS NOT NULL`,
  },
] as const;
