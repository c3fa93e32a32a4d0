// Somebody's proxy stands in front and is not configured: every caller then counts as one address, that of the proxy. Said once in the log
// and kept for `doctor`, which runs in another process.
import type { Clock, Logger } from "../domain/clock.js";
import type { Storage } from "../storage/port.js";

const counterName = "ignored-forwarded-headers";
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** To be called for each request with forwarded headers while no proxy is trusted; acts at the first one. */
export function createProxyNote({ storage, clock, logger }: { storage: Storage; clock: Clock; logger: Logger }) {
  let isNoted = false;
  return (): void => {
    if (isNoted) return;
    isNoted = true;
    logger.warn(
      {},
      "requests come with X-Forwarded-For and trustedProxyHops is 0: behind a proxy all callers share its address for rate limits; set trustedProxyHops to the number of your proxies",
    );
    const now = clock.now();
    // A note that cannot be kept stops no request; the log has it.
    storage.write((records) => records.counters.put(counterName, 1, now, now + keptMs)).catch(() => undefined);
  };
}

/** When a process of this deployment first saw such a request, within the last week; undefined: none did. */
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
