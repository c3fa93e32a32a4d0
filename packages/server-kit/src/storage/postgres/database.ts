// One transaction as records see it: statements by text and named values, one after the other on one connection.
import type { PostgresClient, PostgresQuery, PostgresResult, PostgresValue } from "./driver.js";
import { prepareText } from "./named-parameters.js";

export type Values = Readonly<Record<string, PostgresValue>>;

export interface Database {
  /** How many rows the statement wrote. */
  run(sql: string, values?: Values): Promise<number>;
  /** Rows by column name; bigint columns as numbers. */
  all(sql: string, values?: Values): Promise<Record<string, unknown>[]>;
  first(sql: string, values?: Values): Promise<Record<string, unknown> | undefined>;
  /** Rows as arrays of column values. */
  allRaw(sql: string, values?: Values): Promise<unknown[][]>;
  /** Whether this transaction writes: only then may a SELECT lock rows. */
  mayWrite(): boolean;
  /** Waits for units that read this store by `UnitOfWork.readsStore`; later ones wait until this transaction has ended. */
  lockStore(merchantId: string): Promise<void>;
  /** A delivery of this store is due, or will be, once this transaction is committed. */
  noteDue(merchantId: string): void;
  /**
   * An INSERT with numbered values whose result nobody asks for: sent with others of its kind, as one statement, before anything else is
   * sent or committed. Its error comes then.
   */
  insertLater(sql: string, values: readonly PostgresValue[]): Promise<void>;
  /** A statement whose values are numbered already. */
  runNumbered(sql: string, values: readonly PostgresValue[]): Promise<number>;
}

export interface TransactionGate {
  database: Database;
  /** From here on statements are sent; the answer ends that and gives the first error of any of them. */
  begin(mayWrite: boolean): (isToBeCommitted: boolean) => Promise<unknown>;
  /** Stores that were noted since then. */
  noted(): readonly string[];
}

/** Whether statements are prepared under a name, which lasts as long as the server's connection. */
export interface Naming {
  isUsed: boolean;
}

/** Statements of one connection. Between transactions they are refused: a unit that is over must not write into another one. */
export function createTransactionGate(
  client: PostgresClient,
  naming: Naming,
  storeLock: (merchantId: string) => string,
): TransactionGate {
  let isOpen = false;
  let isWriting = false;
  let firstError: unknown;
  const stores = new Set<string>();
  let later: { sql: string; values: PostgresValue[] }[] = [];
  let last: Promise<unknown> = Promise.resolve();

  function send(query: PostgresQuery): Promise<PostgresResult> {
    void flush();
    return sendNow(query);
  }

  /** What was put off goes first: it may be what the statement is about. Its error is the transaction's. */
  function flush(): Promise<unknown> {
    if (later.length === 0) return last;
    const { sql, values } = combineInserts(later);
    later = [];
    const { name, text } = prepareText(sql);
    return sendNow({ ...(naming.isUsed && { name }), text, values }).catch(() => undefined);
  }

  function sendNow(query: PostgresQuery): Promise<PostgresResult> {
    if (!isOpen) return Promise.reject(new Error(overMessage));
    // The driver takes one statement at a time.
    const result = last.then(() => {
      // After an error the server refuses everything until the rollback; the error itself says more.
      if (firstError !== undefined) throw firstError;
      return client.query(query);
    });
    last = result.catch((error: unknown) => {
      firstError ??= error;
    });
    return result;
  }

  const toQuery = (sql: string, values: Values): PostgresQuery => {
    const { name, text, parameters } = prepareText(sql);
    return { ...(naming.isUsed && { name }), text, values: parameters.map((parameter) => values[parameter]) };
  };
  const all = async (sql: string, values: Values = {}) => withNumbers(await send(toQuery(sql, values)));
  const database: Database = {
    all,
    mayWrite: () => isWriting,
    async lockStore(merchantId) {
      await send(toQuery("SELECT pg_advisory_xact_lock(@key::bigint)", { key: storeLock(merchantId) }));
    },
    noteDue: (merchantId) => void stores.add(merchantId),
    run: async (sql, values = {}) => (await send(toQuery(sql, values))).rowCount ?? 0,
    first: async (sql, values) => (await all(sql, values))[0],
    // Sound: the driver gives rows as arrays when it is asked for them.
    allRaw: async (sql, values = {}) => (await send({ ...toQuery(sql, values), rowMode: "array" })).rows as unknown[][],
    async insertLater(sql, values) {
      if (!isOpen) throw new Error(overMessage);
      // Two rows of one kind may depend on their order.
      if (later.some((one) => one.sql === sql)) await flush();
      later.push({ sql, values: [...values] });
    },
    runNumbered: async (sql, values) => {
      const { name, text } = prepareText(sql);
      return (await send({ ...(naming.isUsed && { name }), text, values: [...values] })).rowCount ?? 0;
    },
  };

  return {
    database,
    begin(mayWrite) {
      isOpen = true;
      isWriting = mayWrite;
      firstError = undefined;
      stores.clear();
      later = [];
      return async (isToBeCommitted) => {
        if (isToBeCommitted) await flush();
        isOpen = false;
        await last;
        return firstError;
      };
    },
    noted: () => [...stores],
  };
}

const overMessage = "This unit of work is over: it awaited something else than its records.";

/** All of them see the database as it was before the first; foreign keys are looked at when the last is done. */
function combineInserts(inserts: readonly { sql: string; values: PostgresValue[] }[]): {
  sql: string;
  values: PostgresValue[];
} {
  const [only] = inserts;
  if (inserts.length === 1 && only !== undefined) return only;
  const values: PostgresValue[] = [];
  const parts = inserts.map(({ sql, values: own }, index) => {
    const offset = values.length;
    values.push(...own);
    return `part_${index} AS (${sql.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + offset}`)})`;
  });
  return { sql: `WITH ${parts.join(", ")} SELECT 1`, values };
}

/** A figure of an aggregate: bigint arrives as text, NULL without a match. */
export function figure(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

const bigintType = 20;

/** The driver gives bigint as text. Ours are amounts, counts and times: far below 2^53. */
function withNumbers({ rows, fields }: PostgresResult): Record<string, unknown>[] {
  const names = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
  // Sound: the driver gives rows as objects unless it is asked for arrays.
  const named = rows as Record<string, unknown>[];
  for (const row of named) for (const name of names) row[name] = figure(row[name]) ?? null;
  return named;
}
