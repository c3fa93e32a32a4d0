// Locks on what a unit of work decides by: advisory locks of its transaction, which write nothing and are given in the order in which they were
// asked for. A row lock on the store that each of its payments reads would be written by each of them, and new readers would pass a waiting writer.
import { createHash } from "node:crypto";
import type { UnitOfWork } from "../port.js";

export interface UnitLocks {
  /** Statements that take the locks of a unit; they need no values. */
  take(how: UnitOfWork): string;
  /** An expression for each unit: whether its locks were free; they are held then. It waits for nobody. */
  tryAll(units: readonly UnitOfWork[]): string;
  /** What a writer of the store takes alone. */
  storeKey(merchantId: string): string;
}

/** Locks are the whole database's: names carry the schema. Two names with one digest would only wait for each other. */
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
      // In one order for all units, so that none wait in a circle.
      const keys = locks.map(keyOf).sort((left, right) => (left < right ? -1 : 1));
      return [
        ...keys.map((key) => `SELECT pg_advisory_xact_lock(${key})`),
        ...(readsStore === undefined ? [] : [`SELECT pg_advisory_xact_lock_shared(${storeKey(readsStore)})`]),
      ].join("; ");
    },
  };
}
