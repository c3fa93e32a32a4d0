// How often one address, and one link, may call what has no limit in the contract: pages for people, callbacks, the reference. Counted in
// this process: it guards the process's own time, costs no write, and a full disk does not matter to it.
import type { Clock } from "../domain/clock.js";
import { Refusal } from "../domain/refusal.js";
import type { Call, Endpoint, Step } from "./call.js";
import type { RateLimit } from "./rate-limits.js";

export interface PageLimits {
  /** Undefined: not limited. */
  perAddress: RateLimit | undefined;
  perLink: RateLimit | undefined;
}

/** Health checks come from one address as often as they like, and must not fail for what others do from it. */
const neverLimited = new Set(["/health", "/live", "/ready"]);
const maxRemembered = 20_000;
/**
 * Forwarded headers that no proxy of ours is known for: the address may be that of a proxy that everybody comes through, so that one
 * stranger would lock out all. It then counts for more callers.
 */
const sharedAddressFactor = 20;

/** The same endpoints; those that had no limit are limited by address, and by the token of the link that was followed. */
export function limitPages(
  { clock }: { clock: Clock },
  endpoints: readonly Endpoint[],
  { perAddress, perLink }: PageLimits,
): Endpoint[] {
  const take = createLocalLimiter(clock);
  const step: Step = ({ address, isAddressShared, query, params }: Call) => {
    if (perAddress !== undefined) {
      const max = perAddress.max * (isAddressShared === true ? sharedAddressFactor : 1);
      take(`address:${address}`, { ...perAddress, max });
    }
    const token = query.token ?? params.token;
    if (perLink !== undefined && token !== undefined) take(`link:${token.slice(0, 64)}`, perLink);
  };
  return endpoints.map((endpoint) =>
    neverLimited.has(endpoint.path) || endpoint.operation?.rateLimit !== undefined
      ? endpoint
      : { ...endpoint, steps: [step, ...endpoint.steps] },
  );
}

/** A token bucket for each name; beyond `maxRemembered` names the oldest is forgotten. @throws Refusal RATE_LIMITED. */
function createLocalLimiter(clock: Clock): (name: string, limit: RateLimit) => void {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (name, { max, windowSeconds }) => {
    const now = clock.now();
    const before = buckets.get(name);
    const refill = before === undefined ? 0 : (Math.max(0, now - before.at) * max) / (windowSeconds * 1000);
    const tokens = before === undefined ? max : Math.min(max, before.tokens + refill);
    buckets.delete(name);
    if (buckets.size >= maxRemembered) buckets.delete(buckets.keys().next().value ?? name);
    buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    if (tokens >= 1) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(((1 - tokens) * windowSeconds) / max));
    throw new Refusal("RATE_LIMITED", { retryAfterSeconds, details: { limit: max, windowSeconds, retryAfterSeconds } });
  };
}
