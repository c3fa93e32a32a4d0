// Indexes by which each look-up of initialize reads one row, however many payments an order has.
const isIdle = "state IN ('created', 'opened', 'qr_shown', 'transfer_instructed')";

export const orderLookUpsSchema = `
CREATE INDEX payments_open_of_order ON payments (merchant_id, environment, order_id, payment_id)
  WHERE ${isIdle} AND superseded_by IS NULL;
CREATE INDEX payments_superseded_in_slot
  ON payments (merchant_id, environment, order_id, amount_cents, currency, checkout_mode, payment_id)
  WHERE ${isIdle} AND superseded_by IS NOT NULL;
`;
