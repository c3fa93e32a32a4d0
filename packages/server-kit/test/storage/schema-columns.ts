// The tables and columns of a migrated, empty database.

import Sqlite from "better-sqlite3";
import pg from "pg";
import { createDatabase, type StorageName } from "../storages.js";

export async function columnsOf(
  kind: StorageName,
): Promise<{ columns: Record<string, string[]>; remove: () => Promise<void> }> {
  const database = await createDatabase(kind);
  const storage = database.storage();
  await storage.open();
  await storage.close();
  const rows = kind === "SQLite" ? readSqlite(database.address) : await readPostgres(database.address);
  const columns: Record<string, string[]> = {};
  for (const { table, column } of rows) {
    const names = columns[table] ?? [];
    names.push(column);
    columns[table] = names;
  }
  return { columns, remove: () => database.remove() };
}

interface Column {
  table: string;
  column: string;
}

function readSqlite(filename: string): Column[] {
  const connection = new Sqlite(filename, { readonly: true });
  // The two named columns are selected. Generated columns are listed too.
  const rows = connection
    .prepare(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .all() as Column[];
  connection.close();
  return rows;
}

async function readPostgres(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Column>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'payment_sessions' ORDER BY table_name, ordinal_position`,
  );
  await client.end();
  return rows;
}
