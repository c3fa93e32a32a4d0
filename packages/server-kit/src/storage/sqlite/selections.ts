// Reads the results of SELECTs with one or two plain columns, so that each such cast has one place and one reason.
import type { DatabaseValue } from "../row-mapping.js";
import type { Database } from "./database.js";

type Values = Record<string, DatabaseValue>;

/** The number of an aggregate without groups; undefined for NULL, which is the minimum of no rows. */
export function selectNumber(database: Database, sql: string, values: Values = {}): number | undefined {
  // An aggregate without groups returns one row, and callers select one numeric column.
  const [value] = database.prepareRaw(sql).get(values) as [number | null];
  return value ?? undefined;
}

/** The values of the only column, which is text and never NULL. */
export function selectTexts(database: Database, sql: string, values: Values = {}): string[] {
  // Callers select one text column.
  return (database.prepareRaw(sql).all(values) as [string][]).map(([text]) => text);
}

/** The second column, a number, by the first, a text. */
export function selectNumbersByText(database: Database, sql: string, values: Values = {}): Record<string, number> {
  // Callers select a text column and a numeric one, in this order.
  return Object.fromEntries(database.prepareRaw(sql).all(values) as [string, number][]);
}
