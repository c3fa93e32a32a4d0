// The time of settlement, and indexes for the panel's sums: per day of settlement, and of a filtered list.
export const panelMoneySchema = `
ALTER TABLE payments ADD COLUMN settled_at INTEGER;
-- Null means the last change, which is the settlement unless more money came later.
UPDATE payments SET settled_at = (
    SELECT min(h.at) FROM payment_history h WHERE h.payment_id = payments.payment_id AND h.to_state = 'settled')
  WHERE state = 'settled' AND updated_at > (
    SELECT min(h.at) FROM payment_history h WHERE h.payment_id = payments.payment_id AND h.to_state = 'settled');
CREATE INDEX payments_settled ON payments
  (merchant_id, environment, coalesce(settled_at, updated_at), currency, amount_cents) WHERE state = 'settled';

-- Replaces payments_of_store: the same order, and what a list filters and adds up beside it.
DROP INDEX payments_of_store;
CREATE INDEX payments_of_store ON payments
  (merchant_id, environment, payment_id, state, payment_method, requested_method, currency, amount_cents);
`;
