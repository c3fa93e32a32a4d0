// Removing what is older than it is kept for. What open work or money needs is left, however old it is.
import type { RetentionKind } from "../../domain/retention.js";

export interface RetentionRecords {
  /**
   * Removes records of the kind that came to their end before the moment, oldest first, at most `limit` of each sort that the kind has;
   * returns how many. `deliveryExcerpts` empties a field.
   */
  prune(kind: RetentionKind, before: number, limit: number): Promise<number>;
  /** How many `prune` would remove; counts to 10 000. */
  countPrunable(kind: RetentionKind, before: number): Promise<number>;
}
