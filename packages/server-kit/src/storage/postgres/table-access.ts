// The statements that every table needs, built from its mapping: insert, update, select. Special statements are in
// the table's records file.
import { createRowMapping, type DatabaseValue, type RowMapping } from "../row-mapping.js";
import type { ColumnKind, Table } from "../tables.js";
import type { Database, Values } from "./database.js";
import { type InsertTexts, insertTexts } from "./deferred-inserts.js";
import type { ListedValue } from "./select-together.js";

export interface TableAccess<Row> {
  /** The columns, ready for a SELECT; prefixed with the table's name so that joins stay unambiguous. */
  columns: string;
  insert(record: Row): Promise<void>;
  /** INSERT, perhaps with a conflict clause, sent together with others; see `Database.insertLater`. */
  insertLater(record: Row, clause?: string): Promise<void>;
  /** INSERT with a conflict clause; returns the number of rows written. */
  insertOr(clause: string, record: Row): Promise<number>;
  /** UPDATE of all columns but the given key, WHERE the condition holds; values of the condition come by name. */
  update(record: Row, key: string, condition?: string, values?: Values): Promise<number>;
  /** The statement selects `columns`, and they come first. */
  first(sql: string, values: Values): Promise<Row | undefined>;
  all(sql: string, values: Values): Promise<Row[]>;
  /** As `first`, from a SELECT that several units share: see `Transaction.selectTogether`. Where there is no row, its columns are NULL. */
  firstTogether(sql: string, values: readonly ListedValue[]): Promise<Row | undefined>;
}

interface TableStatements<Row> {
  mapping: RowMapping<Row>;
  columns: string;
  /** By their conflict clause, which may be empty. */
  inserts: Map<string, InsertTexts>;
}

/** For arrays of values. No table with deferred rows has a column of bytes. */
const columnTypes: Record<ColumnKind, string> = {
  text: "text",
  integer: "bigint",
  boolean: "boolean",
  json: "text",
  bytes: "bytea",
};

const statementsByTable = new WeakMap<object, TableStatements<object>>();

/** Built once for each table, not for each connection. */
function statementsOf<Row extends object>(table: Table<Row>): TableStatements<Row> {
  const known = statementsByTable.get(table);
  // Stored under the table that it was built for.
  if (known !== undefined) return known as unknown as TableStatements<Row>;
  const mapping = createRowMapping(table);
  const statements = {
    mapping,
    columns: mapping.columns.map((column) => `${mapping.table}.${column}`).join(", "),
    inserts: new Map<string, InsertTexts>(),
  };
  // Read back only by this function, under the table whose Row it has.
  statementsByTable.set(table, statements as unknown as TableStatements<object>);
  return statements;
}

/** Field kinds and column names have the same order. */
function typedColumnsOf<Row extends object>(table: Table<Row>, { columns }: RowMapping<Row>) {
  const kinds: ColumnKind[] = Object.values(table.columns);
  return columns.map((name, index) => ({ name, type: columnTypes[kinds[index] ?? "text"] }));
}

export function createTableAccess<Row extends object>(database: Database, table: Table<Row>): TableAccess<Row> {
  const { mapping, columns, inserts } = statementsOf(table);

  function insertWith(clause: string): InsertTexts {
    const known = inserts.get(clause);
    if (known !== undefined) return known;
    const made = insertTexts(mapping.table, typedColumnsOf(table, mapping), clause);
    inserts.set(clause, made);
    return made;
  }

  const toRow = (values: unknown[]): Row => {
    // The statements of this access select this table's columns first. The driver returns booleans for 0 and 1, which decode alike.
    return mapping.fromValues(values as DatabaseValue[]);
  };

  return {
    columns,
    async insert(record) {
      await database.runNumbered(insertWith("").one, mapping.toValues(record));
    },
    insertLater: (record, clause = "") =>
      // No table with deferred rows has a column of bytes, the one kind that ListedValue lacks.
      database.insertLater(insertWith(clause), [mapping.toValues(record) as ListedValue[]]),
    insertOr: (clause, record) => database.runNumbered(insertWith(clause).one, mapping.toValues(record)),
    update(record, key, condition = "", values = {}) {
      const sets = mapping.columns.filter((column) => column !== key).map((column) => `${column} = @${column}`);
      const where = `${key} = @${key}${condition === "" ? "" : ` AND ${condition}`}`;
      return database.run(`UPDATE ${mapping.table} SET ${sets.join(", ")} WHERE ${where}`, {
        ...mapping.toNamedValues(record),
        ...values,
      });
    },
    async first(sql, values) {
      const [row] = await database.allRaw(sql, values);
      return row && toRow(row);
    },
    async all(sql, values) {
      return (await database.allRaw(sql, values)).map(toRow);
    },
    async firstTogether(sql, values) {
      const row = await database.firstTogether(sql, values);
      return row.every((value) => value === null) ? undefined : toRow(row);
    },
  };
}
