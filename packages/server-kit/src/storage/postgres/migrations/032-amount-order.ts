// Index of the payments of a store by amount, for lists in that order. Its columns never change after creation.
export const amountOrderIndexes = [
  {
    name: "payments_of_store_amount",
    on: "payments (merchant_id, environment, currency, amount_cents, payment_id)",
  },
] as const;
