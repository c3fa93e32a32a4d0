import type Sqlite from "better-sqlite3";

export interface MadeSize {
  payments?: number;
  stores?: number;
  /** Provider sessions of each payment. */
  sessionsEach?: number;
  /** Sends of each delivery that was delivered. */
  sendsEach?: number;
  /** The end of the year in which the payments were created, epoch milliseconds. */
  now?: number;
}

export function makePayments(
  database: Sqlite.Database,
  options?: MadeSize,
  onProgress?: (done: number, all: number) => void,
): void;
