// SQL for the distinct encryption key ids of a column's sealed values, for both databases: steps from one key id to
// the next along the index, however many values there are. A sealed value begins with "v1." and the key id of eight
// characters.

/** `among` is the remaining condition of a partial index. */
export function sealingKeyIdsSql(table: string, column: string, among = `${column} IS NOT NULL`): string {
  const next = (condition: string) => `(SELECT min(substr(${column}, 4, 8)) FROM ${table} WHERE ${among} ${condition})`;
  return `WITH RECURSIVE found (id) AS (
      SELECT ${next("")}
      UNION ALL SELECT ${next(`AND substr(${column}, 4, 8) > found.id`)} FROM found WHERE id IS NOT NULL
    )
    SELECT id FROM found WHERE id IS NOT NULL`;
}

/** Without deleted stores, whose secrets are never opened again. */
export const sealingKeyIdsOfStores = [
  sealingKeyIdsSql("stores", "sealed_webhook_secret", "deleted_at IS NULL"),
  sealingKeyIdsSql(
    "stores",
    "sealed_next_webhook_secret",
    "sealed_next_webhook_secret IS NOT NULL AND deleted_at IS NULL",
  ),
];
