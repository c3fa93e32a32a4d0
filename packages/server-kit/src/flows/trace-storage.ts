// A storage whose units of work run in the context of who asked for them, and are spans where a request or job is recorded.

import { keepContext } from "../outbound/call-context.js";
import { inSpan, SpanKind } from "../outbound/tracing.js";
import type { Storage } from "../storage/port.js";

const plan = { name: "payment_sessions.unit_of_work", kind: SpanKind.INTERNAL, onlyWithParent: true };

export function traceStorage(storage: Storage): Storage {
  return {
    ...storage,
    write: (work) => inSpan(plan, () => storage.write(keepContext(work))),
  };
}
