// Sends SELECTs with the same text, requested by units of a transaction in the same turn of the event loop, as one statement. What such a
// SELECT takes and returns: `Transaction.selectTogether`.
import type { PostgresQuery, PostgresResult, PostgresValue } from "./driver.js";
import { prepareText } from "./named-parameters.js";

/** A value that may be an element of an array parameter. */
export type ListedValue = string | number | bigint | boolean | null;

interface RequestedSet {
  values: readonly ListedValue[];
  resolve(row: unknown[]): void;
  reject(error: unknown): void;
}

export function createSelectTogether({
  send,
  prepare,
}: {
  send(query: PostgresQuery, isRead: boolean): Promise<PostgresResult>;
  prepare(sql: string, values: readonly PostgresValue[]): PostgresQuery;
}): (sql: string, values: readonly ListedValue[]) => Promise<unknown[]> {
  const requested = new Map<string, RequestedSet[]>();

  async function selectRequested(sql: string): Promise<void> {
    const sets = requested.get(sql) ?? [];
    requested.delete(sql);
    const width = sets[0]?.values.length ?? 0;
    const lists = Array.from({ length: width }, (_, place) => sets.map(({ values }) => values[place] ?? null));
    try {
      const query: PostgresQuery = { ...prepare(sql, lists), rowMode: "array" };
      // The driver returns rows as arrays for rowMode "array".
      const rows = (await send(query, prepareText(sql).isRead)).rows as unknown[][];
      for (const [index, { resolve }] of sets.entries()) resolve(rows[index] ?? []);
    } catch (error) {
      for (const { reject } of sets) reject(error);
    }
  }

  return (sql, values) =>
    new Promise((resolve, reject) => {
      const sets = requested.get(sql);
      if (sets !== undefined) return void sets.push({ values, resolve, reject });
      requested.set(sql, [{ values, resolve, reject }]);
      queueMicrotask(() => void selectRequested(sql));
    });
}
