// The deliveries of a store in the order of their creation, for the panel's list.
export const panelDeliveriesSchema = `
CREATE INDEX deliveries_of_store ON deliveries (merchant_id, created_at, delivery_id);
`;
