// Guards every call of a host's adapter: a deadline with an abort signal, a limit on concurrent calls, a circuit
// breaker, metrics, and one log line per kind of failure. A misbehaving adapter affects only its caller.
import type { Clock } from "../domain/clock.js";
import type { FailureLog } from "../domain/failure-log.js";
import { callWithDeadline } from "./call-with-deadline.js";
import { abortCallsAfter, type CallsInFlight } from "./calls-in-flight.js";
import { createOperationState, type OperationState, wholeAdapter } from "./operation-state.js";
import { createCallReport, type FailedOutcome, type OnAdapterCall } from "./report-adapter-call.js";
import { inSpan, SpanKind } from "./tracing.js";

export interface AdapterOperation {
  /** One word per configured adapter, such as `open_banking_live`; a label of the metrics. */
  adapter: string;
  operation: string;
  /** Real milliseconds, independent of the injected clock. */
  timeoutMs: number;
  maxConcurrent: number;
  /**
   * The outcomes that open the circuit. `failures`: errors and timeouts. `timeouts`: for operations whose caller may cause an error, such as a
   * callback with an invalid signature. `none`: for built-in adapters.
   */
  circuit: "failures" | "timeouts" | "none";
}

export interface AdapterCalls {
  /**
   * Calls an adapter. Errors of one `scope` (a store) open the circuit for that scope only; timeouts count for the whole adapter.
   * @throws AdapterCallError
   */
  call<Result>(
    operation: AdapterOperation,
    run: (signal: AbortSignal) => Promise<Result> | Result,
    scope?: string,
  ): Promise<Result>;
  /** Whether a call would be attempted now. */
  isAvailable(operation: AdapterOperation, scope?: string): boolean;
  openCircuits(): { adapter: string; operation: string }[];
  /** Calls in flight by adapter and operation, and those still running after their deadline. */
  counts(): { adapter: string; operation: string; inFlight: number; abandoned: number }[];
  /**
   * Aborts the calls in flight after `graceMs`, and rejects later ones. Returns immediately; the returned function aborts
   * without further waiting.
   */
  stop(graceMs: number): () => void;
}

export interface AdapterCallsDependencies {
  /** For the pauses of the circuit breaker. */
  clock: Clock;
  failures: FailureLog;
  onCall?: OnAdapterCall | undefined;
}

export function createAdapterCalls({ clock, failures, onCall }: AdapterCallsDependencies): AdapterCalls {
  const states = new Map<string, OperationState>();
  const inFlight: CallsInFlight = { controllers: new Set(), isStopped: false };
  const report = createCallReport({ failures, onCall });

  function unavailableReason(operation: AdapterOperation, scope: string) {
    if (inFlight.isStopped) return "stopped";
    return stateOf(states, operation).unavailableReason(scope, operation.maxConcurrent, clock.now());
  }

  async function call<Result>(
    operation: AdapterOperation,
    run: (signal: AbortSignal) => Promise<Result> | Result,
    scope = wholeAdapter,
  ): Promise<Result> {
    const state = stateOf(states, operation);
    const measured = report.start(operation);
    const reason = unavailableReason(operation, scope);
    if (reason !== undefined) throw measured.failed(reason, unavailableText[reason]);
    state.begin(scope, clock.now());
    const ended = await inSpan(spanOf(operation), async (span) => {
      const result = await callWithDeadline({ inFlight, state }, operation, run);
      span?.setAttribute("payment_sessions.outcome", result.outcome);
      return result;
    });
    state.end(scope);
    if (ended.outcome === "ok") {
      state.noteSuccess(scope);
      measured.succeeded();
      return ended.result;
    }
    // An adapter that rejects invalid input has responded, so it counts as a success and ends the probe. Otherwise each forged call would be
    // the next probe.
    if (countsAsHealthy(operation, ended.outcome)) state.noteSuccess(scope);
    if (opensCircuit(operation, ended.outcome)) {
      state.noteFailure(ended.outcome === "timeout" ? wholeAdapter : scope, scope, clock.now());
    }
    throw measured.failed(ended.outcome, ended.message, ended.cause);
  }

  return {
    call,
    isAvailable: (operation, scope = wholeAdapter) => unavailableReason(operation, scope) === undefined,
    openCircuits: () => [...states.values()].filter((state) => state.hasOpenCircuit()).map(({ names }) => names),
    counts: () => [...states.values()].map((state) => ({ ...state.names, ...state.counts() })),
    stop: (graceMs) => abortCallsAfter(inFlight, graceMs),
  };
}

function stateOf(states: Map<string, OperationState>, { adapter, operation }: AdapterOperation): OperationState {
  const key = `${adapter} ${operation}`;
  const state = states.get(key) ?? createOperationState({ adapter, operation });
  states.set(key, state);
  return state;
}

const unavailableText = {
  stopped: "the service is stopping",
  circuit_open: "its circuit is open after repeated failures",
  busy: "too many calls are in flight",
} as const;

function opensCircuit({ circuit }: AdapterOperation, outcome: FailedOutcome): boolean {
  if (outcome === "stopped" || outcome === "refused" || circuit === "none") return false;
  return circuit === "failures" || outcome === "timeout";
}

function countsAsHealthy({ circuit }: AdapterOperation, outcome: FailedOutcome): boolean {
  if (outcome === "refused") return true;
  return circuit === "timeouts" && (outcome === "error" || outcome === "malformed");
}

function spanOf({ adapter, operation }: AdapterOperation) {
  const attributes = { "payment_sessions.adapter": adapter, "payment_sessions.operation": operation };
  return { name: `payment_sessions.adapter ${adapter}.${operation}`, kind: SpanKind.CLIENT, attributes };
}
