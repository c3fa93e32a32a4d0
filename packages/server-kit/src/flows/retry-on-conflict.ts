// Optimistic locking: a unit of work that finds a row changed by another writer throws, and runs again from its first read.
import type { Records, Storage } from "../storage/port.js";

/** Another writer changed the row after the read. Thrown inside `retryOnConflict`. */
export class VersionConflictError extends Error {
  override readonly name = "VersionConflictError";
}

/** More rounds than this mean a bug, not a race. */
const maxRounds = 10;

/** Runs a unit of work, and runs it again after a `VersionConflictError`. */
export async function retryOnConflict<Result>(
  { storage }: { storage: Storage },
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await storage.write(work);
    } catch (error) {
      if (!(error instanceof VersionConflictError) || round === maxRounds) throw error;
    }
  }
}
