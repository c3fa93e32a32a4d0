// Reports how each call of an adapter ended: to the metrics, and failures to the log, one line per kind.
import type { FailureLog } from "../domain/failure-log.js";
import { AdapterCallError, type AdapterOutcome } from "./adapter-outcome.js";

export type FailedOutcome = Exclude<AdapterOutcome, "ok">;

export type OnAdapterCall = (call: {
  adapter: string;
  operation: string;
  outcome: AdapterOutcome;
  durationMs: number;
}) => void;

interface MeasuredCall {
  succeeded(): void;
  /** @returns the error to throw. */
  failed(outcome: FailedOutcome, message: string, cause?: unknown): AdapterCallError;
}

export function createCallReport({ failures, onCall }: { failures: FailureLog; onCall: OnAdapterCall | undefined }): {
  start(names: { adapter: string; operation: string }): MeasuredCall;
} {
  return {
    start({ adapter, operation }) {
      // Monotonic: the injected clock may be set during the call.
      const startedAt = performance.now();
      const report = (outcome: AdapterOutcome) =>
        onCall?.({ adapter, operation, outcome, durationMs: performance.now() - startedAt });
      return {
        succeeded: () => report("ok"),
        failed(outcome, message, cause) {
          report(outcome);
          const error = new AdapterCallError(adapter, operation, outcome, `${adapter} ${operation}: ${message}`, {
            cause,
          });
          if (outcome !== "stopped" && outcome !== "refused") {
            const fields = { adapter, operation, outcome, err: cause ?? error };
            failures.warn(`adapter ${adapter} ${operation} ${outcome}`, fields, "adapter call failed");
          }
          return error;
        },
      };
    },
  };
}
