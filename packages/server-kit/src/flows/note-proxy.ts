// Detects a proxy that is not configured: all callers then count as one address, the proxy's. Logged once
// and stored for `doctor`, which runs in another process.
import type { Clock, Logger } from "../domain/clock.js";
import type { Storage } from "../storage/port.js";

const counterName = "ignored-forwarded-headers";
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Call for each request with forwarded headers while no proxy is trusted; acts on the first one. */
export function createProxyNote({ storage, clock, logger }: { storage: Storage; clock: Clock; logger: Logger }) {
  let isNoted = false;
  return (): void => {
    if (isNoted) return;
    isNoted = true;
    logger.warn(
      {},
      "requests come with X-Forwarded-For and trustedProxyHops is 0: behind a proxy all callers share its address for rate limits; " +
        "set trustedProxyHops to the number of your proxies",
    );
    const now = clock.now();
    // A failed write must not fail the request; the log has the warning.
    storage.write((records) => records.counters.put(counterName, 1, now, now + keptMs)).catch(() => undefined);
  };
}

/** When such a request was first seen within the last week, epoch milliseconds; undefined: never. */
export async function findProxyNote({
  storage,
  clock,
}: {
  storage: Storage;
  clock: Clock;
}): Promise<number | undefined> {
  const note = await storage.read((records) => records.counters.find(counterName));
  return note !== undefined && clock.now() - note.updatedAt < keptMs ? note.updatedAt : undefined;
}
