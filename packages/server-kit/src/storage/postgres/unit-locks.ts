// Locks on the facts that a unit of work depends on: advisory locks of its transaction, which write nothing and are
// granted in the order of the requests. A row lock on the store would cost each reading payment a write, and new
// readers would pass a waiting writer.
import { createHash } from "node:crypto";
import type { UnitOfWork } from "../port.js";

export interface UnitLocks {
  /** Statements that acquire the locks of a unit; without parameters. */
  take(options: UnitOfWork): string;
  /** A statement that tries to acquire the locks of each unit without waiting, and returns for each unit whether it succeeded. */
  tryAll(units: readonly UnitOfWork[]): string;
  /** The key of the lock that a writer of the store acquires exclusively. */
  storeKey(merchantId: string): string;
}

/**
 * Advisory locks are shared by all schemas of a database, so names include the schema. Two names with the same digest
 * only wait for each other.
 */
export function createUnitLocks(schema: string): UnitLocks {
  const keyOf = (name: string) => createHash("sha256").update(`${schema} ${name}`).digest().readBigInt64BE();
  const storeKey = (merchantId: string) => keyOf(`store\n${merchantId}`).toString();
  return {
    storeKey,
    tryAll(units) {
      const expressions = units.map(({ locks = [], readsStore }) =>
        [
          ...locks.map((name) => `pg_try_advisory_xact_lock(${keyOf(name)})`),
          ...(readsStore === undefined ? [] : [`pg_try_advisory_xact_lock_shared(${storeKey(readsStore)})`]),
        ].join(" AND "),
      );
      return `SELECT ARRAY[${expressions.join(", ")}] AS free`;
    },
    take({ locks = [], readsStore }) {
      // In the same order for all units, to avoid deadlocks.
      const keys = locks.map(keyOf).sort((left, right) => (left < right ? -1 : 1));
      return [
        ...keys.map((key) => `SELECT pg_advisory_xact_lock(${key})`),
        ...(readsStore === undefined ? [] : [`SELECT pg_advisory_xact_lock_shared(${storeKey(readsStore)})`]),
      ].join("; ");
    },
  };
}
