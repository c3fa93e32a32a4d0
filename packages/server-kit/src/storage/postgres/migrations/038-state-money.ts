// The sums of a list in some states are read from the index alone, without fetching a payment.
export const stateMoneyIndexes = [
  {
    name: "payments_of_store_state_money",
    on: "payments (merchant_id, environment, state, payment_id, currency, amount_cents)",
  },
] as const;

export const stateMoneySchema = `
-- Replaces payments_of_store_state: the same order, and what a list adds up beside it. Neither column changes after creation.
DROP INDEX payments_of_store_state;
ALTER INDEX payments_of_store_state_money RENAME TO payments_of_store_state;
`;
