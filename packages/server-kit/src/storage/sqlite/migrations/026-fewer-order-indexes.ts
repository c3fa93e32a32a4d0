// The newest open payment of an order is found by payments_reuse_slot, because at most one is not superseded. Each index by order id costs
// one more page write per payment; the dropped ones were 4 of 21 writes.
export const fewerOrderIndexesSchema = `
DROP INDEX payments_open_of_order;
`;
