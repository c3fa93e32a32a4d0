// The parts of an order that the checkout page shows, and when the buyer reported the transfer as made.
export const checkoutFactsSchema = `
ALTER TABLE payments ADD COLUMN description TEXT;
ALTER TABLE payments ADD COLUMN items TEXT;
ALTER TABLE payments ADD COLUMN claimed_paid_at INTEGER;
`;
