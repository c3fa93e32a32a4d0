// Pruning of old records. Records that unfinished work or money needs are kept, however old they are.
import type { RetentionKind } from "../../domain/retention.js";

export interface RetentionRecords {
  /**
   * Deletes records of the kind that ended before this time, oldest first, at most `limit` per table;
   * returns how many. `deliveryExcerpts` only clears a field.
   */
  prune(kind: RetentionKind, before: number, limit: number): Promise<number>;
  /** How many `prune` would delete; counted up to 10 000. */
  countPrunable(kind: RetentionKind, before: number): Promise<number>;
}
