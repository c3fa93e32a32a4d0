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
  /** From here on statements are sent; `begun` is the answer to BEGIN, which may be still to come. */
  begin(begun: Promise<unknown>, mayWrite: boolean): void;
  /** Sends COMMIT, unless a statement has failed: its error is the transaction's, also when the unit caught it. */
  commit(): Promise<CommitOutcome>;
  /** Statements are refused from here on; resolves when those that were sent are answered, with the first error of any of them. */
  end(): Promise<unknown>;
  /** Stores that were noted since then. */
  noted(): readonly string[];
}

export interface CommitOutcome {
  /** The first error of any statement: the server has rolled back, unless the connection was lost. */
  statementError: unknown;
  commitError: unknown;
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
  /** Where the driver may send the next statement before the last one is answered. */
  const isPipelined = client.pipeline === true;
  let isOpen = false;
  let isBegun = false;
  let isWriting = false;
  let firstError: unknown;
  const stores = new Set<string>();
  let later: { sql: string; values: PostgresValue[] }[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** Statements that wait for the ones before. */
  let waiting = 0;

  function send(query: PostgresQuery, isRead = false): Promise<PostgresResult> {
    void flush();
    return sendNow(query, isRead);
  }

  /** What was put off goes first: it may be what the statement is about. Its error is the transaction's. */
  function flush(): Promise<unknown> {
    if (later.length === 0) return last;
    const { sql, values } = combineInserts(later);
    later = [];
    const { name, text } = prepareText(sql);
    return sendNow({ ...(naming.isUsed && { name }), text, values }, false).catch(() => undefined);
  }

  /** Before BEGIN is answered only reads are sent: without a transaction, a write would be one by itself. */
  const maySendAtOnce = (isRead: boolean) => isPipelined && waiting === 0 && (isBegun || isRead);

  function sendNow(query: PostgresQuery, isRead: boolean): Promise<PostgresResult> {
    if (!isOpen) return Promise.reject(new Error(overMessage));
    const sent = maySendAtOnce(isRead) ? sendUnlessFailed(query) : sendAfterLast(query);
    const result = sent.catch((error: unknown) => {
      // After an error the server refuses everything until the rollback; the error itself says more.
      firstError ??= error;
      throw firstError;
    });
    last = result.catch(() => undefined);
    return result;
  }

  async function sendUnlessFailed(query: PostgresQuery): Promise<PostgresResult> {
    if (firstError !== undefined) throw firstError;
    return client.query(query);
  }

  async function sendAfterLast(query: PostgresQuery): Promise<PostgresResult> {
    waiting += 1;
    await last;
    waiting -= 1;
    return sendUnlessFailed(query);
  }

  const toQuery = (sql: string, values: Values): PostgresQuery => {
    const { name, text, parameters } = prepareText(sql);
    return { ...(naming.isUsed && { name }), text, values: parameters.map((parameter) => values[parameter]) };
  };
  const all = async (sql: string, values: Values = {}) =>
    withNumbers(await send(toQuery(sql, values), prepareText(sql).isRead));
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
    allRaw: async (sql, values = {}) =>
      (await send({ ...toQuery(sql, values), rowMode: "array" }, prepareText(sql).isRead)).rows as unknown[][],
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
    begin(begun, mayWrite) {
      isOpen = true;
      isBegun = false;
      isWriting = mayWrite;
      firstError = undefined;
      stores.clear();
      later = [];
      last = begun.then(
        () => {
          isBegun = true;
        },
        (error: unknown) => {
          firstError ??= error;
        },
      );
    },
    async commit() {
      void flush();
      // Sent behind the last statement: should that fail, the server answers COMMIT by rolling back.
      const isBehind = maySendAtOnce(false);
      if (!isBehind) await last;
      isOpen = false;
      if (firstError !== undefined) {
        await last;
        return { statementError: firstError, commitError: undefined };
      }
      const [, committed] = await Promise.allSettled([last, client.query("COMMIT")]);
      return {
        statementError: firstError,
        commitError: committed.status === "rejected" ? committed.reason : undefined,
      };
    },
    async end() {
      isOpen = false;
      await last;
      return firstError;
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
