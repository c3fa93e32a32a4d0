// What the checkout page shows of an order, and that the buyer said that the transfer is made.
export const checkoutFactsSchema = `
ALTER TABLE payments ADD COLUMN description text;
ALTER TABLE payments ADD COLUMN items text;
ALTER TABLE payments ADD COLUMN claimed_paid_at bigint;
`;
