// The port of a copy: what it needs from a database as source and as target.
import type { CopyRow, CopyTable, CopyValue, TableShape } from "./copy-plan.js";

export interface CopySide {
  kind: "sqlite" | "postgres";
  /** Name of the database in messages; without a password. */
  label: string;
  tables(): Promise<TableShape[]>;
  count(table: CopyTable): Promise<number>;
  /** Rows by primary key, those after `key`; ids compare by bytes in both databases. */
  rowsAfter(table: CopyTable, key: readonly CopyValue[] | undefined, limit: number): Promise<CopyRow[]>;
  close(): Promise<void>;
}

/** Locked against writes until `close`. */
export type CopySource = CopySide;

export interface CopyTarget extends CopySide {
  /** The label of the source of an unfinished copy; undefined when there is none, after the schema was brought up to date. */
  unfinishedFrom(): Promise<string | undefined>;
  /** Marks it, so that no service starts on it before `finish`; deletes the rows that opening a new database creates. */
  begin(source: string): Promise<void>;
  /** All of the rows or none, durable when it resolves. */
  append(table: CopyTable, rows: readonly CopyRow[]): Promise<void>;
  /** The greatest primary key; undefined for an empty table. */
  lastKey(table: CopyTable): Promise<CopyValue[] | undefined>;
  /** Sets the sequences of new rows, and removes the mark. */
  finish(tables: readonly CopyTable[]): Promise<void>;
}

/** Opening a new database creates only the generated encryption key; nothing is sealed with it yet. */
export const settingsTable = "settings";
