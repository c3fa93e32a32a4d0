// Compatibility of migrations with older versions, for both databases: during a rolling upgrade older instances continue on a
// schema that a newer one has migrated, as long as each migration since allows it.
import { refuseUnfinishedCopy } from "./copy/unfinished-copy.js";

export interface SchemaMigration {
  name: string;
  sql: string;
  /**
   * A version whose newest migration is this one may continue on the migrated schema. Undefined: no older version
   * may. A migration that adds tables, indexes, or columns with a default, and that no older version's writes could
   * contradict, names what the migration before it names, or that one if it names none.
   */
  olderVersionsSince?: string;
}

/** As stored in the database. */
export interface AppliedMigration {
  checksum: string;
  olderVersionsSince: string | undefined;
}

/**
 * Rejects a database that this version must not use.
 * @throws Error for a database that a newer version migrated incompatibly, and for an unfinished copy.
 */
export function requireCompatibleSchema(
  applied: ReadonlyMap<string, AppliedMigration>,
  known: readonly SchemaMigration[],
): void {
  refuseUnfinishedCopy(applied);
  const names = new Set(known.map(({ name }) => name));
  const incompatible = [...applied]
    .filter(([name, { olderVersionsSince }]) => !names.has(name) && !names.has(olderVersionsSince ?? ""))
    .map(([name]) => name);
  if (incompatible.length > 0) {
    throw new Error(
      `This database was migrated by a newer version (${incompatible.join(", ")}): run that version or restore a backup.`,
    );
  }
}
