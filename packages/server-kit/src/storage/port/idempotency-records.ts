// Records of used Idempotency-Keys.
import type { IdempotencyRecord, IdempotencyScope } from "../../domain/idempotency.js";

export interface IdempotencyRecords {
  find(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined>;
  /** Inserts or replaces. */
  put(record: IdempotencyRecord): Promise<void>;
  /** Deletes the record of the call that runs until this time; not one that another call has written meanwhile. */
  removeRunning(scope: IdempotencyScope, runningUntil: number): Promise<void>;
  /** Deletes records whose `expiresAt` has passed, at most `limit`; returns how many. */
  removeExpired(now: number, limit: number): Promise<number>;
}
