// Maps domain records to column values and back, for any table of tables.ts and any database driver. Values go by position: drivers
// are several times slower when each of twenty columns has a name.
import type { ColumnKind, Table } from "./tables.js";

export type DatabaseValue = string | number | bigint | Uint8Array | null;
export type DatabaseRow = Record<string, DatabaseValue>;

export interface RowMapping<Row> {
  table: string;
  /** Column names, in the order of the values below. */
  columns: readonly string[];
  toValues(record: Row): DatabaseValue[];
  /** The first values of a selected row, as many as there are columns. */
  fromValues(values: readonly DatabaseValue[]): Row;
  /** The values by the names of their columns, for statements that name them. */
  toNamedValues(record: Row): DatabaseRow;
}

export function createRowMapping<Row extends object>(table: Table<Row>): RowMapping<Row> {
  // `columns` has exactly the keys of Row, by its type.
  const names = Object.keys(table.columns) as (keyof Row & string)[];
  const fields = names.map((field) => ({ field, column: snakeCase(field), ...conversions[table.columns[field]] }));
  // A copy has room for all fields at once; an object that grows field by field is reallocated.
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    table: table.name,
    columns: fields.map(({ column }) => column),
    toValues(record) {
      const values: DatabaseValue[] = [];
      for (const { field, encode } of fields) {
        const value = record[field];
        values.push(value === undefined || value === null ? null : encode(value));
      }
      return values;
    },
    fromValues(values) {
      const record: Record<string, unknown> = { ...blank };
      let index = 0;
      for (const { field, decode } of fields) {
        const value = values[index];
        record[field] = value === null || value === undefined ? undefined : decode(value);
        index += 1;
      }
      // Only toValues writes these columns, and the schema constrains their kinds.
      return record as Row;
    },
    toNamedValues(record) {
      const row: DatabaseRow = {};
      for (const { field, column, encode } of fields) {
        const value = record[field];
        row[column] = value === undefined || value === null ? null : encode(value);
      }
      return row;
    },
  };
}

/** As `toValues`, of these fields alone, in this order. */
export function createFieldValues<Row extends object>(
  table: Table<Row>,
  fields: readonly (keyof Row & string)[],
): (record: Row) => DatabaseValue[] {
  const chosen = fields.map((field) => ({ field, encode: conversions[table.columns[field]].encode }));
  return (record) => {
    const values: DatabaseValue[] = [];
    for (const { field, encode } of chosen) {
      const value = record[field];
      values.push(value === undefined || value === null ? null : encode(value));
    }
    return values;
  };
}

interface Conversion {
  encode(value: unknown): DatabaseValue;
  decode(value: DatabaseValue): unknown;
}

const asItIs: Conversion = {
  // The kind of a column matches the type of its field.
  encode: (value) => value as DatabaseValue,
  decode: (value) => value,
};

const conversions: Readonly<Record<ColumnKind, Conversion>> = {
  text: asItIs,
  bytes: asItIs,
  // PostgreSQL drivers may return integers as text or bigint.
  integer: { encode: asItIs.encode, decode: Number },
  boolean: { encode: (value) => (value ? 1 : 0), decode: (value) => Boolean(Number(value)) },
  // `encode` wrote text.
  json: { encode: (value) => JSON.stringify(value), decode: (value) => JSON.parse(value as string) },
};

export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
