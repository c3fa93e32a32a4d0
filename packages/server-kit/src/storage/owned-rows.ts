// The tables with rows of a store, for both databases: moved when a deleted store gets another id. A test compares the list with
// the schema: every table with a merchant id is here.

/** Rows found by their payment; the payments themselves come last, so that an interrupted slice is resumed. */
export const ownedByPayment = ["payment_alerts", "payment_attention"] as const;

/** The key of a table's rows. Each table has an index on the merchant id or is small as a whole. */
export const ownedByStore: readonly { table: string; key: string }[] = [
  { table: "api_keys", key: "id" },
  { table: "users", key: "user_id" },
  { table: "store_logos", key: "merchant_id" },
  { table: "waiting_bank_accounts", key: "merchant_id" },
  { table: "statement_column_maps", key: "merchant_id" },
  { table: "statements", key: "statement_id" },
  { table: "statement_entries", key: "entry_id" },
  { table: "receipts", key: "receipt_id" },
  { table: "mails", key: "mail_id" },
  { table: "audit", key: "id" },
  { table: "webhook_listeners", key: "merchant_id" },
  { table: "listened_events", key: "number" },
  { table: "orders", key: "order_key" },
  // By store, so that a delivery whose payment was deleted moves too: it must not become one of the next store with this id.
  { table: "deliveries", key: "delivery_id" },
  { table: "idempotency_keys", key: "environment, route, key" },
];

/** Moves at most @limit rows of a table with a merchant id column. */
export function moveRowsSql({ table, key }: { table: string; key: string }): string {
  return `UPDATE ${table} SET merchant_id = @archivedId WHERE merchant_id = @merchantId
    AND (${key}) IN (SELECT ${key} FROM ${table} WHERE merchant_id = @merchantId LIMIT @limit)`;
}
