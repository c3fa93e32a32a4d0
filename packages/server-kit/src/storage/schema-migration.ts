// What a migration tells about the versions beside it, for both databases: during a rolling upgrade older instances go on working on a
// schema that a newer one has migrated, as long as each migration since says that they may.
import { refuseUnfinishedCopy } from "./copy/unfinished-copy.js";

export interface SchemaMigration {
  name: string;
  sql: string;
  /**
   * A version whose newest migration is this one may go on running on the migrated schema. Left out: no older version may. A migration that
   * adds tables, indexes, or columns with a default, and that no older version's writes could contradict, names the one before it.
   */
  olderVersionsSince?: string;
}

/** As the database remembers it. */
export interface AppliedMigration {
  checksum: string;
  olderVersionsSince: string | undefined;
}

/**
 * Refuses a database that this version must not work on.
 * @throws Error for one that a newer version migrated so that this one no longer fits, and for an unfinished copy.
 */
export function requireFittingSchema(
  applied: ReadonlyMap<string, AppliedMigration>,
  known: readonly SchemaMigration[],
): void {
  refuseUnfinishedCopy(applied);
  const names = new Set(known.map(({ name }) => name));
  const unfit = [...applied]
    .filter(([name, { olderVersionsSince }]) => !names.has(name) && !names.has(olderVersionsSince ?? ""))
    .map(([name]) => name);
  if (unfit.length > 0) {
    throw new Error(
      `This database was migrated by a newer version (${unfit.join(", ")}): run that version or restore a backup.`,
    );
  }
}
