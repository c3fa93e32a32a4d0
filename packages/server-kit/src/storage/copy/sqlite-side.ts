// A SQLite file as one side of a copy: locked exclusively, so that a running service is detected and none starts meanwhile.
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { listMigrations, migrate } from "../sqlite/migrate.js";
import { explainOpening } from "../sqlite/opening-errors.js";
import { openSqliteDatabase } from "../sqlite/sqlite-database.js";
import { isBusy } from "../sqlite/sqlite-errors.js";
import {
  type CopyKind,
  type CopyRow,
  type CopyTable,
  type CopyValue,
  orderColumn,
  type TableShape,
} from "./copy-plan.js";
import { type CopySource, type CopyTarget, settingsTable } from "./copy-side.js";
import { unfinishedCopyName } from "./unfinished-copy.js";

/** @throws Error when the file does not exist, is in use, or has a different schema version. */
export async function openSqliteSource(filename: string): Promise<CopySource> {
  const connection = openExclusively(filename);
  try {
    const missing = listMigrations(connection).filter(({ isApplied }) => !isApplied);
    if (missing.length > 0) {
      throw new Error(`${filename} is not up to date: run "payment-sessions migrate --database ${filename}" first.`);
    }
    return sideOf(connection, filename);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Creates the file when it does not exist. */
export async function openSqliteTarget(filename: string): Promise<CopyTarget> {
  if (!existsSync(filename)) {
    // Creates the file with access for its owner only.
    const fresh = openSqliteDatabase(filename);
    migrate(fresh.writer, Date.now());
    await fresh.close();
  }
  const connection = openExclusively(filename);
  const side = sideOf(connection, filename);
  const mark = () =>
    connection.prepare("SELECT checksum FROM migrations WHERE name = ?").pluck().get(unfinishedCopyName);
  return {
    ...side,
    async unfinishedFrom() {
      const source = mark();
      if (source === undefined) migrate(connection, Date.now());
      return typeof source === "string" ? source : undefined;
    },
    async begin(source) {
      connection.transaction(() => {
        connection.prepare(`DELETE FROM ${settingsTable}`).run();
        connection
          .prepare("INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)")
          .run(unfinishedCopyName, source, Date.now());
      })();
    },
    async append(table, rows) {
      const names = physicalNames(connection, table);
      const insert = connection.prepare(
        `INSERT INTO ${table.name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      );
      connection.transaction(() => {
        // Triggers are dropped meanwhile, because the rows that they derive are copied as well.
        const triggers = triggersOf(connection, table.name);
        for (const { name } of triggers) connection.exec(`DROP TRIGGER ${name}`);
        for (const row of rows) insert.run(row.map(toSqlite));
        for (const { sql } of triggers) connection.exec(sql);
      })();
    },
    async lastKey(table) {
      const order = table.key.map((name) => `${name} DESC`).join(", ");
      const row = selectRows(connection, table, `ORDER BY ${order} LIMIT 1`, [])[0];
      return row && table.keyPositions.map((position) => row[position] ?? null);
    },
    async finish() {
      connection.prepare("DELETE FROM migrations WHERE name = ?").run(unfinishedCopyName);
      connection.exec("ANALYZE");
    },
  };
}

function triggersOf(connection: Sqlite.Database, table: string): { name: string; sql: string }[] {
  // These two columns are selected; a trigger has a name and a text.
  return connection
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid")
    .all(table) as { name: string; sql: string }[];
}

function openExclusively(filename: string): Sqlite.Database {
  if (!existsSync(filename)) throw new Error(`There is no database ${filename}.`);
  const connection = new Sqlite(filename, { timeout: 0, fileMustExist: true });
  try {
    // Before the first access to the file: the write-ahead log is then used without shared memory, which requires exclusive use.
    connection.pragma("locking_mode = EXCLUSIVE");
    connection.exec("BEGIN EXCLUSIVE; COMMIT");
    connection.pragma("synchronous = FULL");
    connection.pragma("foreign_keys = ON");
    connection.defaultSafeIntegers(true);
    return connection;
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw explainOpening(error, filename);
    throw new Error(`${filename} is in use by another process: stop the service that works on it, then copy.`, {
      cause: error,
    });
  }
}

function sideOf(connection: Sqlite.Database, label: string): CopySource {
  return {
    kind: "sqlite",
    label,
    tables: async () => shapesOf(connection),
    async count({ name }) {
      return Number(connection.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
    },
    async rowsAfter(table, key, limit) {
      const names = table.key.join(", ");
      const after = key === undefined ? "" : `WHERE (${names}) > (${table.key.map(() => "?").join(", ")})`;
      return selectRows(connection, table, `${after} ORDER BY ${names} LIMIT ${limit}`, (key ?? []).map(toSqlite));
    },
    async close() {
      connection.close();
    },
  };
}

function selectRows(
  connection: Sqlite.Database,
  table: CopyTable,
  condition: string,
  values: (string | number | bigint | Uint8Array | null)[],
): CopyRow[] {
  const names = physicalNames(connection, table).join(", ");
  // Raw rows are arrays of SQLite values; integers are bigint, as set for the connection.
  const rows = connection.prepare(`SELECT ${names} FROM ${table.name} ${condition}`).raw().all(values) as (
    | string
    | number
    | bigint
    | Uint8Array
    | null
  )[][];
  const kinds = table.columns.map(({ kind }) => kind);
  return rows.map((row) => row.map((value, index) => fromSqlite(value, kinds[index])));
}

/** The insertion order that PostgreSQL stores in a column is SQLite's rowid. */
function physicalNames(connection: Sqlite.Database, table: CopyTable): string[] {
  // The pragma returns rows with this column.
  const columns = connection.pragma(`table_xinfo(${table.name})`) as { name: string }[];
  const there = new Set(columns.map(({ name }) => name));
  return table.columns.map(({ name }) => (name === orderColumn && !there.has(name) ? "rowid" : name));
}

function fromSqlite(value: string | number | bigint | Uint8Array | null, kind: CopyKind | undefined): CopyValue {
  return kind === "boolean" && value !== null ? value !== 0n : value;
}

function toSqlite(value: CopyValue): string | number | bigint | Uint8Array | null {
  return typeof value === "boolean" ? (value ? 1n : 0n) : value;
}

interface ColumnInfo {
  name: string;
  type: string;
  /** Place in the primary key, from 1. */
  pk: bigint;
  /** 2 and 3: generated. */
  hidden: bigint;
}

const kinds: Record<string, CopyKind> = { INTEGER: "integer", REAL: "real", TEXT: "text", BLOB: "bytes" };

function shapesOf(connection: Sqlite.Database): TableShape[] {
  const names = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .pluck()
    // This one column is selected, and a table has a name.
    .all() as string[];
  return names.map((name) => {
    // The pragmas return rows with these columns.
    const columns = connection.pragma(`table_xinfo(${name})`) as ColumnInfo[];
    const references = connection.pragma(`foreign_key_list(${name})`) as { table: string }[];
    const ofKey = columns.filter(({ pk }) => pk > 0n).sort((left, right) => Number(left.pk - right.pk));
    return {
      name,
      columns: columns
        .filter(({ hidden }) => hidden === 0n)
        .map((column) => ({ name: column.name, kind: kinds[column.type] })),
      key: ofKey.map((column) => column.name),
      references: references.map(({ table }) => table),
    };
  });
}
