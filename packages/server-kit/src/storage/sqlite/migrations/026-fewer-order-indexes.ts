// The newest open payment of an order is found by payments_reuse_slot: at most one that nothing has superseded. Each index by order id
// costs a payment a page of its own, 4 of 21 writes.
export const fewerOrderIndexesSchema = `
DROP INDEX payments_open_of_order;
`;
