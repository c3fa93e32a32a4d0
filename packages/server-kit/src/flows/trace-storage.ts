// Wraps a storage: units of work run in the caller's context, are measured, and become spans of a traced request or job.
import { keepContext } from "../outbound/call-context.js";
import { inSpan, SpanKind } from "../outbound/tracing.js";
import type { Storage } from "../storage/port.js";

const plan = { name: "payment_sessions.unit_of_work", kind: SpanKind.INTERNAL, onlyWithParent: true };

export function traceStorage(
  storage: Storage,
  onUnit: (unit: { outcome: "committed" | "failed"; durationMs: number }) => void,
): Storage {
  return {
    ...storage,
    async write(work, how) {
      const startedAt = performance.now();
      let outcome: "committed" | "failed" = "failed";
      try {
        const result = await inSpan(plan, () => storage.write(keepContext(work), how));
        outcome = "committed";
        return result;
      } finally {
        onUnit({ outcome, durationMs: performance.now() - startedAt });
      }
    },
  };
}
