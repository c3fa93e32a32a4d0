// The statements that the record files may use while a unit of work runs.

import type { InsertTexts } from "./deferred-inserts.js";
import type { PostgresValue } from "./driver.js";
import type { ListedValue } from "./select-together.js";

export type Values = Readonly<Record<string, PostgresValue>>;

export interface Database {
  /** How many rows the statement wrote. */
  run(sql: string, values?: Values): Promise<number>;
  /** Rows by column name; bigint columns as numbers. */
  all(sql: string, values?: Values): Promise<Record<string, unknown>[]>;
  first(sql: string, values?: Values): Promise<Record<string, unknown> | undefined>;
  /** Rows as arrays of column values. */
  allRaw(sql: string, values?: Values): Promise<unknown[][]>;
  /** A statement with numbered parameters ($1, $2 …). */
  runNumbered(sql: string, values: readonly PostgresValue[]): Promise<number>;
  /** The row for these values as an array, from a SELECT that several units share: see `Transaction.selectTogether`. */
  firstTogether(sql: string, values: readonly ListedValue[]): Promise<unknown[]>;
  /**
   * Queues rows whose INSERT returns nothing that is needed. They are sent as one statement with others of the transaction, before its next
   * statement or its COMMIT, which then also reports their error.
   */
  insertLater(into: InsertTexts, rows: readonly (readonly ListedValue[])[]): Promise<void>;
  /** Whether the transaction is a writing one: only then may a SELECT lock rows. */
  mayWrite(): boolean;
  /** Waits for units that read this store by `UnitOfWork.readsStore`; later ones wait for the end of this transaction. */
  lockStore(merchantId: string): Promise<void>;
  /** Records that this transaction plans a delivery of the store; a job is planned after its commit. */
  noteDue(merchantId: string): void;
}

/** The number of an aggregate: the driver returns bigint as text; undefined for NULL. */
export function toNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
