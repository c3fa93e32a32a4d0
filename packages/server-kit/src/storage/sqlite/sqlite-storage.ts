// The storage port on one SQLite file: the default, for one machine.
import { statSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { type FieldNames, findUnknownFields } from "../../domain/known-fields.js";
import type { Storage } from "../port.js";
import { recordsByConnection } from "../records-by-connection.js";
import { backUpSqlite } from "./back-up.js";
import { checkpointOf } from "./checkpoints.js";
import { createContentCheck } from "./content-check.js";
import { releaseFreePages } from "./free-pages.js";
import { listMigrations, migrate } from "./migrate.js";
import { explainOpening } from "./opening-errors.js";
import { createRecords } from "./records.js";
import { openSqliteDatabase, type SqliteDatabase } from "./sqlite-database.js";
import { isBusy } from "./sqlite-errors.js";

export interface SqliteStorageOptions {
  /** Path of the database file, created when it does not exist; `:memory:` for a database that is lost at process exit. */
  filename: string;
}

/**
 * Stores everything in one SQLite file. A unit of work resolves when its commit is on the disk.
 *
 * @example
 * const service = createPaymentService({ baseUrl, storage: sqliteStorage({ filename: "payments.db" }) });
 *
 * @throws Error for options without a filename, and for unknown options.
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const filename = requireFilename(options);
  return storageOn(filename, () => openSqliteDatabase(filename));
}

/** @param openDatabase Tests give one in memory that is migrated already. */
export function storageOn(filename: string, openDatabase: () => SqliteDatabase): Storage {
  let opened: SqliteDatabase | undefined;
  let fileId: string | undefined;
  const recordsOf = recordsByConnection(createRecords);
  const isInMemory = filename === ":memory:";
  const write: Storage["write"] = async (work) => database().write((connection) => work(recordsOf(connection)));
  const read: Storage["read"] = async (work) => database().read((connection) => work(recordsOf(connection)));
  let content = createContentCheck({ filename, read, write });

  function database(): SqliteDatabase {
    if (opened === undefined) throw new Error("The storage is not open: call open() first.");
    return opened;
  }

  return {
    async open() {
      if (opened !== undefined) return;
      const fresh = openDatabase();
      try {
        migrate(fresh.writer, Date.now());
      } catch (error) {
        await fresh.close();
        throw explainOpening(error, filename);
      }
      opened = fresh;
      fileId = isInMemory ? undefined : String(statSync(filename, { bigint: true }).ino);
      // The file may have been restored while it was closed.
      content = createContentCheck({ filename, read, write });
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.close();
    },
    write,
    read,
    async ping() {
      await database().ping();
      await content.requireNewest();
    },
    fileId: () => fileId,
    migrations: async () => listMigrations(database().writer),
    async maintain() {
      await content.note();
      await releaseFreePages((step) => database().between(step));
      await database().between(refreshStatistics);
      const copied = await database().checkpoint();
      // A fully copied log is truncated without waiting for readers or writers.
      const { log } =
        copied.log === copied.checkpointed
          ? await database().between((connection) => checkpointOf(connection, "TRUNCATE"))
          : copied;
      return { walBytes: Math.max(0, log) * pageBytes };
    },
    ...(isInMemory
      ? {}
      : {
          async backUp(target, onProgress) {
            const copied = await backUpSqlite(filename, target, onProgress);
            await content.note();
            return copied;
          },
        }),
  };
}

/** Updates the planner's statistics from a sample of each table. */
function refreshStatistics(connection: Sqlite.Database): void {
  try {
    connection.pragma("analysis_limit = 400");
    connection.pragma("optimize");
  } catch (error) {
    // Another process is writing: the next housekeeping run does it.
    if (!isBusy(error)) throw error;
  }
}

const pageBytes = 4096;

function requireFilename(options: SqliteStorageOptions): string {
  const [unknown] = findUnknownFields(options, { filename: true } satisfies FieldNames<SqliteStorageOptions>);
  if (unknown !== undefined) throw new Error(`sqliteStorage: ${unknown.path} ${unknown.message}`);
  const filename: unknown = options?.filename;
  if (typeof filename !== "string" || filename.trim() === "") {
    throw new Error('sqliteStorage needs { filename }: the path of a database file, or ":memory:".');
  }
  return filename;
}
