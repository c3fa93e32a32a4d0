// What records see of PostgreSQL while a unit of work runs.
import type { PostgresValue } from "./driver.js";
import type { InsertTexts } from "./put-off-inserts.js";
import type { ListedValue } from "./transaction.js";

export type Values = Readonly<Record<string, PostgresValue>>;

export interface Database {
  /** How many rows the statement wrote. */
  run(sql: string, values?: Values): Promise<number>;
  /** Rows by column name; bigint columns as numbers. */
  all(sql: string, values?: Values): Promise<Record<string, unknown>[]>;
  first(sql: string, values?: Values): Promise<Record<string, unknown> | undefined>;
  /** Rows as arrays of column values. */
  allRaw(sql: string, values?: Values): Promise<unknown[][]>;
  /** A statement whose values are numbered already. */
  runNumbered(sql: string, values: readonly PostgresValue[]): Promise<number>;
  /** The row for these values of a SELECT for several sets of them: see `Transaction.selectTogether`. */
  firstTogether(sql: string, values: readonly ListedValue[]): Promise<Record<string, unknown>>;
  /**
   * Rows whose INSERT has no result that is needed: sent with others of the transaction, as one statement, before anything else is sent or
   * committed. Its error comes then.
   */
  insertLater(into: InsertTexts, rows: readonly (readonly ListedValue[])[]): Promise<void>;
  /** Whether this unit writes: only then may a SELECT lock rows. */
  mayWrite(): boolean;
  /** Waits for units that read this store by `UnitOfWork.readsStore`; later ones wait until this transaction has ended. */
  lockStore(merchantId: string): Promise<void>;
  /** A delivery of this store is due, or will be, once this transaction is committed. */
  noteDue(merchantId: string): void;
}

/** A figure of an aggregate: bigint arrives as text, NULL without a match. */
export function figure(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
