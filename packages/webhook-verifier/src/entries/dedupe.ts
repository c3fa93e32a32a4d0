// Deduplication: the port, the store in memory, and `handleOnce`. The SQLite store has an entry of its own.
export type { DedupeClaim, DedupeStore, DedupeTimes } from "../dedupe/dedupe-store.js";
export { bodyKey } from "../dedupe/digest-body.js";
export { DedupeStoreError, handleOnce, type OnceOutcome } from "../dedupe/handle-once.js";
export { memoryDedupeStore } from "../dedupe/memory-dedupe-store.js";
