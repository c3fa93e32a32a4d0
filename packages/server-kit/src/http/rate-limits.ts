// How often may somebody call? Token buckets in the storage, so that all instances count together; each instance draws a handful
// of tokens at a time, so that a read does not cost a write.
import type { Clock } from "../domain/clock.js";
import { Refusal } from "../domain/refusal.js";
import type { Storage } from "../storage/port.js";
import { isUnavailable } from "../storage/unavailable.js";

export interface RateLimit {
  /** Calls in a window. */
  max: number;
  windowSeconds: number;
  /** Calls at once; `max` when left out. */
  burst?: number | undefined;
}

/** Failures of one address: after too many, calls are refused before anything is looked up. */
export interface FailureLimit {
  /** @throws Refusal RATE_LIMITED when the address has failed too often. */
  require(address: string): Promise<void>;
  /** Counts one failure. @throws Refusal RATE_LIMITED when it is one too many. */
  count(address: string): Promise<void>;
}

export interface RateLimiter {
  /** Takes one token. @throws Refusal RATE_LIMITED with when to come back. */
  take(name: string, limit: RateLimit): Promise<void>;
  /** Refuses when no token is left, without taking one. */
  require(name: string, limit: RateLimit): Promise<void>;
}

/** Tokens drawn at once: a twentieth of the bucket, so that what a stopped instance loses stays small. */
const drawnShare = 20;
/** Instances remember this many callers; beyond it the oldest are forgotten, which costs them a fresh draw. */
const maxRemembered = 10_000;

export function createRateLimiter({ storage, clock }: { storage: Storage; clock: Clock }): RateLimiter {
  const drawn = new Map<string, { tokens: number; until: number }>();

  const heldTokens = (name: string, now: number): number => {
    const held = drawn.get(name);
    return held !== undefined && held.until > now ? held.tokens : 0;
  };

  function takeHeld(name: string, now: number): boolean {
    const held = drawn.get(name);
    if (held === undefined || heldTokens(name, now) < 1) return false;
    held.tokens -= 1;
    return true;
  }

  return {
    async take(name, limit) {
      const now = clock.now();
      if (takeHeld(name, now)) return;
      const wanted = Math.max(1, Math.floor(capacityOf(limit) / drawnShare));
      const granted: { grant: number; missing?: undefined } | { grant?: undefined; missing: number } = await storage
        .write(async (records) => {
          const tokens = refilled(await records.counters.find(name), limit, now);
          const grant = Math.min(wanted, Math.floor(tokens));
          if (grant > 0) {
            await records.counters.put(name, tokens - grant, now, now + limit.windowSeconds * 1000 + 1000);
          }
          return grant > 0 ? { grant } : { missing: 1 - tokens };
        })
        .catch(grantUncounted);
      if (granted.grant === undefined) {
        // Calls at the same moment may have drawn more than they use.
        if (takeHeld(name, now)) return;
        throw limited(limit, granted.missing);
      }
      if (drawn.size >= maxRemembered) drawn.delete(drawn.keys().next().value ?? name);
      const tokens = heldTokens(name, now) + granted.grant - 1;
      drawn.set(name, { tokens, until: now + limit.windowSeconds * 1000 });
    },
    async require(name, limit) {
      const counter = await storage.read((records) => records.counters.find(name));
      const tokens = refilled(counter, limit, clock.now());
      if (tokens < 1) throw limited(limit, 1 - tokens);
    },
  };
}

/** Without a limit, nothing is counted. */
export function createFailureLimit(limiter: RateLimiter, name: string, limit: RateLimit | undefined): FailureLimit {
  return {
    require: async (address) => limit && limiter.require(`${name}:${address}`, limit),
    count: async (address) => limit && limiter.take(`${name}:${address}`, limit),
  };
}

/** A database that takes no writes stops those who write by itself; reads go on, uncounted. */
function grantUncounted(error: unknown): { grant: number } {
  if (!isUnavailable(error)) throw error;
  return { grant: 1 };
}

function capacityOf(limit: RateLimit): number {
  return limit.burst ?? limit.max;
}

function refilled(counter: { value: number; updatedAt: number } | undefined, limit: RateLimit, now: number): number {
  if (counter === undefined) return capacityOf(limit);
  // A clock that was set back refills nothing and takes nothing away.
  const elapsedMs = Math.max(0, now - counter.updatedAt);
  return Math.min(capacityOf(limit), counter.value + (elapsedMs * limit.max) / (limit.windowSeconds * 1000));
}

function limited(limit: RateLimit, missingTokens: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((missingTokens * limit.windowSeconds) / limit.max));
  return new Refusal("RATE_LIMITED", {
    retryAfterSeconds,
    details: { limit: limit.max, windowSeconds: limit.windowSeconds, retryAfterSeconds },
  });
}
