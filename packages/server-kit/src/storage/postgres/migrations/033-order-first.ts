// Indexes for the look-ups of initialize, with the order id first, so that the planner has no other index for them:
// while a new table had no statistics, it chose an index by store and read every payment of the store.
const isIdle = "state IN ('created', 'opened', 'qr_shown', 'transfer_instructed')";

export const orderFirstIndexes = [
  {
    name: "payments_slot_of_order",
    unique: true,
    on: `payments (order_id, merchant_id, environment, amount_cents, currency, checkout_mode) WHERE ${isIdle} AND superseded_by IS NULL`,
  },
  {
    name: "payments_superseded_of_order",
    on: `payments (order_id, merchant_id, environment, amount_cents, currency, checkout_mode, payment_id) WHERE ${isIdle} AND superseded_by IS NOT NULL`,
  },
  {
    name: "payments_settled_by_order",
    on: "payments (order_id, merchant_id, environment, payment_id) WHERE state = 'settled'",
  },
] as const;

export const orderFirstSchema = `
-- The newest open payment of an order is found among those that hold its slots: each new payment supersedes the one before.
DROP INDEX payments_open_of_order;
DROP INDEX payments_reuse_slot;
ALTER INDEX payments_slot_of_order RENAME TO payments_reuse_slot;
DROP INDEX payments_superseded_in_slot;
ALTER INDEX payments_superseded_of_order RENAME TO payments_superseded_in_slot;
DROP INDEX payments_settled_of_order;
ALTER INDEX payments_settled_by_order RENAME TO payments_settled_of_order;
`;
