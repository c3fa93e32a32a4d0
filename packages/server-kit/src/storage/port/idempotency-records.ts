// Records of used Idempotency-Keys.
import type { IdempotencyRecord, IdempotencyScope } from "../../domain/idempotency.js";

export interface IdempotencyRecords {
  find(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined>;
  /** Inserts or replaces. */
  put(record: IdempotencyRecord): Promise<void>;
  remove(scope: IdempotencyScope): Promise<void>;
  /** Deletes records whose `expiresAt` has passed, at most `limit`; returns how many. */
  removeExpired(now: number, limit: number): Promise<number>;
}
