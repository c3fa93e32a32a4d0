// Rate limits as token buckets in the storage, so that all instances count together; each instance draws several tokens at a time, so that
// a read does not cost a write.
import type { Clock } from "../domain/clock.js";
import { Refusal } from "../domain/refusal.js";
import type { Records, Storage } from "../storage/port.js";
import { isUnavailable, noteIfAvailable } from "../storage/unavailable.js";

export interface RateLimit {
  /** Calls per window. */
  max: number;
  windowSeconds: number;
  /** Calls in one burst; `max` when left out. */
  burst?: number | undefined;
}

/** Counts failures by address. The caller chooses which calls are refused after too many. */
export interface FailureLimit {
  /** @throws Refusal RATE_LIMITED when the address has failed too often. */
  require(address: string): Promise<void>;
  /** Counts one failure. @throws Refusal RATE_LIMITED when the limit is exceeded. */
  count(address: string): Promise<void>;
}

export interface RateLimiter {
  /** Takes one token. @throws Refusal RATE_LIMITED with the time to wait. */
  take(name: string, limit: RateLimit): Promise<void>;
  /** Refuses when no token is left, without taking one. */
  require(name: string, limit: RateLimit): Promise<void>;
  /** Returns a taken token to all instances. */
  giveBack(name: string, limit: RateLimit): Promise<void>;
}

/** Each instance remembers this many callers; beyond it the oldest are evicted, which costs them a new draw. */
const maxRemembered = 10_000;

export function createRateLimiter({ storage, clock }: { storage: Storage; clock: Clock }): RateLimiter {
  const held = createHeldTokens(clock);
  /** Draws in flight, and the number of calls waiting for them: these share one, so that not much more is drawn than is used. */
  const drawing = new Map<string, Promise<Draw>>();
  const waiting = new Map<string, number>();

  function sharedDraw(name: string, limit: RateLimit): Promise<Draw> {
    let draw = drawing.get(name);
    if (draw === undefined) {
      draw = drawAndHold(name, limit).finally(() => drawing.delete(name));
      drawing.set(name, draw);
    }
    return draw;
  }

  async function drawAndHold(name: string, limit: RateLimit): Promise<Draw> {
    const now = clock.now();
    const wanted = () => waiting.get(name) ?? 1;
    const draw = await drawTokens(storage, { name, limit, wanted, now }).catch(grantUncounted);
    if (draw.grant !== undefined) held.add(name, draw.grant, now + limit.windowSeconds * 1000);
    return draw;
  }

  return {
    async take(name, limit) {
      if (held.take(name)) return;
      waiting.set(name, (waiting.get(name) ?? 0) + 1);
      try {
        for (;;) {
          const { missing } = await sharedDraw(name, limit);
          if (held.take(name)) return;
          if (missing !== undefined) throw rateLimited(limit, missing);
        }
      } finally {
        const left = (waiting.get(name) ?? 1) - 1;
        if (left > 0) waiting.set(name, left);
        else waiting.delete(name);
      }
    },
    async require(name, limit) {
      const counter = await storage.read((records) => records.counters.find(name));
      const tokens = refilled(counter, limit, clock.now());
      if (tokens < 1) throw rateLimited(limit, 1 - tokens);
    },
    async giveBack(name, limit) {
      const now = clock.now();
      // A token that is not returned refills with time.
      await noteIfAvailable(
        storage,
        async (records) => {
          const counter = await records.counters.find(name);
          const tokens = Math.min(capacityOf(limit), refilled(counter, limit, now) + 1);
          await putTokens(records, { name, limit, tokens, at: latest(counter, now) });
        },
        lockOf(name),
      );
    },
  };
}

/** The tokens that this instance has drawn and not used, by the name of their limit. */
function createHeldTokens(clock: Clock) {
  const heldByName = new Map<string, { tokens: number; until: number }>();
  return {
    /** Takes one token; false when none is held. */
    take(name: string): boolean {
      const held = heldByName.get(name);
      if (held === undefined || held.until <= clock.now() || held.tokens < 1) return false;
      held.tokens -= 1;
      return true;
    },
    /** Adds tokens; all of this name are valid until then, epoch milliseconds. */
    add(name: string, tokens: number, until: number): void {
      if (heldByName.size >= maxRemembered) heldByName.delete(heldByName.keys().next().value ?? name);
      const held = heldByName.get(name);
      const left = held !== undefined && held.until > clock.now() ? held.tokens : 0;
      heldByName.set(name, { tokens: left + tokens, until });
    },
  };
}

type Draw = { grant: number; missing?: undefined } | { grant?: undefined; missing: number };

/** One draw takes a twentieth of the bucket, so that a stopped instance loses few tokens. */
const drawDivisor = 20;
/** With several instances, a fortieth of what is left: what they hold together when the bucket is empty stays below a tenth of it. */
const sharedDrawDivisor = 40;

/** Draws at least `wanted()` tokens from the stored bucket, or as many as there are. */
function drawTokens(
  storage: Storage,
  { name, limit, wanted, now }: { name: string; limit: RateLimit; wanted: () => number; now: number },
): Promise<Draw> {
  return storage.write<Draw>(async (records) => {
    const counter = await records.counters.find(name);
    const tokens = refilled(counter, limit, now);
    const ahead =
      storage.instances === undefined ? capacityOf(limit) / drawDivisor : Math.floor(tokens) / sharedDrawDivisor;
    const grant = Math.min(Math.max(wanted(), Math.floor(ahead)), Math.floor(tokens));
    if (grant < 1) return { missing: 1 - tokens };
    await putTokens(records, { name, limit, tokens: tokens - grant, at: latest(counter, now) });
    return { grant };
  }, lockOf(name));
}

function putTokens(
  records: Records,
  { name, limit, tokens, at }: { name: string; limit: RateLimit; tokens: number; at: number },
): Promise<void> {
  return records.counters.put(name, tokens, at, at + limit.windowSeconds * 1000 + 1000);
}

/** More than the clocks of two processes differ. A time further ahead was written before a wrong clock was set back. */
const clockSkewToleranceMs = 10_000;

export type Counter = NonNullable<Awaited<ReturnType<Records["counters"]["find"]>>>;

const isFromWrongClock = (counter: Counter, now: number) => counter.updatedAt > now + clockSkewToleranceMs;

/** A time that moved back would refill the same tokens again for a process whose clock is ahead of this one's. */
function latest(counter: Counter | undefined, now: number): number {
  return counter === undefined || isFromWrongClock(counter, now) ? now : Math.max(now, counter.updatedAt);
}

function lockOf(name: string): { locks: string[] } {
  return { locks: [`counter\n${name}`] };
}

/** A database that accepts no writes blocks writing calls by itself; reads continue uncounted. */
function grantUncounted(error: unknown): { grant: number } {
  if (!isUnavailable(error)) throw error;
  return { grant: 1 };
}

function capacityOf(limit: RateLimit): number {
  return limit.burst ?? limit.max;
}

/** The tokens of a bucket at this time; without a bucket, those of a full one. */
export function refilled(counter: Counter | undefined, limit: RateLimit, now: number): number {
  // Without a new bucket, an empty one would stay empty until that time: a refused call stores nothing.
  if (counter === undefined || isFromWrongClock(counter, now)) return capacityOf(limit);
  // A clock that is a little behind neither refills tokens nor removes any.
  const elapsedMs = Math.max(0, now - counter.updatedAt);
  return Math.min(capacityOf(limit), counter.value + (elapsedMs * limit.max) / (limit.windowSeconds * 1000));
}

/** The refusal of a call for which `missingTokens` (above 0, at most 1) have to refill. */
export function rateLimited(limit: RateLimit, missingTokens: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((missingTokens * limit.windowSeconds) / limit.max));
  return new Refusal("RATE_LIMITED", {
    retryAfterSeconds,
    details: { limit: limit.max, windowSeconds: limit.windowSeconds, retryAfterSeconds },
  });
}

/** Without a limit, nothing is counted. */
export function createFailureLimit(limiter: RateLimiter, name: string, limit: RateLimit | undefined): FailureLimit {
  return {
    require: async (address) => limit && limiter.require(`${name}:${address}`, limit),
    count: async (address) => limit && limiter.take(`${name}:${address}`, limit),
  };
}
