// The offset of the database's clock from this machine's: all instances use the database's time, so that leases and due times mean the same
// on each. Differences below the measuring error count as zero, so that a synchronised clock, or an injected one, is used unchanged.

export interface DatabaseTime {
  /** To be added to this machine's time, in milliseconds. */
  offsetMs(): number;
  measure(): Promise<void>;
}

/** Clocks that are synchronised by NTP differ by less. */
const measuringErrorMs = 50;
/** A measurement with a longer round trip is too inexact, unless it is the first one. */
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
      const startedAt = performance.now();
      const localBefore = localNow();
      const databaseTime = await readDatabaseTime();
      const roundTripMs = performance.now() - startedAt;
      if (offsetMs !== undefined && roundTripMs > usefulRoundTripMs) return;
      const measuredMs = Math.round(databaseTime - localBefore - roundTripMs / 2);
      offsetMs = Math.abs(measuredMs) <= measuringErrorMs + roundTripMs / 2 ? 0 : measuredMs;
    },
  };
}
