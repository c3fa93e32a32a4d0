// The statements that begin a transaction. All settings are local to it, so that connections may go through a pooler.
import type { UnitOfWork } from "../port.js";
import { quoteName } from "./quote-name.js";
import type { GroupedUnit } from "./unit-groups.js";
import type { UnitLocks } from "./unit-locks.js";

export interface BeginStatements {
  /** All reads see the snapshot of the first. */
  read: string;
  /** Isolated from all other units. */
  write: string;
  /** One message, one round trip. The unit's first statement runs after the locks are granted and sees the writes of their last holder. */
  locked(options: UnitOfWork): string;
  /** Its last statement returns which units got their locks. */
  group(units: readonly GroupedUnit[]): string;
}

export function createBeginStatements(schema: string, unitLocks: UnitLocks): BeginStatements {
  const limits = `SET LOCAL search_path TO ${quoteName(schema)}, pg_catalog; SET LOCAL statement_timeout = 10000;
    SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 15000`;
  const withLocks = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}`;
  return {
    read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`,
    write: `BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE; ${limits}`,
    locked: (options) => `${withLocks}; ${unitLocks.take(options)}`,
    group: (units) => `${withLocks}; ${unitLocks.tryAll(units.map(({ options }) => options))}`,
  };
}
