// Reads the results of SELECTs with one or two plain columns. The driver returns bigint and numeric as text.
import { type Database, toNumber, type Values } from "./database.js";

/** The number of an aggregate without groups; undefined for NULL, which is the minimum of no rows. */
export async function selectNumber(database: Database, sql: string, values: Values = {}): Promise<number | undefined> {
  const [row] = await database.allRaw(sql, values);
  return toNumber(row?.[0]);
}

/** The values of the only column, which is text and never NULL. */
export async function selectTexts(database: Database, sql: string, values: Values = {}): Promise<string[]> {
  return (await database.allRaw(sql, values)).map(([text]) => String(text));
}

/** The second column, a number, by the first, a text. */
export async function selectNumbersByText(
  database: Database,
  sql: string,
  values: Values = {},
): Promise<Record<string, number>> {
  const rows = await database.allRaw(sql, values);
  return Object.fromEntries(rows.map(([text, number]) => [String(text), Number(number)]));
}
