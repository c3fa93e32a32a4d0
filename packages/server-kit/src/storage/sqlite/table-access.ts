// The statements that every table needs, built from its mapping: insert, update, select. Special statements are in
// the table's records file.
import { createFieldValues, createRowMapping, type DatabaseValue, snakeCase } from "../row-mapping.js";
import type { Table } from "../tables.js";
import type { Database } from "./database.js";

export interface TableAccess<Row> {
  /** The columns, ready for a SELECT; prefixed with the table's name, so that joins are unambiguous. */
  columns: string;
  insert(record: Row): void;
  /** INSERT with a conflict clause; returns the number of rows written. */
  insertOr(clause: string, record: Row): number;
  /** UPDATE of all columns but the given key, WHERE the condition holds; values of the condition come by name. */
  update(record: Row, key: string, condition?: string, values?: Record<string, DatabaseValue>): number;
  /**
   * UPDATE of these fields alone, for frequent writes: SQLite writes an index again whenever the statement names a
   * column of it, changed or not. The condition has a `?` for each of its values.
   */
  updateOf(
    fields: readonly (keyof Row & string)[],
    condition: string,
  ): (record: Row, values: DatabaseValue[]) => number;
  /** The statement selects `columns`, and they come first. Its values come by name, or by position. */
  first(sql: string, values: Record<string, DatabaseValue> | DatabaseValue[]): Row | undefined;
  all(sql: string, values: Record<string, DatabaseValue> | DatabaseValue[]): Row[];
}

export function createTableAccess<Row extends object>(database: Database, table: Table<Row>): TableAccess<Row> {
  const mapping = createRowMapping(table);
  const names = mapping.columns.join(", ");
  const places = mapping.columns.map(() => "?").join(", ");
  /** Cached: a newly built text must be hashed again to find its prepared statement. */
  const insertOrTexts = new Map<string, string>();
  const updateTexts = new Map<string, string>();
  const insertSql = `INSERT INTO ${mapping.table} (${names}) VALUES (${places})`;

  function insertOrSql(clause: string): string {
    let sql = insertOrTexts.get(clause);
    if (sql === undefined) {
      sql = `${insertSql} ${clause}`;
      insertOrTexts.set(clause, sql);
    }
    return sql;
  }

  function updateSql(key: string, condition: string): string {
    const name = `${key} ${condition}`;
    let sql = updateTexts.get(name);
    if (sql === undefined) {
      const sets = mapping.columns.filter((column) => column !== key).map((column) => `${column} = @${column}`);
      const where = `${key} = @${key}${condition === "" ? "" : ` AND ${condition}`}`;
      sql = `UPDATE ${mapping.table} SET ${sets.join(", ")} WHERE ${where}`;
      updateTexts.set(name, sql);
    }
    return sql;
  }

  const toRow = (values: unknown): Row => {
    // The statements of this access select this table's columns first, and prepareRaw returns arrays.
    return mapping.fromValues(values as DatabaseValue[]);
  };

  return {
    columns: mapping.columns.map((column) => `${mapping.table}.${column}`).join(", "),
    insert(record) {
      database.prepare(insertSql).run(mapping.toValues(record));
    },
    insertOr: (clause, record) => database.prepare(insertOrSql(clause)).run(mapping.toValues(record)).changes,
    update: (record, key, condition = "", values = {}) =>
      database.prepare(updateSql(key, condition)).run({ ...mapping.toNamedValues(record), ...values }).changes,
    updateOf(fields, condition) {
      const toValues = createFieldValues(table, fields);
      const sets = fields.map((field) => `${snakeCase(field)} = ?`);
      const sql = `UPDATE ${mapping.table} SET ${sets.join(", ")} WHERE ${condition}`;
      return (record, values) => {
        const all = toValues(record);
        all.push(...values);
        return database.prepare(sql).run(all).changes;
      };
    },
    first(sql, values) {
      const row = database.prepareRaw(sql).get(values);
      return row === undefined ? undefined : toRow(row);
    },
    all: (sql, values) => database.prepareRaw(sql).all(values).map(toRow),
  };
}
