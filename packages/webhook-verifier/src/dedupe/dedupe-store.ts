// The port of deduplication stores: claims a delivery and remembers that it was handled (spec/rules.md#delivery-rules, 2).
import { WebhookVerificationError } from "../verification-error.js";

/**
 * Result of a claim. `claimed`: the caller holds the claim until its lease ends. `in_flight`: another caller holds it.
 * `done`: handled before.
 */
export type DedupeClaim =
  | { readonly outcome: "claimed"; readonly token: string }
  | { readonly outcome: "in_flight" }
  | { readonly outcome: "done" };

/**
 * claim -> handle -> done. A claim is one atomic step: of many callers with one key, exactly one gets `claimed`.
 * A crash needs no clean-up: the claim ends with its lease, and the next retry of the delivery is handled.
 * When a method throws, the adapters respond with 503, so that the delivery is retried.
 */
export interface DedupeStore {
  /** @param key the delivery id, or `body:` and the hex SHA-256 of a body */
  claim(key: string): DedupeClaim | Promise<DedupeClaim>;
  /** Marks the key as handled for the whole lifetime, even if another caller holds the claim by now. */
  done(key: string): void | Promise<void>;
  /** After a failed handler: ends the claim with this token, unless the key is done or another claim replaced it. */
  release(key: string, token: string): void | Promise<void>;
}

/** Retention of a store's records. */
export interface DedupeTimes {
  /**
   * How long handled deliveries are remembered, in ms. Default 14 days, at least 9. Keep 14 if the endpoint sends Retry-After, which can
   * double each delay.
   */
  readonly lifetimeMs?: number | undefined;
  /** How long a handler may take, in ms, before its claim expires, as after a crash. Default 60 s. */
  readonly leaseMs?: number | undefined;
  /** Epoch milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

/** @throws WebhookVerificationError `dedupe_lifetime_too_short` */
export function readDedupeTimes(times: DedupeTimes): { lifetimeMs: number; leaseMs: number; now: () => number } {
  const { lifetimeMs = 14 * DAY_MS, leaseMs = 60_000, now = Date.now } = times;
  // The attempts, with each delay as long as it can be, end within these days; with a shorter lifetime the last one is handled again.
  if (!(lifetimeMs >= 9 * DAY_MS))
    throw new WebhookVerificationError(
      "dedupe_lifetime_too_short",
      `lifetimeMs must be at least 9 days (${9 * DAY_MS}); got ${lifetimeMs}: late retries would be handled twice`,
    );
  if (!(leaseMs > 0)) throw new RangeError(`leaseMs must be above 0; got ${leaseMs}`);
  return { lifetimeMs, leaseMs, now };
}
