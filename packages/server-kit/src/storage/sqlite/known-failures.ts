// The failures of a database file that health checks know: each is reported until the same access succeeds, and damage for good.
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import { asUnavailable, isDamaged, isReadError } from "./sqlite-errors.js";

type Read = (database: Database) => Promise<unknown>;

export interface KnownFailures {
  /** Notes the failure of a write, and maps it to the error that callers receive. */
  toWriteError(error: unknown): unknown;
  /** Notes damage that a read has found, and maps the failure to the error that callers receive. */
  toReadError(error: unknown): unknown;
  /** Notes a read whose error came from the file. */
  noteFailedRead(error: unknown, read: Read): void;
  noteWritten(): void;
  /** @throws after a damaged page was found, since other data of the file may be wrong too. */
  requireUndamaged(): void;
  /** Runs what has failed again. @throws when it fails again. */
  probe(access: { read(work: Read): Promise<unknown>; write(work: Read): Promise<unknown> }): Promise<void>;
}

export function createKnownFailures(): KnownFailures {
  let damage: unknown;
  let isWriteFailing = false;
  let failedRead: Read | undefined;

  function toReadError(error: unknown): unknown {
    if (isDamaged(error)) damage ??= error;
    return asUnavailable(error);
  }

  return {
    toReadError,
    toWriteError(error) {
      const mapped = toReadError(error);
      if (mapped !== error) isWriteFailing = true;
      return mapped;
    },
    noteFailedRead(error, read) {
      if (error instanceof Error && isReadError(error.cause)) failedRead = read;
    },
    noteWritten() {
      isWriteFailing = false;
    },
    requireUndamaged() {
      if (damage !== undefined) throw unavailable(damage);
    },
    async probe({ read, write }) {
      const again = failedRead;
      if (again !== undefined) {
        await read(again);
        if (failedRead === again) failedRead = undefined;
      }
      await read(async (connection) => connection.prepare("SELECT name FROM migrations LIMIT 1").get());
      // Only after a failure, so that health checks cost no writes: the service recovers when one goes through.
      if (isWriteFailing) await write(async (connection) => probeWriting(connection));
    },
  };
}

/** Writes some pages and deletes them: on a full disk this fails just as a payment does. */
function probeWriting(connection: Database): void {
  const insert = connection.prepare("INSERT INTO settings (name, value) VALUES ('write-probe', @value)");
  insert.run({ value: "x".repeat(16_384) });
  connection.prepare("DELETE FROM settings WHERE name = 'write-probe'").run();
}
