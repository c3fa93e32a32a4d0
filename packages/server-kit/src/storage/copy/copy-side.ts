// What a copy needs of a database, as the source and as the target.
import type { CopyRow, CopyTable, CopyValue, TableShape } from "./copy-plan.js";

export interface CopySide {
  kind: "sqlite" | "postgres";
  /** How messages name the database; without a password. */
  label: string;
  tables(): Promise<TableShape[]>;
  count(table: CopyTable): Promise<number>;
  /** Rows by primary key, those after `key`; ids compare by bytes in both databases. */
  rowsAfter(table: CopyTable, key: readonly CopyValue[] | undefined, limit: number): Promise<CopyRow[]>;
  close(): Promise<void>;
}

/** Held so that nobody can write to it until `close`. */
export type CopySource = CopySide;

export interface CopyTarget extends CopySide {
  /** Where an unfinished copy into it comes from. */
  unfinishedFrom(): Promise<string | undefined>;
  /** Marks it, so that no service starts on it before `finish`; takes away what opening a new database puts into it. */
  begin(source: string): Promise<void>;
  /** All of the rows or none, durable when it resolves. */
  append(table: CopyTable, rows: readonly CopyRow[]): Promise<void>;
  lastKey(table: CopyTable): Promise<CopyValue[] | undefined>;
  /** Sets what numbers new rows, and takes the mark away. */
  finish(tables: readonly CopyTable[]): Promise<void>;
}

/** The generated encryption key is the only thing that opening a new database leaves in it; nothing is sealed with it yet. */
export const settingsTable = "settings";
