// Deferred INSERTs, whose result is not needed: sent together, as one statement with one part for each table, to save round trips.
import type { PostgresValue } from "./driver.js";
import type { ListedValue } from "./select-together.js";

/** A table's INSERT, built once: rows with the same object are sent together. */
export interface InsertTexts {
  /** For one row: `$1` is its first value. */
  one: string;
  /** For any number of rows: `$1` is the array of their first values. */
  many: string;
}

export interface DeferredInsert {
  into: InsertTexts;
  rows: (readonly ListedValue[])[];
}

/** @param clause Such as ON CONFLICT. */
export function insertTexts(
  table: string,
  columns: readonly { name: string; type: string }[],
  clause = "",
): InsertTexts {
  const begin = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")})`;
  const end = clause === "" ? "" : ` ${clause}`;
  return {
    one: `${begin} VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})${end}`,
    many: `${begin} SELECT * FROM unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ")})${end}`,
  };
}

/** Combines rows for the same table into one INSERT; tables stay in the order of their first row. */
export function gatherInserts(inserts: readonly DeferredInsert[]): DeferredInsert[] {
  const gathered = new Map<InsertTexts, DeferredInsert>();
  for (const { into, rows } of inserts) {
    const known = gathered.get(into);
    if (known === undefined) gathered.set(into, { into, rows: [...rows] });
    else known.rows.push(...rows);
  }
  return [...gathered.values()];
}

/** Combined texts by their tables and whether each has one row or several. */
const combinedTexts = new Map<string, string>();
const numbers = new WeakMap<InsertTexts, number>();
let lastNumber = 0;

/** All parts use the snapshot before the statement; foreign keys are checked at its end, so the order of the parts does not matter. */
export function combineInserts(inserts: readonly DeferredInsert[]): { sql: string; values: PostgresValue[] } {
  const values = inserts.flatMap(({ rows }): PostgresValue[] => {
    const [only = []] = rows;
    return rows.length === 1 ? [...only] : only.map((_, place) => rows.map((row) => row[place] ?? null));
  });
  const key = inserts.map(({ into, rows }) => `${numberOf(into)}${rows.length === 1 ? "" : "+"}`).join(" ");
  let sql = combinedTexts.get(key);
  if (sql === undefined) {
    sql = combinedText(inserts);
    combinedTexts.set(key, sql);
  }
  return { sql, values };
}

function numberOf(into: InsertTexts): number {
  let number = numbers.get(into);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(into, number);
  }
  return number;
}

function combinedText(inserts: readonly DeferredInsert[]): string {
  let offset = 0;
  const texts = inserts.map(({ into, rows }) => {
    const before = offset;
    offset += rows[0]?.length ?? 0;
    return (rows.length === 1 ? into.one : into.many).replace(/\$(\d+)/g, (_, place) => `$${Number(place) + before}`);
  });
  const [text = ""] = texts;
  if (texts.length === 1) return text;
  return `WITH ${texts.map((each, index) => `part_${index} AS (${each})`).join(", ")} SELECT 1`;
}
