// State of one operation of an adapter: its calls in flight and its circuits, each by scope (a store, or the whole adapter).
import { afterFailure, type Circuit, circuitState, closedCircuit, withProbe } from "../domain/circuit.js";

export interface OperationState {
  readonly names: { adapter: string; operation: string };
  /** The reason that a call may not begin now; undefined when it may. */
  unavailableReason(scope: string, maxConcurrent: number, now: number): "circuit_open" | "busy" | undefined;
  begin(scope: string, now: number): void;
  end(scope: string): void;
  /** A call has ended for its caller at its deadline and still runs. */
  abandon(): void;
  settleAbandoned(): void;
  noteSuccess(scope: string): void;
  /** Counts a failure for the circuit of `failedScope`, and for each circuit that the call of `scope` was a probe of. */
  noteFailure(failedScope: string, scope: string, now: number): void;
  hasOpenCircuit(): boolean;
  /** `abandoned`: calls that have not settled, because the adapter ignores its signal. */
  counts(): { inFlight: number; abandoned: number };
}

/** The scope of a call that belongs to no store. */
export const wholeAdapter = "";

export function createOperationState(names: { adapter: string; operation: string }): OperationState {
  let inFlight = 0;
  let abandoned = 0;
  const inFlightByScope = new Map<string, number>();
  /** Only those with failures since their last success. */
  const circuits = new Map<string, Circuit>();

  function circuitsOf(scope: string): [string, Circuit][] {
    return [...circuits].filter(([key]) => key === wholeAdapter || key === scope);
  }

  return {
    names,
    unavailableReason(scope, maxConcurrent, now) {
      if (circuitsOf(scope).some(([, circuit]) => circuitState(circuit, now) === "open")) return "circuit_open";
      // One store's slow system must not take all slots.
      const isScopeFull = scope !== wholeAdapter && (inFlightByScope.get(scope) ?? 0) >= Math.ceil(maxConcurrent / 2);
      return inFlight >= maxConcurrent || isScopeFull ? "busy" : undefined;
    },
    begin(scope, now) {
      for (const [key, circuit] of circuitsOf(scope)) {
        if (circuit.openedAt !== undefined) circuits.set(key, withProbe(circuit, now));
      }
      inFlight += 1;
      inFlightByScope.set(scope, (inFlightByScope.get(scope) ?? 0) + 1);
    },
    end(scope) {
      inFlight -= 1;
      const left = (inFlightByScope.get(scope) ?? 1) - 1;
      if (left > 0) inFlightByScope.set(scope, left);
      else inFlightByScope.delete(scope);
    },
    abandon() {
      abandoned += 1;
    },
    settleAbandoned() {
      abandoned -= 1;
    },
    noteSuccess(scope) {
      circuits.delete(wholeAdapter);
      circuits.delete(scope);
    },
    noteFailure(failedScope, scope, now) {
      const probed = circuitsOf(scope).filter(([, { probeSince }]) => probeSince !== undefined);
      for (const key of new Set([failedScope, ...probed.map(([probedScope]) => probedScope)])) {
        circuits.set(key, afterFailure(circuits.get(key) ?? closedCircuit, now));
      }
    },
    hasOpenCircuit: () => [...circuits.values()].some(({ openedAt }) => openedAt !== undefined),
    counts: () => ({ inFlight, abandoned }),
  };
}
