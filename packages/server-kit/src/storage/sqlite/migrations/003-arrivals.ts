// Evidence gets its provider session and a count, arrivals of money get a table, and alerts can be resolved. Existing
// records are converted: each allowed report of money becomes an arrival, each alert an open one.
export const arrivalsSchema = `
ALTER TABLE payment_evidence ADD COLUMN attempt_id TEXT;
ALTER TABLE payment_evidence ADD COLUMN statement_entry_id TEXT;
ALTER TABLE payment_evidence ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE payment_evidence ADD COLUMN last_at INTEGER NOT NULL DEFAULT 0;
UPDATE payment_evidence SET last_at = at;

CREATE TABLE payment_arrivals (
  id INTEGER PRIMARY KEY,
  arrival_id TEXT NOT NULL UNIQUE,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  source TEXT NOT NULL,
  attempt_id TEXT,
  statement_entry_id TEXT,
  reference TEXT,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  currency TEXT NOT NULL,
  is_proven INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_arrivals_of_payment ON payment_arrivals (payment_id, id);
CREATE UNIQUE INDEX payment_arrivals_of_entry ON payment_arrivals (payment_id, statement_entry_id)
  WHERE statement_entry_id IS NOT NULL;

INSERT INTO payment_arrivals
  (arrival_id, payment_id, source, reference, amount_cents, currency, is_proven, received_at, at, count, last_at)
SELECT 'arr_' || lower(hex(randomblob(16))), e.payment_id, 'provider', e.reference, coalesce(e.amount_cents, p.amount_cents),
  p.currency, e.event <> 'provider.success', coalesce(e.provider_time, e.at), e.at, 1, e.at
FROM payment_evidence e JOIN payments p ON p.payment_id = e.payment_id
WHERE e.was_allowed = 1 AND coalesce(e.amount_cents, p.amount_cents) > 0
  AND (e.event = 'settlement.confirmed' OR (e.event = 'settlement.partial' AND e.amount_cents IS NOT NULL)
    OR (e.event = 'provider.success' AND p.state = 'settled'))
ORDER BY e.id;

CREATE TABLE payment_alerts_with_end (
  id INTEGER PRIMARY KEY,
  alert_id TEXT NOT NULL UNIQUE,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  resolved_at INTEGER,
  resolved_by TEXT,
  resolution TEXT
) STRICT;
INSERT INTO payment_alerts_with_end
  (alert_id, payment_id, merchant_id, environment, type, subject, detail, at, count, last_at)
SELECT 'alr_000000000' || lower(hex(randomblob(16))), a.payment_id, p.merchant_id, p.environment,
  CASE a.type WHEN 'currency_mismatch' THEN 'wrong_currency' ELSE a.type END, 'before ' || a.id, a.detail, a.at, 1, a.at
FROM payment_alerts a JOIN payments p ON p.payment_id = a.payment_id
ORDER BY a.id;
DROP TABLE payment_alerts;
ALTER TABLE payment_alerts_with_end RENAME TO payment_alerts;
CREATE INDEX payment_alerts_of_payment ON payment_alerts (payment_id, type, subject);
-- One open alert for one thing; also what the lists of payments that need attention look at.
CREATE UNIQUE INDEX payment_alerts_open ON payment_alerts (payment_id, type, subject) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_open_of_store ON payment_alerts (merchant_id, alert_id) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_open_by_id ON payment_alerts (alert_id) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_of_store ON payment_alerts (merchant_id, alert_id);

CREATE INDEX payments_settled_of_order ON payments (merchant_id, environment, order_id) WHERE state = 'settled';
`;
