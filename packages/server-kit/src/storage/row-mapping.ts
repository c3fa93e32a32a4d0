// How a domain record becomes a row and a row a domain record, for any table of tables.ts and any database driver.
import type { ColumnKind, Table } from "./tables.js";

export type DatabaseValue = string | number | bigint | Uint8Array | null;
export type DatabaseRow = Record<string, DatabaseValue>;

export interface RowMapping<Row> {
  table: string;
  /** Column names, in one fixed order. */
  columns: readonly string[];
  toRow(record: Row): DatabaseRow;
  fromRow(row: DatabaseRow): Row;
}

export function createRowMapping<Row extends object>(table: Table<Row>): RowMapping<Row> {
  // Sound: `columns` has exactly the keys of Row, by its type.
  const fields = (Object.keys(table.columns) as (keyof Row & string)[]).map((field) => ({
    field,
    column: snakeCase(field),
    kind: table.columns[field],
  }));
  return {
    table: table.name,
    columns: fields.map(({ column }) => column),
    toRow(record) {
      const row: DatabaseRow = {};
      for (const { field, column, kind } of fields) row[column] = toColumn(record[field], kind);
      return row;
    },
    fromRow(row) {
      const record: Record<string, unknown> = {};
      for (const { field, column, kind } of fields) record[field] = fromColumn(row[column] ?? null, kind);
      // Sound: only toRow writes these columns, and the schema constrains their kinds.
      return record as Row;
    },
  };
}

function toColumn(value: unknown, kind: ColumnKind): DatabaseValue {
  if (value === undefined || value === null) return null;
  if (kind === "json") return JSON.stringify(value);
  if (kind === "boolean") return value ? 1 : 0;
  // Sound: the remaining kinds are what their fields hold.
  return value as DatabaseValue;
}

function fromColumn(value: DatabaseValue, kind: ColumnKind): unknown {
  if (value === null) return undefined;
  // Sound: toColumn wrote text. PostgreSQL drivers may hand integers over as text or bigint.
  if (kind === "json") return JSON.parse(value as string);
  if (kind === "boolean") return Boolean(Number(value));
  if (kind === "integer") return Number(value);
  return value;
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
