// Deduplication in the store's own SQLite database: for several processes on one machine, and across restarts.
import { webCrypto } from "../runtime.js";
import { type DedupeStore, type DedupeTimes, readDedupeTimes } from "./dedupe-store.js";

/** The used part of a database handle: better-sqlite3 and node:sqlite both have it. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

/** The used part of a prepared statement. */
export interface SqliteStatement {
  run(...values: (string | number)[]): { readonly changes: number | bigint };
  get(...values: (string | number)[]): unknown;
}

// A claim is one statement, so that two processes cannot both get it. An expired row counts as absent.
const CREATE = `
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    key TEXT PRIMARY KEY, token TEXT NOT NULL, is_done INTEGER NOT NULL, ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_ends_at ON webhook_deliveries (ends_at);`;
const CLAIM = `
  INSERT INTO webhook_deliveries (key, token, is_done, ends_at) VALUES (?, ?, 0, ?)
  ON CONFLICT (key) DO UPDATE SET token = excluded.token, is_done = 0, ends_at = excluded.ends_at WHERE ends_at <= ?`;
const FIND = "SELECT is_done FROM webhook_deliveries WHERE key = ?";
const DONE = `
  INSERT INTO webhook_deliveries (key, token, is_done, ends_at) VALUES (?, '', 1, ?)
  ON CONFLICT (key) DO UPDATE SET is_done = 1, ends_at = excluded.ends_at`;
const RELEASE = "DELETE FROM webhook_deliveries WHERE key = ? AND token = ? AND is_done = 0";
const FORGET = `
  DELETE FROM webhook_deliveries WHERE key IN
    (SELECT key FROM webhook_deliveries WHERE ends_at <= ? ORDER BY ends_at LIMIT 20)`;

/**
 * Creates its table `webhook_deliveries` in the given database, and deletes expired rows itself.
 *
 * @example
 * const dedupe = sqliteDedupeStore(new Database("shop.db"));
 * @throws WebhookVerificationError `dedupe_lifetime_too_short`
 */
export function sqliteDedupeStore(database: SqliteDatabase, times: DedupeTimes = {}): DedupeStore {
  const { lifetimeMs, leaseMs, now } = readDedupeTimes(times);
  database.exec(CREATE);
  const claim = database.prepare(CLAIM);
  const find = database.prepare(FIND);
  const done = database.prepare(DONE);
  const release = database.prepare(RELEASE);
  const forget = database.prepare(FORGET);

  return {
    claim(key) {
      const time = now();
      const token = webCrypto().randomUUID();
      if (Number(claim.run(key, token, time + leaseMs, time).changes) === 1) {
        forget.run(time);
        return { outcome: "claimed", token };
      }
      const row = find.get(key) as { is_done: number | bigint } | undefined; // sound: the column that FIND selects
      return { outcome: Number(row?.is_done) === 1 ? "done" : "in_flight" };
    },
    done(key) {
      done.run(key, now() + lifetimeMs);
    },
    release(key, token) {
      release.run(key, token);
    },
  };
}
