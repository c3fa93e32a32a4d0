// One SQLite file: a writing connection behind a queue and a reading connection beside it.
// Units of work that arrive in the same turn of the event loop share one transaction, each under a savepoint, and are answered
// after the common commit: under synchronous FULL that is some twenty times the rate of single commits.
import Sqlite from "better-sqlite3";

export interface Database {
  /** Prepared once for each text and connection. */
  prepare(sql: string): Sqlite.Statement;
}

export interface SqliteDatabase {
  write<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Runs outside any unit of work: migrations and pragmas. */
  writer: Sqlite.Database;
  /** Waits for queued units, then closes both connections. */
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
  const writer = new Sqlite(filename, { timeout: busyTimeoutMs });
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("journal_size_limit = 16777216");
  // A private in-memory database has one connection only: its reads take their place in the queue.
  const reader = isInMemory ? undefined : new Sqlite(filename, { timeout: busyTimeoutMs, readonly: true });
  const writerStatements = withStatementCache(writer);
  const readerStatements = reader && withStatementCache(reader);

  let queue: QueuedUnit[] = [];
  let isDraining = false;
  let isClosed = false;

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

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const units = queue.slice(0, maxUnitsPerCommit);
      queue = queue.slice(maxUnitsPerCommit);
      await commitTogether(units);
    }
    isDraining = false;
  }

  async function commitTogether(units: QueuedUnit[]): Promise<void> {
    const done: QueuedUnit[] = [];
    try {
      writer.exec("BEGIN IMMEDIATE");
      for (const unit of units) {
        writer.exec("SAVEPOINT unit");
        try {
          await unit.run();
          writer.exec("RELEASE unit");
          done.push(unit);
        } catch (error) {
          unit.fail(error);
          // SQLite ends the whole transaction by itself on a full disk or an I/O error.
          if (!writer.inTransaction) throw error;
          writer.exec("ROLLBACK TO unit; RELEASE unit");
        }
      }
      writer.exec("COMMIT");
    } catch (error) {
      if (writer.inTransaction) writer.exec("ROLLBACK");
      for (const unit of units) unit.fail(error);
      return;
    }
    for (const unit of done) unit.commit();
  }

  return {
    writer,
    write: enqueue,
    async read(work) {
      if (readerStatements === undefined) return enqueue(work);
      if (isClosed) throw new Error("The database is closed.");
      return work(readerStatements);
    },
    async close() {
      isClosed = true;
      while (isDraining) await new Promise((resolve) => setImmediate(resolve));
      reader?.close();
      if (writer.open) writer.close();
    },
  };
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
