// Guards every call of a host's adapter: a deadline with an abort signal, a limit on concurrent calls, a circuit
// breaker, metrics, and one log line per kind of failure. A misbehaving adapter affects only its caller.
import { afterFailure, type Circuit, closedCircuit, judgeCircuit, withProbe } from "../domain/circuit.js";
import type { Clock } from "../domain/clock.js";
import type { FailureLog } from "../domain/failure-log.js";
import { inSpan, SpanKind } from "./tracing.js";

/**
 * How a call ended. `error`: the adapter threw. `malformed`: what it returned cannot be used. `busy`: too many are in flight.
 * `circuit_open`: it was not called, because it kept failing. `stopped`: the service stopped.
 */
export type AdapterOutcome = "ok" | "error" | "malformed" | "timeout" | "busy" | "circuit_open" | "stopped";

/** Every outcome except `ok`. The adapter's error is the cause; it is already logged. */
export class AdapterCallError extends Error {
  override readonly name = "AdapterCallError";

  constructor(
    readonly adapter: string,
    readonly operation: string,
    readonly outcome: Exclude<AdapterOutcome, "ok">,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** Thrown by the code that parses an adapter's result when it is malformed. */
export class MalformedResultError extends Error {
  override readonly name = "MalformedResultError";
}

export interface AdapterOperation {
  /** One word per configured adapter, such as `open_banking_live`; a label of the metrics. */
  adapter: string;
  operation: string;
  /** Real milliseconds, not the injected clock. */
  timeoutMs: number;
  maxConcurrent: number;
  /**
   * What opens the circuit: `failures` are errors and timeouts; `timeouts` when the caller may cause an error, such as a callback
   * with an invalid signature; `none` for built-in adapters.
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
  counts(): { adapter: string; operation: string; underWay: number; abandoned: number }[];
  /**
   * Gives calls in flight this long, then aborts them and rejects later ones. Returns at once; the returned function aborts
   * without waiting longer.
   */
  stop(graceMs: number): () => void;
}

export interface AdapterCallsDependencies {
  clock: Clock;
  failures: FailureLog;
  onCall?:
    | ((call: { adapter: string; operation: string; outcome: AdapterOutcome; durationMs: number }) => void)
    | undefined;
}

interface Line {
  adapter: string;
  operation: string;
  underWay: number;
  underWayByScope: Map<string, number>;
  /** Abandoned calls that have not settled: the adapter ignores its signal. */
  abandoned: number;
  /** By scope; the empty scope is the whole adapter. Only those with failures since their last success. */
  circuits: Map<string, Circuit>;
}

const wholeAdapter = "";

export function createAdapterCalls({ clock, failures, onCall }: AdapterCallsDependencies): AdapterCalls {
  const lines = new Map<string, Line>();
  const controllers = new Set<AbortController>();
  let isStopped = false;

  function lineOf({ adapter, operation }: AdapterOperation): Line {
    const key = `${adapter} ${operation}`;
    let line = lines.get(key);
    if (line === undefined) {
      line = { adapter, operation, underWay: 0, underWayByScope: new Map(), abandoned: 0, circuits: new Map() };
      lines.set(key, line);
    }
    return line;
  }

  /** Why a call may not begin now. */
  function unavailableReason(line: Line, { maxConcurrent }: AdapterOperation, scope: string) {
    if (isStopped) return "stopped";
    if (circuitsOf(line, scope).some(([, circuit]) => judgeCircuit(circuit, clock.now()) === "open")) {
      return "circuit_open";
    }
    const ofScope = line.underWayByScope.get(scope) ?? 0;
    // One store's slow system must not take all slots.
    const isFull =
      line.underWay >= maxConcurrent || (scope !== wholeAdapter && ofScope >= Math.ceil(maxConcurrent / 2));
    return isFull ? "busy" : undefined;
  }

  async function call<Result>(
    operation: AdapterOperation,
    run: (signal: AbortSignal) => Promise<Result> | Result,
    scope = wholeAdapter,
  ): Promise<Result> {
    const line = lineOf(operation);
    const startedAt = performance.now();
    const refused = unavailableReason(line, operation, scope);
    if (refused !== undefined) throw failed(operation, refused, unavailableText[refused], startedAt);
    for (const [key, circuit] of circuitsOf(line, scope)) {
      if (circuit.openedAt !== undefined) line.circuits.set(key, withProbe(circuit, clock.now()));
    }
    line.underWay += 1;
    line.underWayByScope.set(scope, (line.underWayByScope.get(scope) ?? 0) + 1);
    const ended = await inSpan(spanOf(operation), async (span) => {
      const result = await settle(line, operation.timeoutMs, run);
      span?.setAttribute("payment_sessions.outcome", result.outcome);
      return result;
    });
    line.underWay -= 1;
    const left = (line.underWayByScope.get(scope) ?? 1) - 1;
    if (left > 0) line.underWayByScope.set(scope, left);
    else line.underWayByScope.delete(scope);

    if (ended.outcome === "ok") {
      line.circuits.delete(wholeAdapter);
      line.circuits.delete(scope);
      report(operation, "ok", startedAt);
      return ended.result;
    }
    noteFailure(line, operation, ended.outcome, scope);
    throw failed(operation, ended.outcome, ended.message, startedAt, ended.cause);
  }

  function settle<Result>(
    line: Line,
    timeoutMs: number,
    run: (signal: AbortSignal) => Promise<Result> | Result,
  ): Promise<
    | { outcome: "ok"; result: Result }
    | { outcome: "timeout" | "stopped" | "error" | "malformed"; message: string; cause?: unknown }
  > {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.add(controller);
    return new Promise((resolve) => {
      let isGivenUp = false;
      const timer = setTimeout(() => controller.abort(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs);
      signal.addEventListener("abort", () => {
        isGivenUp = true;
        line.abandoned += 1;
        const message = signal.reason instanceof Error ? signal.reason.message : "The call was ended.";
        resolve({ outcome: isStopped ? "stopped" : "timeout", message });
        clear();
      });
      const clear = () => {
        clearTimeout(timer);
        controllers.delete(controller);
      };
      // A function that throws synchronously is treated like one that rejects.
      Promise.resolve()
        .then(() => run(signal))
        .then(
          (result) => resolve({ outcome: "ok", result }),
          (cause: unknown) => {
            const outcome = cause instanceof MalformedResultError ? "malformed" : "error";
            resolve({ outcome, message: cause instanceof Error ? cause.message : String(cause), cause });
          },
        )
        .finally(() => {
          if (isGivenUp) line.abandoned -= 1;
          clear();
        });
    });
  }

  function noteFailure(line: Line, { circuit }: AdapterOperation, outcome: AdapterOutcome, scope: string): void {
    if (outcome === "stopped" || circuit === "none") return;
    const isTimeout = outcome === "timeout";
    if (!isTimeout && circuit === "timeouts") return;
    const now = clock.now();
    const keys = new Set(isTimeout ? [wholeAdapter] : [scope]);
    for (const [key, found] of circuitsOf(line, scope)) if (found.probeSince !== undefined) keys.add(key);
    for (const key of keys) line.circuits.set(key, afterFailure(line.circuits.get(key) ?? closedCircuit, now));
  }

  function failed(
    operation: AdapterOperation,
    outcome: Exclude<AdapterOutcome, "ok">,
    message: string,
    startedAt: number,
    cause?: unknown,
  ): AdapterCallError {
    report(operation, outcome, startedAt);
    const { adapter, operation: name } = operation;
    const error = new AdapterCallError(adapter, name, outcome, `${adapter} ${name}: ${message}`, { cause });
    if (outcome !== "stopped") {
      const fields = { adapter, operation: name, outcome, err: cause ?? error };
      failures.warn(`adapter ${adapter} ${name} ${outcome}`, fields, "adapter call failed");
    }
    return error;
  }

  function report({ adapter, operation }: AdapterOperation, outcome: AdapterOutcome, startedAt: number): void {
    onCall?.({ adapter, operation, outcome, durationMs: performance.now() - startedAt });
  }

  return {
    call,
    isAvailable: (operation, scope = wholeAdapter) =>
      unavailableReason(lineOf(operation), operation, scope) === undefined,
    openCircuits: () =>
      [...lines.values()]
        .filter(({ circuits }) => [...circuits.values()].some(({ openedAt }) => openedAt !== undefined))
        .map(({ adapter, operation }) => ({ adapter, operation })),
    counts: () =>
      [...lines.values()].map(({ adapter, operation, underWay, abandoned }) => ({
        adapter,
        operation,
        underWay,
        abandoned,
      })),
    stop(graceMs) {
      const timer = setTimeout(end, graceMs);
      return end;
      function end(): void {
        clearTimeout(timer);
        isStopped = true;
        for (const controller of [...controllers]) controller.abort(new Error("The service stops."));
      }
    },
  };
}

const unavailableText = {
  stopped: "the service stops",
  circuit_open: "its circuit is open after repeated failures",
  busy: "too many calls are in flight",
} as const;

function circuitsOf(line: Line, scope: string): [string, Circuit][] {
  return [...new Set([wholeAdapter, scope])].flatMap((key): [string, Circuit][] => {
    const circuit = line.circuits.get(key);
    return circuit === undefined ? [] : [[key, circuit]];
  });
}

function spanOf({ adapter, operation }: AdapterOperation) {
  const attributes = { "payment_sessions.adapter": adapter, "payment_sessions.operation": operation };
  return { name: `payment_sessions.adapter ${adapter}.${operation}`, kind: SpanKind.CLIENT, attributes };
}
