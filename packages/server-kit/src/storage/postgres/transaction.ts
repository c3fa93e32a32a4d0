// One transaction on one connection: sends statements in their order and keeps the first error. Units of work send through it
// (unit-database.ts); transactions.ts begins and ends it.
import {
  type PostgresClient,
  type PostgresQuery,
  type PostgresResult,
  type PostgresValue,
  responseTimeoutInTransactionMs,
} from "./driver.js";
import { prepareText } from "./named-parameters.js";
import { createSelectTogether, type ListedValue } from "./select-together.js";

export interface Transaction {
  /** @param isRead The statement changes no row, so it may be sent before the response to BEGIN. */
  send(query: PostgresQuery, isRead: boolean): Promise<PostgresResult>;
  /** The query for the driver; with a name when prepared statements are used. */
  prepare(sql: string, values: readonly PostgresValue[]): PostgresQuery;
  /**
   * One row, as an array, of a SELECT that takes several sets of values (`$1` is the array of all first values, and so on) and returns one
   * row for each set, in their order. Sets that units request in the same turn are sent as one statement.
   */
  selectTogether(sql: string, values: readonly ListedValue[]): Promise<unknown[]>;
  /** Sends COMMIT, unless a statement has failed: its error fails the transaction, even when the unit caught it. */
  commit(): Promise<CommitOutcome>;
  /** Rejects further statements; resolves after the responses to those that were sent, with the first error. */
  end(): Promise<unknown>;
}

export interface CommitOutcome {
  /** The first error of any statement: the server has rolled back, unless the connection was lost. */
  statementError: unknown;
  commitError: unknown;
}

/** Whether statements are prepared under a name; off behind a pooler that does not keep them. */
export interface Naming {
  isUsed: boolean;
}

/** @param begun The response to BEGIN, which may be pending. */
export function createTransaction(client: PostgresClient, naming: Naming, begun: Promise<unknown>): Transaction {
  /** Whether the driver may send a statement before the response to the previous one. */
  const isPipelined = client.pipeline === true;
  let isOpen = true;
  let isBegun = false;
  let firstError: unknown;
  /** Number of statements that wait for earlier ones. */
  let waiting = 0;
  let last: Promise<unknown> = begun.then(
    () => {
      isBegun = true;
    },
    (error: unknown) => {
      firstError ??= error;
    },
  );

  /** Before the response to BEGIN only reads are sent: if BEGIN failed, a write would commit by itself. */
  const maySendImmediately = (isRead: boolean) => isPipelined && waiting === 0 && (isBegun || isRead);

  function send(query: PostgresQuery, isRead: boolean): Promise<PostgresResult> {
    if (!isOpen) return Promise.reject(new Error(overMessage));
    const sent = maySendImmediately(isRead) ? sendUnlessFailed(query) : sendAfterLast(query);
    const result = sent.catch((error: unknown) => {
      // After an error the server rejects everything until the rollback: the first error is the cause.
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
    return { ...(naming.isUsed && { name }), text, values: [...values], query_timeout: responseTimeoutInTransactionMs };
  }

  return {
    send,
    prepare,
    selectTogether: createSelectTogether({ send, prepare }),
    async commit() {
      // Sent without waiting for the last statement: if that fails, the server rolls back at COMMIT.
      const isPipelining = maySendImmediately(false);
      if (!isPipelining) await last;
      isOpen = false;
      if (firstError !== undefined) {
        await last;
        return { statementError: firstError, commitError: undefined };
      }
      const [, committed] = await Promise.allSettled([
        last,
        client.query({ text: "COMMIT", query_timeout: responseTimeoutInTransactionMs }),
      ]);
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

export const overMessage = "This unit of work is over: it awaited something other than its records.";
