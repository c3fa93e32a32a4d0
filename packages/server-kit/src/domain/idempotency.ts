// One use of an Idempotency-Key by a store.
import type { Environment } from "./environment.js";
import type { JsonObject } from "./json.js";

/** Names one use of an Idempotency-Key. */
export interface IdempotencyScope {
  merchantId: string;
  environment: Environment;
  route: string;
  key: string;
}

export interface IdempotencyRecord extends IdempotencyScope {
  /** Digest of the request body. */
  bodyHash: string;
  /** Undefined while the first request still runs. */
  outcome: JsonObject | undefined;
  /** Until when a request without outcome counts as running; a crash must not hold the key for ever. */
  runningUntil: number;
  expiresAt: number;
}
