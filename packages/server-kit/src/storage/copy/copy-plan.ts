// Plans a copy: tables, columns and their order are read from both databases, so that tables of later migrations are copied
// without being listed here. If the schemas differ, the copy is refused, so that it is never incomplete.

export type CopyKind = "integer" | "boolean" | "real" | "text" | "bytes";
/** A value as both databases store it: integers are exact, whatever the driver returns. */
export type CopyValue = bigint | boolean | number | string | Uint8Array | null;
export type CopyRow = readonly CopyValue[];

export interface TableShape {
  name: string;
  /** Without generated columns. `kind` as far as the database reports it. */
  columns: readonly { name: string; kind: CopyKind | undefined }[];
  /** Columns of the primary key, in its order. */
  key: readonly string[];
  /** Tables whose rows must be copied before. */
  references: readonly string[];
}

export interface CopyTable {
  name: string;
  columns: readonly { name: string; kind: CopyKind }[];
  key: readonly string[];
  /** Positions of the key's columns among `columns`. */
  keyPositions: readonly number[];
}

/** Tables that are not copied: migrations, and the turns and locks of PostgreSQL instances. */
const ownTables = new Set(["migrations", "endpoint_turns"]);

/** Tables whose insertion order is not their id: SQLite's rowid, PostgreSQL's identity column. */
export const orderColumn = "number";

/**
 * The tables in the order in which they can be filled.
 * @throws Error naming a table or column that only one of the two has.
 */
export function planCopy(sqlite: readonly TableShape[], postgres: readonly TableShape[]): CopyTable[] {
  const sqliteByName = new Map(withoutOwn(sqlite).map((table) => [table.name, table]));
  const postgresByName = new Map(withoutOwn(postgres).map((table) => [table.name, table]));
  const unmatched = [...sqliteByName.keys(), ...postgresByName.keys()].filter(
    (name) => !sqliteByName.has(name) || !postgresByName.has(name),
  );
  if (unmatched.length > 0) throw new Error(`Only one of the two databases has the tables: ${unmatched.join(", ")}.`);
  // A reference may be in one of the two only, and counts for both: the copy may go in either direction.
  const tables = [...postgresByName.values()].map((table) => ({
    ...table,
    references: [...table.references, ...(sqliteByName.get(table.name)?.references ?? [])],
  }));
  return inFillingOrder(tables).map((table) => {
    // Both contain every name.
    return planTable(sqliteByName.get(table.name) as TableShape, table);
  });
}

function planTable(sqlite: TableShape, postgres: TableShape): CopyTable {
  const there = new Set(sqlite.columns.map(({ name }) => name));
  const columns = postgres.columns.map(({ name, kind }) => {
    if (kind === undefined) throw new Error(`The column ${postgres.name}.${name} has a type that is not copied.`);
    return { name, kind };
  });
  const unmatched = [
    ...columns.filter(({ name }) => !there.has(name) && name !== orderColumn),
    ...sqlite.columns.filter(({ name }) => !columns.some((column) => column.name === name)),
  ].map(({ name }) => `${postgres.name}.${name}`);
  if (unmatched.length > 0) throw new Error(`Only one of the two databases has the columns: ${unmatched.join(", ")}.`);
  if (sqlite.key.join() !== postgres.key.join() || postgres.key.length === 0) {
    throw new Error(`The table ${postgres.name} does not have the same primary key in both databases.`);
  }
  const keyPositions = postgres.key.map((name) => columns.findIndex((column) => column.name === name));
  return { name: postgres.name, columns, key: postgres.key, keyPositions };
}

function withoutOwn(tables: readonly TableShape[]): TableShape[] {
  return tables.filter(({ name }) => !ownTables.has(name));
}

/** Sorted so that a table follows those that it refers to; otherwise by name. */
function inFillingOrder(tables: readonly TableShape[]): TableShape[] {
  const waiting = [...tables].sort((left, right) => (left.name < right.name ? -1 : 1));
  const ordered: TableShape[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex((table) =>
      table.references.every((name) => name === table.name || !waiting.some((other) => other.name === name)),
    );
    const [next] = waiting.splice(index, 1);
    if (index < 0 || next === undefined) throw new Error("The tables refer to each other in a circle.");
    ordered.push(next);
  }
  return ordered;
}
