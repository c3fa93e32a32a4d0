// A stored use of an Idempotency-Key (spec/rules.md#idempotency).
import type { Environment } from "./environment.js";
import { limits } from "./generated/limits.js";
import type { JsonObject } from "./json.js";

/** How long a use of a key is kept. */
export const idempotencyKeyTtlMs = limits.idempotencyKeyTtlHours * 60 * 60 * 1000;

/** Identifies one use of an Idempotency-Key. */
export interface IdempotencyScope {
  merchantId: string;
  environment: Environment;
  route: string;
  key: string;
}

export interface IdempotencyRecord extends IdempotencyScope {
  /** Digest of the request body. */
  bodyHash: string;
  /** Undefined while the first request is in progress. */
  outcome: JsonObject | undefined;
  /** A request without outcome counts as in progress until then (epoch ms): a crash must not block the key for ever. */
  runningUntil: number;
  expiresAt: number;
}
