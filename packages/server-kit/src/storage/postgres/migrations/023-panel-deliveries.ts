// The deliveries of a store in the order of their creation, for the panel's list.
export const panelDeliveriesIndexes = [
  { name: "deliveries_of_store", on: "deliveries (merchant_id, created_at, delivery_id)" },
] as const;
