// One SQLite file: a writing and a reading connection, each behind a queue.
import { closeSync, existsSync, openSync, realpathSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { unavailable } from "../unavailable.js";
import { type Checkpoints, checkpointOf, createCheckpoints, type LogPages } from "./checkpoints.js";
import { type Database, withStatementCache } from "./database.js";
import { createFileInPlace, type FileInPlace, requireOwnLog } from "./file-in-place.js";
import { findInterruptedRestore } from "./interrupted-restore.js";
import { createKnownFailures } from "./known-failures.js";
import { createLogSync, type LogSync, type SyncFile } from "./log-sync.js";
import { DatabaseFileError, explainOpening, requireRegularFile } from "./opening-errors.js";
import { createReadQueue } from "./read-queue.js";
import { isBusy, isFull } from "./sqlite-errors.js";
import { createWriteQueue } from "./write-queue.js";

export interface SqliteDatabase {
  write<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** All reads of one unit see the same snapshot. */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** The writing connection, for migrations: before any unit of work. */
  writer: Sqlite.Database;
  /**
   * Runs a query, and a write when the last one failed by a lock, a full disk or an error of the file.
   * @throws when either fails, and always
   * after a damaged page was found, since other data of the file may be wrong too, after the log could not be synced, or when the file was
   * removed or replaced.
   */
  ping(): Promise<void>;
  /** Runs between units of work, when no transaction is open: pragmas. */
  between<Result>(work: (connection: Sqlite.Database) => Result): Promise<Result>;
  /** A passive checkpoint, which does not wait for readers or writers; a long log is copied in a worker thread. */
  checkpoint(): Promise<LogPages>;
  /** Waits for queued units and reads, then closes both connections. */
  close(): Promise<void>;
}

/** While the file is opened and migrated, the driver may block: no requests are served yet. */
const openingTimeoutMs = 5000;

const pagesWorthAThread = 1000;

/** @param syncFile Default: `fdatasync` of the platform. */
export function openSqliteDatabase(filename: string, syncFile?: SyncFile): SqliteDatabase {
  return filename === ":memory:" ? openDatabaseInMemory() : databaseOf(openFile(filename, syncFile));
}

/** @param content Of a serialized database; default: an empty one. */
export function openDatabaseInMemory(content?: Buffer): SqliteDatabase {
  const writer = new Sqlite(content ?? ":memory:");
  writer.pragma("auto_vacuum = INCREMENTAL");
  writer.pragma("wal_autocheckpoint = 0");
  setPragmas(writer);
  return databaseOf({ writer });
}

function databaseOf(parts: DatabaseParts): SqliteDatabase {
  const { writer, reader, log, fileInPlace, checkpoints } = parts;
  let isClosed = false;
  let isOpening = true;
  const failures = createKnownFailures();
  function requireIntact(): void {
    const failure = log?.failure() ?? fileInPlace?.findFailure(log?.descriptor);
    if (failure !== undefined) throw unavailable(failure);
  }
  const writes = createWriteQueue({
    connection: writer,
    statements: withStatementCache(writer),
    requireIntact,
    async sync() {
      await log?.sync();
      // Before the callers get their results: what was committed into a removed file is lost.
      requireIntact();
      failures.noteWritten();
      if (log !== undefined) void checkpoints?.afterCommit(log.generationWithFrames);
    },
    pause: () => checkpoints?.pause,
    toCallersError: failures.toWriteError,
  });
  const reads = reader && createReadQueue(withStatementCache(reader), failures.toReadError);

  function write<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    if (isOpening) {
      isOpening = false;
      writer.pragma("busy_timeout = 0");
    }
    return writes.add(work);
  }

  function read<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (reads === undefined) return write(work);
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    return reads.add(work).catch((error: unknown) => {
      failures.noteFailedRead(error, work);
      throw error;
    });
  }

  return {
    writer,
    write,
    read,
    async ping() {
      failures.requireUndamaged();
      requireIntact();
      await failures.probe({ read, write });
    },
    async checkpoint() {
      requireIntact();
      // A short log is copied within milliseconds, and a thread takes 10 MB.
      const isLong = log?.generationWithFrames(pagesWorthAThread) !== undefined;
      if (isLong && checkpoints !== undefined) return checkpoints.run();
      return writes.between(() => checkpointOf(writer, "PASSIVE"));
    },
    between: (work) => writes.between(() => work(writer)),
    async close() {
      isClosed = true;
      await reads?.drained();
      await writes.drained();
      await closeParts(parts);
    },
  };
}

interface DatabaseParts {
  writer: Sqlite.Database;
  /** Undefined, as are the others, for a database in memory: it has one connection only, and reads run in the write queue. */
  reader?: Sqlite.Database;
  log?: LogSync;
  fileInPlace?: FileInPlace;
  checkpoints?: Checkpoints;
}

function openFile(filename: string, syncFile: SyncFile | undefined): DatabaseParts {
  const file = findFile(filename);
  const writer = openWriter(filename);
  // NORMAL does not sync each commit: log-sync does, before a unit resolves.
  writer.pragma("synchronous = NORMAL");
  writer.pragma("journal_size_limit = 33554432");
  // checkpoints.ts makes checkpoints at 4000 pages; this is the fallback when that fails.
  writer.pragma("wal_autocheckpoint = 16000");
  setPragmas(writer);
  copyFoundLog(writer, filename);
  return {
    writer,
    reader: new Sqlite(filename, { timeout: 0, readonly: true }),
    log: createLogSync(`${file}-wal`, syncFile),
    fileInPlace: createFileInPlace(file),
    checkpoints: createCheckpoints(filename),
  };
}

function setPragmas(writer: Sqlite.Database): void {
  writer.pragma("foreign_keys = ON");
  writer.pragma("cache_size = -32768");
  writer.pragma("temp_store = MEMORY");
}

async function closeParts({ writer, reader, log, fileInPlace, checkpoints }: DatabaseParts): Promise<void> {
  await checkpoints?.close();
  const failure = log?.failure() ?? fileInPlace?.findFailure(log?.descriptor);
  log?.close();
  // The connection that is closed last copies the log into the file, unless it only reads: what a failed sync may have lost is not copied,
  // but checked by the next start, and nothing is copied into a file that another program has overwritten.
  const connections = failure === undefined ? [reader, writer] : [writer, reader];
  for (const connection of connections) if (connection?.open) connection.close();
  fileInPlace?.close();
}

/**
 * The log of a process that ended by a crash, or after a failed sync, may end before what was written last: SQLite
 * reads it up to the first frame that is not whole. It is copied before anything is added, so that nothing that is
 * acknowledged comes after such a frame on the disk.
 */
function copyFoundLog(writer: Sqlite.Database, filename: string): void {
  try {
    checkpointOf(writer, "PASSIVE");
  } catch (error) {
    // Another process is copying it; or the disk is full, and the file is served all the same.
    if (isBusy(error) || isFull(error)) return;
    writer.close();
    throw explainOpening(error, filename);
  }
}

/** SQLite keeps the log beside the file that a symbolic link leads to. */
function findFile(filename: string): string {
  try {
    requirePrivateFile(filename);
    const file = realpathSync(filename);
    requireOwnLog(file);
    return file;
  } catch (error) {
    throw explainOpening(error, filename);
  }
}

function openWriter(filename: string): Sqlite.Database {
  let writer: Sqlite.Database | undefined;
  try {
    // A restore may have moved the file aside since it was found.
    writer = new Sqlite(filename, { timeout: openingTimeoutMs, fileMustExist: true });
    // Affects new files only: `compactSqlite` changes an older one.
    writer.pragma("auto_vacuum = INCREMENTAL");
    setWriteAheadLog(writer);
    return writer;
  } catch (error) {
    writer?.close();
    throw explainOpening(error, filename);
  }
}

/**
 * Enabling the write-ahead log of a new file needs an exclusive lock. SQLite does not wait for it when another
 * process does the same, so this function retries.
 */
function setWriteAheadLog(writer: Sqlite.Database): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + openingTimeoutMs; ; Atomics.wait(sleeper, 0, 0, 5)) {
    try {
      writer.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
  }
}

function createPrivateFile(filename: string): void {
  // Payments in a new, empty database would not be in the one that was to be restored.
  const interrupted = findInterruptedRestore(filename);
  if (interrupted !== undefined) throw new DatabaseFileError(interrupted);
  closeSync(openSync(filename, "a", 0o600));
}

/** The file contains personal data and secrets: a new one is created for its owner only, and one that other users may read is refused. */
function requirePrivateFile(filename: string): void {
  // An existing file is not opened here: closing a second descriptor would release the locks that this process holds on it.
  if (!existsSync(filename)) createPrivateFile(filename);
  requireRegularFile(filename);
  const mode = statSync(filename).mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o007) !== 0) {
    throw new DatabaseFileError(
      `The database file ${filename} can be read by every user of this machine (mode ${mode.toString(8)}): run chmod 600 on it.`,
    );
  }
}
