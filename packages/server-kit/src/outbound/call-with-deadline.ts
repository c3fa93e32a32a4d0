// Runs one call of an adapter until it settles, its deadline passes or the service stops. Never rejects.
import { MalformedResultError } from "./adapter-outcome.js";
import type { OperationState } from "./operation-state.js";

export type EndedCall<Result> =
  | { outcome: "ok"; result: Result }
  | { outcome: "timeout" | "stopped" | "error" | "malformed"; message: string; cause?: unknown };

export interface DeadlineDependencies {
  /** The controllers of all calls in flight; aborting one ends its call. */
  controllers: Set<AbortController>;
  state: Pick<OperationState, "abandon" | "settleAbandoned">;
  isStopped: () => boolean;
}

/** @param operation `timeoutMs` in real milliseconds. */
export function callWithDeadline<Result>(
  { controllers, state, isStopped }: DeadlineDependencies,
  { timeoutMs }: { timeoutMs: number },
  run: (signal: AbortSignal) => Promise<Result> | Result,
): Promise<EndedCall<Result>> {
  const controller = new AbortController();
  const { signal } = controller;
  controllers.add(controller);
  return new Promise((resolve) => {
    let isAbandoned = false;
    const timer = setTimeout(() => controller.abort(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs);
    const clear = () => {
      clearTimeout(timer);
      controllers.delete(controller);
    };
    signal.addEventListener("abort", () => {
      isAbandoned = true;
      state.abandon();
      resolve({ outcome: isStopped() ? "stopped" : "timeout", message: messageOf(signal.reason) });
      clear();
    });
    // A function that throws synchronously is treated like one that rejects.
    Promise.resolve()
      .then(() => run(signal))
      .then(
        (result) => resolve({ outcome: "ok", result }),
        (cause: unknown) => {
          const outcome = cause instanceof MalformedResultError ? "malformed" : "error";
          resolve({ outcome, message: messageOf(cause), cause });
        },
      )
      .finally(() => {
        if (isAbandoned) state.settleAbandoned();
        clear();
      });
  });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
