// A circuit breaker as a value: it opens after consecutive failures, then lets one probe at a time through until one succeeds.

export interface Circuit {
  failuresInARow: number;
  lastFailureAt: number;
  /** Undefined while closed. */
  openedAt: number | undefined;
  /** Time that it stays open before the next probe, milliseconds. */
  pauseMs: number;
  /** Start of the probe in flight, epoch milliseconds. */
  probeSince: number | undefined;
}

/** This many consecutive failures, each within `windowMs` of the previous one, open the circuit. */
const failuresToOpen = 10;
const windowMs = 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 5 * 60_000;
/** A probe without a reported result is replaced by another one after this. */
const longestProbeMs = 2 * 60_000;

export const closedCircuit: Circuit = {
  failuresInARow: 0,
  lastFailureAt: 0,
  openedAt: undefined,
  pauseMs: firstPauseMs,
  probeSince: undefined,
};

/**
 * Whether a call may go out now. `probe` is the half-open state: this call may, and is recorded with `withProbe`. A clock that was set back
 * does not keep a circuit open.
 */
export function circuitState({ openedAt, pauseMs, probeSince }: Circuit, now: number): "closed" | "probe" | "open" {
  if (openedAt === undefined) return "closed";
  if (Math.abs(now - openedAt) < pauseMs) return "open";
  return probeSince !== undefined && Math.abs(now - probeSince) < longestProbeMs ? "open" : "probe";
}

/** Records the start of a probe. */
export function withProbe(circuit: Circuit, now: number): Circuit {
  return { ...circuit, probeSince: now };
}

/**
 * Records a failed call: opens the circuit after `failuresToOpen` consecutive ones, and doubles the pause when a probe fails. A success
 * resets it to `closedCircuit`.
 */
export function afterFailure(circuit: Circuit, now: number): Circuit {
  if (circuit.openedAt !== undefined) {
    // Calls that began before it opened carry no new information.
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
