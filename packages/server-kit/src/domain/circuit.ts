// A circuit breaker as a value: after failures in a row nobody is asked for a while, then one probe at a time until one succeeds.

export interface Circuit {
  failuresInARow: number;
  lastFailureAt: number;
  /** Undefined while closed. */
  openedAt: number | undefined;
  /** How long it stays open before the next probe. */
  pauseMs: number;
  /** A probe is under way since. */
  probeSince: number | undefined;
}

/** This many failures in a row, each within `windowMs` of the one before, open the circuit. */
const failuresToOpen = 10;
const windowMs = 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 5 * 60_000;
/** A probe whose end was never told gives way to another one. */
const longestProbeMs = 2 * 60_000;

export const closedCircuit: Circuit = {
  failuresInARow: 0,
  lastFailureAt: 0,
  openedAt: undefined,
  pauseMs: firstPauseMs,
  probeSince: undefined,
};

/** What a caller may do now; a `probe` has to be noted with `withProbe`. A clock that was set back never keeps a circuit open. */
export function judgeCircuit({ openedAt, pauseMs, probeSince }: Circuit, now: number): "closed" | "probe" | "open" {
  if (openedAt === undefined) return "closed";
  if (Math.abs(now - openedAt) < pauseMs) return "open";
  return probeSince !== undefined && Math.abs(now - probeSince) < longestProbeMs ? "open" : "probe";
}

export function withProbe(circuit: Circuit, now: number): Circuit {
  return { ...circuit, probeSince: now };
}

export function afterFailure(circuit: Circuit, now: number): Circuit {
  if (circuit.openedAt !== undefined) {
    // Calls that began before it opened say nothing new.
    if (circuit.probeSince === undefined) return circuit;
    return {
      ...circuit,
      openedAt: now,
      pauseMs: Math.min(2 * circuit.pauseMs, longestPauseMs),
      probeSince: undefined,
      lastFailureAt: now,
    };
  }
  const isInARow = circuit.failuresInARow > 0 && Math.abs(now - circuit.lastFailureAt) <= windowMs;
  const failuresInARow = isInARow ? circuit.failuresInARow + 1 : 1;
  return {
    ...closedCircuit,
    failuresInARow,
    lastFailureAt: now,
    openedAt: failuresInARow >= failuresToOpen ? now : undefined,
  };
}
