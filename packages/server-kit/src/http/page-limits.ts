// Rate limits, by address and by link, for endpoints without a limit in the contract: pages, callbacks, the API reference. Counted in this
// process: they protect its CPU time, cost no write, and work when the disk is full.
import type { Clock } from "../domain/clock.js";
import type { Call, Endpoint, Step } from "./call.js";
import { type Counter, type RateLimit, rateLimited, refilled } from "./rate-limits.js";

export interface PageLimits {
  /** Undefined: not limited. */
  perAddress: RateLimit | undefined;
  perLink: RateLimit | undefined;
}

/** Health checks come frequently from one address, and must not fail because of other requests from it. */
const neverLimited = new Set(["/health", "/live", "/ready"]);
const maxRemembered = 20_000;
/**
 * For forwarded headers without a trusted proxy: the address may be a proxy's that all clients share, so that one of them could lock out
 * the others. The limit is raised by this factor.
 */
const sharedAddressFactor = 20;

/** Adds limits by address and by the link's token to each endpoint without a limit of its own; health checks stay unlimited. */
export function limitPages(
  { clock }: { clock: Clock },
  endpoints: readonly Endpoint[],
  { perAddress, perLink }: PageLimits,
): Endpoint[] {
  const take = createLocalLimiter(clock);
  const step: Step = ({ address, isAddressShared, query, params }: Call) => {
    if (perAddress !== undefined) {
      take(`address:${address}`, isAddressShared === true ? raised(perAddress, sharedAddressFactor) : perAddress);
    }
    const token = query.token ?? params.token;
    if (perLink !== undefined && token !== undefined) take(`link:${token.slice(0, 64)}`, perLink);
  };
  return endpoints.map((endpoint) =>
    neverLimited.has(endpoint.path) || isAsset(endpoint) || endpoint.operation?.rateLimit !== undefined
      ? endpoint
      : { ...endpoint, steps: [step, ...endpoint.steps] },
  );
}

function raised({ max, burst = max, windowSeconds }: RateLimit, factor: number): RateLimit {
  return { max: max * factor, burst: burst * factor, windowSeconds };
}

/** Sent from memory; without it, the page that reports the limit would have no layout. */
function isAsset({ path }: Endpoint): boolean {
  return path.startsWith("/assets/");
}

/** A token bucket for each name; beyond `maxRemembered` names the oldest is evicted. @throws Refusal RATE_LIMITED. */
function createLocalLimiter(clock: Clock): (name: string, limit: RateLimit) => void {
  const buckets = new Map<string, Counter>();
  return (name, limit) => {
    const now = clock.now();
    const tokens = refilled(buckets.get(name), limit, now);
    buckets.delete(name);
    if (buckets.size >= maxRemembered) buckets.delete(buckets.keys().next().value ?? name);
    buckets.set(name, { value: tokens < 1 ? tokens : tokens - 1, updatedAt: now });
    if (tokens < 1) throw rateLimited(limit, 1 - tokens);
  };
}
