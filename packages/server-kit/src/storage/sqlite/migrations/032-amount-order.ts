// Index of the payments of a store by amount, for lists in that order. Its columns never change after creation.
export const amountOrderSchema = `
CREATE INDEX payments_of_store_amount ON payments (merchant_id, environment, currency, amount_cents, payment_id);
`;
