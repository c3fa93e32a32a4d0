// One SQLite file: a writing connection behind a queue and a reading connection beside it.
// Units of work that arrive in the same turn of the event loop share one transaction, each under a savepoint, and are answered
// after the common commit: under synchronous FULL that is some twenty times the rate of single commits.
import { closeSync, openSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";

export interface Database {
  /** Prepared once for each text and connection. */
  prepare(sql: string): Sqlite.Statement;
}

export interface SqliteDatabase {
  write<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** All reads of one work see one moment. */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** The writing connection, for migrations: before any unit of work. */
  writer: Sqlite.Database;
  /** Runs between units of work, when no transaction is open: pragmas. */
  between<Result>(work: (connection: Sqlite.Database) => Result): Promise<Result>;
  /** Waits for queued units and reads, then closes both connections. */
  close(): Promise<void>;
}

interface QueuedUnit {
  run(): Promise<void>;
  commit(): void;
  fail(error: unknown): void;
}

/** Waiting for another process's write lock, at most. */
const busyTimeoutMs = 5000;
/** Keeps one transaction short enough that readers of other processes and the event loop are not held up. */
const maxUnitsPerCommit = 200;

export function openSqliteDatabase(filename: string): SqliteDatabase {
  const isInMemory = filename === ":memory:" || filename === "";
  if (!isInMemory) requirePrivateFile(filename);
  const writer = new Sqlite(filename, { timeout: busyTimeoutMs });
  setWriteAheadLog(writer);
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("journal_size_limit = 16777216");
  // A private in-memory database has one connection only: its reads take their place in the queue.
  const reader = isInMemory ? undefined : new Sqlite(filename, { timeout: busyTimeoutMs, readonly: true });
  const writerStatements = withStatementCache(writer);
  const readerStatements = reader && withStatementCache(reader);

  const begin = writer.prepare("BEGIN IMMEDIATE");
  const commit = writer.prepare("COMMIT");
  const savepoint = writer.prepare("SAVEPOINT unit");
  const release = writer.prepare("RELEASE unit");

  let queue: QueuedUnit[] = [];
  let isDraining = false;
  let isClosed = false;
  let lastRead: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    return new Promise((resolve, reject) => {
      let result: Result;
      queue.push({
        run: async () => {
          result = await work(writerStatements);
        },
        commit: () => resolve(result),
        fail: reject,
      });
      if (!isDraining) {
        isDraining = true;
        setImmediate(drain);
      }
    });
  }

  /** One transaction in each turn of the event loop: whoever writes in a chain neither starves the others nor misses their company. */
  async function drain(): Promise<void> {
    const units = queue.slice(0, maxUnitsPerCommit);
    queue = queue.slice(maxUnitsPerCommit);
    await commitTogether(units);
    if (queue.length > 0) setImmediate(drain);
    else isDraining = false;
  }

  async function commitTogether(units: QueuedUnit[]): Promise<void> {
    const done: QueuedUnit[] = [];
    try {
      begin.run();
      for (const unit of units) {
        savepoint.run();
        try {
          await unit.run();
          release.run();
          done.push(unit);
        } catch (error) {
          unit.fail(error);
          // SQLite ends the whole transaction by itself on a full disk or an I/O error.
          if (!writer.inTransaction) throw error;
          writer.exec("ROLLBACK TO unit; RELEASE unit");
        }
      }
      commit.run();
    } catch (error) {
      if (writer.inTransaction) writer.exec("ROLLBACK");
      for (const unit of units) unit.fail(error);
      return;
    }
    for (const unit of done) unit.commit();
  }

  /** Reads take turns on their connection, since each has a transaction of its own: that is what makes it see one moment. */
  function readInTurn<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result> {
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    const result = lastRead.then(async () => {
      database.prepare("BEGIN").run();
      try {
        return await work(database);
      } finally {
        database.prepare("COMMIT").run();
      }
    });
    lastRead = result.catch(() => undefined);
    return result;
  }

  return {
    writer,
    write: enqueue,
    read: (work) => (readerStatements === undefined ? enqueue(work) : readInTurn(readerStatements, work)),
    async between(work) {
      // A transaction spans no more than one turn of the event loop.
      while (writer.open && writer.inTransaction) await nextTurn();
      return work(writer);
    },
    async close() {
      isClosed = true;
      await lastRead;
      while (isDraining) await nextTurn();
      reader?.close();
      if (writer.open) writer.close();
    },
  };
}

/**
 * A new file becomes one with a write-ahead log under an exclusive lock, for which SQLite does not wait when another process does the
 * same: so we do.
 */
function setWriteAheadLog(writer: Sqlite.Database): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + busyTimeoutMs; ; Atomics.wait(sleeper, 0, 0, 5)) {
    try {
      writer.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() > end) throw error;
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** People's data and sealed secrets: the file is made for its owner alone, and one that everybody may read is refused. */
function requirePrivateFile(filename: string): void {
  closeSync(openSync(filename, "a", 0o600));
  const mode = statSync(filename).mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o007) !== 0) {
    throw new Error(
      `The database file ${filename} is open to every user of this machine (mode ${mode.toString(8)}): chmod 600 it.`,
    );
  }
}

function withStatementCache(connection: Sqlite.Database): Database {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = connection.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}
