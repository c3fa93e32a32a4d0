// The database of one unit of work, on a transaction that it may share with others: statements with named values, and deferred INSERTs.
// Between units it rejects statements, because a unit that has ended must not write into another one's transaction.

import type { Database, Values } from "./database.js";
import { toNumber } from "./database.js";
import { combineInserts, type DeferredInsert } from "./deferred-inserts.js";
import type { PostgresQuery, PostgresResult, PostgresValue } from "./driver.js";
import { prepareText } from "./named-parameters.js";
import { overMessage, type Transaction } from "./transaction.js";

export interface UnitDatabase {
  database: Database;
  begin(transaction: Transaction, mayWrite: boolean): void;
  /** Rejects further statements. Returns the deferred INSERTs that were not sent. */
  end(): DeferredInsert[];
  /** Whether the unit has sent or deferred a write. */
  hasWritten(): boolean;
  /** Stores whose deliveries the unit has made due. */
  noted(): readonly string[];
}

/** Used by one unit after the other, so that its records are built only once. */
export function createUnitDatabase(storeLock: (merchantId: string) => string): UnitDatabase {
  let transaction: Transaction | undefined;
  let isWriting = false;
  let hasWritten = false;
  let deferred: DeferredInsert[] = [];
  const stores = new Set<string>();

  function current(): Transaction {
    if (transaction === undefined) throw new Error(overMessage);
    return transaction;
  }

  /** Deferred INSERTs are sent first, because the statement may depend on them. Their error fails the transaction. */
  async function send(query: (transaction: Transaction) => PostgresQuery, isRead: boolean): Promise<PostgresResult> {
    const now = current();
    flush(now);
    if (!isRead) hasWritten = true;
    return now.send(query(now), isRead);
  }

  function flush(now: Transaction): void {
    if (deferred.length > 0) void sendInserts(now, deferred).catch(() => undefined);
    deferred = [];
  }

  const run = async (sql: string, values: readonly PostgresValue[]) =>
    (await send((now) => now.prepare(sql, values), false)).rowCount ?? 0;
  const named = (sql: string, values: Values) =>
    // The record files pass a value for each name of their statements.
    prepareText(sql).parameters.map((name) => values[name] as PostgresValue);
  const all = async (sql: string, values: Values = {}) =>
    withNumbers(await send((now) => now.prepare(sql, named(sql, values)), prepareText(sql).isRead));

  return {
    database: {
      all,
      first: async (sql, values) => (await all(sql, values))[0],
      // The driver returns rows as arrays for rowMode "array".
      allRaw: async (sql, values = {}) =>
        (await send((now) => ({ ...now.prepare(sql, named(sql, values)), rowMode: "array" }), prepareText(sql).isRead))
          .rows as unknown[][],
      run: (sql, values = {}) => run(sql, named(sql, values)),
      runNumbered: run,
      async firstTogether(sql, values) {
        const now = current();
        flush(now);
        return now.selectTogether(sql, values);
      },
      async insertLater(into, rows) {
        const now = current();
        // Two rows of one table may depend on their order.
        if (deferred.some((one) => one.into === into)) flush(now);
        hasWritten = true;
        deferred.push({ into, rows: [...rows] });
      },
      mayWrite: () => isWriting,
      async lockStore(merchantId) {
        const sql = "SELECT pg_advisory_xact_lock($1::bigint)";
        await send((now) => now.prepare(sql, [storeLock(merchantId)]), false);
      },
      noteDue: (merchantId) => void stores.add(merchantId),
    },
    begin(begun, mayWrite) {
      transaction = begun;
      isWriting = mayWrite;
      hasWritten = false;
      deferred = [];
      stores.clear();
    },
    end() {
      transaction = undefined;
      const left = deferred;
      deferred = [];
      return left;
    },
    hasWritten: () => hasWritten,
    noted: () => [...stores],
  };
}

/** Sends them as one statement. */
export async function sendInserts(transaction: Transaction, inserts: readonly DeferredInsert[]): Promise<void> {
  const { sql, values } = combineInserts(inserts);
  await transaction.send(transaction.prepare(sql, values), false);
}

const bigintType = 20;

/** The driver returns bigint as text. The values are amounts, counts and times: far below 2^53. */
function withNumbers({ rows, fields }: PostgresResult): Record<string, unknown>[] {
  const names = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
  // The driver returns rows as objects unless rowMode is "array".
  const named = rows as Record<string, unknown>[];
  for (const row of named) for (const name of names) row[name] = toNumber(row[name]) ?? null;
  return named;
}
