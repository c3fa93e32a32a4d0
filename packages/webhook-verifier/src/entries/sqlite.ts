// The deduplication store for a SQLite handle of yours (better-sqlite3 or node:sqlite); no dependency of ours.
export type { DedupeClaim, DedupeStore, DedupeTimes } from "../dedupe/dedupe-store.js";
export { type SqliteDatabase, type SqliteStatement, sqliteDedupeStore } from "../dedupe/sqlite-dedupe-store.js";
