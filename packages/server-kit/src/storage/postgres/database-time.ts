// By how much the database's clock is ahead of this machine's: all instances keep time by the database. Differences below what can be told
// apart on a network count as none, so that a clock that is kept in step, and one that a test injects, stay as they are.

export interface DatabaseTime {
  /** To be added to this machine's time, in milliseconds. */
  offsetMs(): number;
  measure(): Promise<void>;
}

/** Two machines that keep their clocks in step by NTP are closer than this. */
const indistinctMs = 50;
/** A question that took longer says too little, unless nothing better is known. */
const usefulRoundTripMs = 200;

export function createDatabaseTime({
  readDatabaseTime,
  localNow = Date.now,
}: {
  /** Epoch milliseconds. */
  readDatabaseTime(): Promise<number>;
  localNow?: (() => number) | undefined;
}): DatabaseTime {
  let offsetMs: number | undefined;
  return {
    offsetMs: () => offsetMs ?? 0,
    async measure() {
      const askedAt = performance.now();
      const localBefore = localNow();
      const databaseTime = await readDatabaseTime();
      const roundTripMs = performance.now() - askedAt;
      if (offsetMs !== undefined && roundTripMs > usefulRoundTripMs) return;
      const measuredMs = Math.round(databaseTime - localBefore - roundTripMs / 2);
      offsetMs = Math.abs(measuredMs) <= indistinctMs + roundTripMs / 2 ? 0 : measuredMs;
    },
  };
}
