// Reads the tables of a PostgreSQL schema from the server's catalog.
import type { PostgresClient } from "../postgres/driver.js";
import type { CopyKind, TableShape } from "./copy-plan.js";

const kinds: Record<string, CopyKind> = {
  bigint: "integer",
  boolean: "boolean",
  "double precision": "real",
  text: "text",
  bytea: "bytes",
};

const columnsSql = `
SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
ORDER BY c.relname, a.attnum`;

const keysSql = `
SELECT c.relname AS table, a.attname AS column
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS part (attnum, place)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.attnum
WHERE c.relnamespace = $1::regnamespace AND i.indisprimary
ORDER BY c.relname, part.place`;

const referencesSql = `
SELECT c.relname AS table, r.relname AS referred
FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid
WHERE f.contype = 'f' AND c.relnamespace = $1::regnamespace`;

export async function shapesOfSchema(client: PostgresClient, schema: string): Promise<TableShape[]> {
  const values = [`"${schema.replaceAll('"', '""')}"`];
  const columns = await ask<{ table: string; column: string; type: string }>(client, columnsSql, values);
  const keys = await ask<{ table: string; column: string }>(client, keysSql, values);
  const references = await ask<{ table: string; referred: string }>(client, referencesSql, values);
  return [...new Set(columns.map(({ table }) => table))].map((name) => ({
    name,
    columns: columns
      .filter(({ table }) => table === name)
      .map(({ column, type }) => ({ name: column, kind: kinds[type] })),
    key: keys.filter(({ table }) => table === name).map(({ column }) => column),
    references: references.filter(({ table }) => table === name).map(({ referred }) => referred),
  }));
}

async function ask<Row>(client: PostgresClient, text: string, values: unknown[]): Promise<Row[]> {
  // Each statement returns text columns with the names of its Row.
  return (await client.query({ text, values })).rows as Row[];
}
