// Runs one call of an adapter until it settles, its deadline passes or the service stops. Never rejects.
import { MalformedResultError, sessionRefused } from "./adapter-outcome.js";
import type { CallsInFlight } from "./calls-in-flight.js";
import type { OperationState } from "./operation-state.js";

export type EndedCall<Result> =
  | { outcome: "ok"; result: Result }
  | { outcome: "timeout" | "stopped" | "error" | "refused" | "malformed"; message: string; cause?: unknown };

export interface DeadlineDependencies {
  inFlight: CallsInFlight;
  state: Pick<OperationState, "abandon" | "settleAbandoned">;
}

/** @param operation `timeoutMs` in real milliseconds. */
export function callWithDeadline<Result>(
  { inFlight, state }: DeadlineDependencies,
  { timeoutMs }: { timeoutMs: number },
  run: (signal: AbortSignal) => Promise<Result> | Result,
): Promise<EndedCall<Result>> {
  const controller = new AbortController();
  const { signal } = controller;
  inFlight.controllers.add(controller);
  return new Promise((resolve) => {
    let isAbandoned = false;
    const timer = setTimeout(() => controller.abort(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs);
    const clear = () => {
      clearTimeout(timer);
      inFlight.controllers.delete(controller);
    };
    signal.addEventListener("abort", () => {
      isAbandoned = true;
      state.abandon();
      resolve({ outcome: inFlight.isStopped ? "stopped" : "timeout", message: messageOf(signal.reason) });
      clear();
    });
    // A function that throws synchronously is treated like one that rejects.
    Promise.resolve()
      .then(() => run(signal))
      .then(
        (result) => resolve({ outcome: "ok", result }),
        (cause: unknown) => {
          resolve({ outcome: outcomeOf(cause), message: messageOf(cause), cause });
        },
      )
      .finally(() => {
        if (isAbandoned) state.settleAbandoned();
        clear();
      });
  });
}

function outcomeOf(cause: unknown): "malformed" | "refused" | "error" {
  if (cause instanceof MalformedResultError) return "malformed";
  // By name, because an adapter may have the class of the other build (ESM or CommonJS).
  return cause instanceof Error && cause.name === sessionRefused ? "refused" : "error";
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
