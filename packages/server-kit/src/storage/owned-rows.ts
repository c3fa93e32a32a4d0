// Where a store's own rows are, for both databases: what moves along when a deleted store gets another id. A test compares the list with
// the schema: every table with a merchant id is here.

/** Found by their payment; the payments themselves come last, so that a slice that was begun is taken up again. */
export const ownedByPayment = ["payment_alerts", "payment_attention"] as const;

/** The key of a table's rows, and how many of one store are likely: found by an index on the merchant id or short as a whole. */
export const ownedByStore: readonly { table: string; key: string }[] = [
  { table: "api_keys", key: "id" },
  { table: "users", key: "user_id" },
  { table: "store_logos", key: "merchant_id" },
  { table: "waiting_bank_accounts", key: "merchant_id" },
  { table: "statement_column_maps", key: "merchant_id" },
  { table: "statements", key: "statement_id" },
  { table: "statement_entries", key: "entry_id" },
  { table: "mails", key: "mail_id" },
  { table: "audit", key: "id" },
  { table: "webhook_listeners", key: "merchant_id" },
  { table: "listened_events", key: "number" },
  { table: "orders", key: "order_key" },
  // By their store, so that one whose payment is gone moves too: it must not become a delivery of the next store with this id.
  { table: "deliveries", key: "delivery_id" },
  { table: "idempotency_keys", key: "environment, route, key" },
];

/** Moves at most @limit rows of a table that carries the store's id itself. */
export function moveRowsSql({ table, key }: { table: string; key: string }): string {
  return `UPDATE ${table} SET merchant_id = @archivedId WHERE merchant_id = @merchantId
    AND (${key}) IN (SELECT ${key} FROM ${table} WHERE merchant_id = @merchantId LIMIT @limit)`;
}
