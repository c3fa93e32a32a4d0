// The time of settlement, and indexes for the panel's sums: per day of settlement, and of a filtered list.
export const settledAtSchema = `
ALTER TABLE payments ADD COLUMN settled_at bigint;
`;

const settledAt = `(SELECT min(h.at) FROM payment_history h WHERE h.payment_id = payments.payment_id AND h.to_state = 'settled')`;

export const panelMoneyIndexes = [
  {
    name: "payments_settled",
    on: `payments (merchant_id, environment, (coalesce(settled_at, updated_at)), currency, amount_cents) WHERE state = 'settled'`,
  },
  {
    name: "payments_of_store_money",
    on: "payments (merchant_id, environment, payment_id, state, payment_method, requested_method, currency, amount_cents)",
  },
] as const;

export const panelMoneySchema = `
-- Null means the last change, which is the settlement unless more money came later.
UPDATE payments SET settled_at = ${settledAt} WHERE state = 'settled' AND updated_at > ${settledAt};

-- Replaces payments_of_store: the same order, and what a list filters and adds up beside it.
DROP INDEX payments_of_store;
ALTER INDEX payments_of_store_money RENAME TO payments_of_store;
`;
