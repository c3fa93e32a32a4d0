// Who may handle a delivery, and was it handled already? The port for stores (spec/rules.md#delivery-rules, 2).
import { WebhookVerificationError } from "../verification-error.js";

/**
 * What a store says to a claim: `claimed` is yours until the lease ends; `in_flight` is somebody else's;
 * `done` was handled before.
 */
export type DedupeClaim =
  | { readonly outcome: "claimed"; readonly token: string }
  | { readonly outcome: "in_flight" }
  | { readonly outcome: "done" };

/**
 * claim -> handle -> done. A claim is one atomic step: of many callers with one key, exactly one gets `claimed`.
 * A crash needs no clean-up: the claim ends with its lease, and the next repeat of the delivery is handled.
 * A method that throws makes the adapters answer 503, so that the delivery is repeated.
 */
export interface DedupeStore {
  /** @param key the delivery id, or `body:` and the hex SHA-256 of a body */
  claim(key: string): DedupeClaim | Promise<DedupeClaim>;
  /** The key was handled: remember it for the whole lifetime, whoever holds the claim by now. */
  done(key: string): void | Promise<void>;
  /** The handler failed: free the key, unless it is done or another claim (another token) holds it by now. */
  release(key: string, token: string): void | Promise<void>;
}

/** How long a store keeps what it knows. */
export interface DedupeTimes {
  /** How long handled deliveries are remembered, in ms. Default 14 days, at least 9; 14 if the endpoint sends Retry-After, which can double each wait. */
  readonly lifetimeMs?: number | undefined;
  /** How long a handler may take, in ms, before its claim counts as lost in a crash. Default 60 s. */
  readonly leaseMs?: number | undefined;
  /** Epoch milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

/** @throws WebhookVerificationError `dedupe_lifetime_too_short` */
export function readDedupeTimes(times: DedupeTimes): { lifetimeMs: number; leaseMs: number; now: () => number } {
  const { lifetimeMs = 14 * DAY_MS, leaseMs = 60_000, now = Date.now } = times;
  // Twelve attempts with every delay drawn 20 % long span 8.3 days; a shorter memory lets the last one through twice.
  if (!(lifetimeMs >= 9 * DAY_MS))
    throw new WebhookVerificationError(
      "dedupe_lifetime_too_short",
      `A lifetime of ${lifetimeMs} ms is under 9 days (${9 * DAY_MS} ms): late repeats would be handled twice`,
    );
  if (!(leaseMs > 0)) throw new RangeError(`A lease of ${leaseMs} ms is not positive`);
  return { lifetimeMs, leaseMs, now };
}
