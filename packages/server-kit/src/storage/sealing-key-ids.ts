// Which encryption keys the sealed values of a column name, as SQL for both databases: from one key's id to the next along the index,
// however many values there are. A sealed value begins "v1.", then the key's id of eight characters.

export function sealingKeyIdsSql(table: string, column: string): string {
  const next = (condition: string) =>
    `(SELECT min(substr(${column}, 4, 8)) FROM ${table} WHERE ${column} IS NOT NULL ${condition})`;
  return `WITH RECURSIVE found (id) AS (
      SELECT ${next("")}
      UNION ALL SELECT ${next(`AND substr(${column}, 4, 8) > found.id`)} FROM found WHERE id IS NOT NULL
    )
    SELECT id FROM found WHERE id IS NOT NULL`;
}
