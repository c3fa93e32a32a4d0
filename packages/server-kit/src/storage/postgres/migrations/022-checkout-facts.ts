// The parts of an order that the checkout page shows, and when the buyer reported the transfer as made.
export const checkoutFactsSchema = `
ALTER TABLE payments ADD COLUMN description text;
ALTER TABLE payments ADD COLUMN items text;
ALTER TABLE payments ADD COLUMN claimed_paid_at bigint;
`;
