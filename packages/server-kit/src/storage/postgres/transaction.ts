// One transaction on one connection: statements in the order in which they came, and the first error of any of them. Units of work that
// share it send through it (unit-database.ts); who begins and ends it is postgres-database.ts.
import type { PostgresClient, PostgresQuery, PostgresResult, PostgresValue } from "./driver.js";
import { prepareText } from "./named-parameters.js";

export interface Transaction {
  /** @param isRead It changes no row: it may be sent before BEGIN has a response. */
  send(query: PostgresQuery, isRead: boolean): Promise<PostgresResult>;
  /** The statement as the driver takes it, with its name when names are used. */
  prepare(sql: string, values: readonly PostgresValue[]): PostgresQuery;
  /**
   * One row of a SELECT for several sets of values (`$1` is the list of all first values, and so on), which gives one row for each set, in
   * their order. Sets that units ask for at the same time are sent as one statement.
   */
  selectTogether(sql: string, values: readonly ListedValue[]): Promise<Record<string, unknown>>;
  /** Sends COMMIT, unless a statement has failed: its error is the transaction's, also when the unit caught it. */
  commit(): Promise<CommitOutcome>;
  /** Statements are refused from here on; resolves when those that were sent have responses, with the first error of any of them. */
  end(): Promise<unknown>;
}

/** A value that may be an element of an array parameter. */
export type ListedValue = string | number | bigint | boolean | null;

export interface CommitOutcome {
  /** The first error of any statement: the server has rolled back, unless the connection was lost. */
  statementError: unknown;
  commitError: unknown;
}

/** Whether statements are prepared under a name, which lasts as long as the server's connection. */
export interface Naming {
  isUsed: boolean;
}

interface AskedSet {
  values: readonly ListedValue[];
  resolve(row: Record<string, unknown>): void;
  reject(error: unknown): void;
}

/** @param begun The response to BEGIN, which may be still to come. */
export function createTransaction(client: PostgresClient, naming: Naming, begun: Promise<unknown>): Transaction {
  /** Where the driver may send the next statement before the last one has its response. */
  const isPipelined = client.pipeline === true;
  let isOpen = true;
  let isBegun = false;
  let firstError: unknown;
  /** Statements that wait for the ones before. */
  let waiting = 0;
  let last: Promise<unknown> = begun.then(
    () => {
      isBegun = true;
    },
    (error: unknown) => {
      firstError ??= error;
    },
  );
  const asked = new Map<string, AskedSet[]>();

  /** Before BEGIN has its response only reads are sent: without a transaction, a write would be one by itself. */
  const maySendAtOnce = (isRead: boolean) => isPipelined && waiting === 0 && (isBegun || isRead);

  function send(query: PostgresQuery, isRead: boolean): Promise<PostgresResult> {
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

  function prepare(sql: string, values: readonly PostgresValue[]): PostgresQuery {
    const { name, text } = prepareText(sql);
    return { ...(naming.isUsed && { name }), text, values: [...values] };
  }

  async function selectAsked(sql: string): Promise<void> {
    const sets = asked.get(sql) ?? [];
    asked.delete(sql);
    const width = sets[0]?.values.length ?? 0;
    const lists = Array.from({ length: width }, (_, place) => sets.map(({ values }) => values[place] ?? null));
    try {
      // Sound: the driver gives rows as objects unless it is asked for arrays.
      const rows = (await send(prepare(sql, lists), prepareText(sql).isRead)).rows as Record<string, unknown>[];
      for (const [index, { resolve }] of sets.entries()) resolve(rows[index] ?? {});
    } catch (error) {
      for (const { reject } of sets) reject(error);
    }
  }

  return {
    send,
    prepare,
    selectTogether(sql, values) {
      return new Promise((resolve, reject) => {
        const sets = asked.get(sql);
        if (sets !== undefined) return void sets.push({ values, resolve, reject });
        asked.set(sql, [{ values, resolve, reject }]);
        queueMicrotask(() => void selectAsked(sql));
      });
    },
    async commit() {
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
  };
}

export const overMessage = "This unit of work is over: it awaited something else than its records.";
