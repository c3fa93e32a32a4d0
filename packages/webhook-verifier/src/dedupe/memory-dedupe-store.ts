// Deduplication in memory: for tests, and for stores with one process whose handler tolerates duplicates after a restart.
import { webCrypto } from "../runtime.js";
import { type DedupeStore, type DedupeTimes, readDedupeTimes } from "./dedupe-store.js";

/**
 * Forgets everything when the process ends; uses about 150 bytes for each delivery within the lifetime, 14 days by default.
 *
 * @throws WebhookVerificationError `dedupe_lifetime_too_short`
 */
export function memoryDedupeStore(times: DedupeTimes = {}): DedupeStore {
  const { lifetimeMs, leaseMs, now } = readDedupeTimes(times);
  const claims = new Map<string, { token: string; endsAt: number }>();
  const handled = new Map<string, number>(); // key -> end of its lifetime, in ascending order

  return {
    claim(key) {
      const time = now();
      forget(handled, (endsAt) => endsAt <= time);
      forget(claims, ({ endsAt }) => endsAt <= time);
      if (handled.has(key)) return { outcome: "done" };
      const claim = claims.get(key);
      if (claim && claim.endsAt > time) return { outcome: "in_flight" };
      const token = webCrypto().randomUUID();
      claims.delete(key); // so that the new claim is inserted last
      claims.set(key, { token, endsAt: time + leaseMs });
      return { outcome: "claimed", token };
    },
    done(key) {
      claims.delete(key);
      handled.delete(key);
      handled.set(key, now() + lifetimeMs);
    },
    release(key, token) {
      if (claims.get(key)?.token === token) claims.delete(key);
    },
  };
}

// Maps keep insertion order and all lifetimes are equal, so the oldest entries are first.
function forget<Value>(map: Map<string, Value>, isOver: (value: Value) => boolean): void {
  for (const [key, value] of map) {
    if (!isOver(value)) return;
    map.delete(key);
  }
}
