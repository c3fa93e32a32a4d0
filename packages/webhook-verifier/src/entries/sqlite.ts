// The deduplication store on your SQLite handle (better-sqlite3 or node:sqlite); this package depends on neither.
export type { DedupeClaim, DedupeStore, DedupeTimes } from "../dedupe/dedupe-store.js";
export { type SqliteDatabase, type SqliteStatement, sqliteDedupeStore } from "../dedupe/sqlite-dedupe-store.js";
