// Spans for a host's OpenTelemetry SDK; without one, the incoming W3C trace context is passed on unchanged and nothing
// is recorded (OpenTelemetry's API alone does nothing).
import {
  type Attributes,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { type CallContext, currentContext, inContext } from "./call-context.js";

export { SpanKind };

export interface SpanPlan {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** An incoming `traceparent`, used instead of the current context. */
  parent?: string | undefined;
  /** The `tracestate` of the same request. */
  parentState?: string | undefined;
  /** Creates the span only as a child of a recorded one. */
  onlyWithParent?: boolean;
}

const scope = "@payment-sessions/server-kit";
const format = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** A valid `traceparent` as a span's context (W3C Trace Context, 3.2). */
export function parseTraceParent(header: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = format.exec(header ?? "") ?? [];
  // Version 00 ends after its flags; later versions may have more fields.
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return undefined;
  const isSampled = (Number.parseInt(flags ?? "0", 16) & 1) === 1;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

/** Maximum length that is accepted and passed on (W3C Trace Context, 3.3.1.5). */
const maxTraceState = 512;

/** A `tracestate` is only used with a valid `traceparent`, and dropped when malformed. */
function remoteOf(parent: string | undefined, state: string | undefined): SpanContext | undefined {
  const remote = parseTraceParent(parent);
  if (remote === undefined || state === undefined || state === "" || state.length > maxTraceState) return remote;
  const traceState = createTraceState(state);
  return traceState.serialize() === "" ? remote : { ...remote, traceState };
}

function traceOf({ traceId, spanId, traceFlags, traceState }: SpanContext): CallContext {
  const traceParent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  return { traceParent, traceState: traceState?.serialize() || undefined };
}

/**
 * Runs the work within a span, and with the trace to pass on. `work` receives the span if one is recorded; an error ends it as failed and is
 * rethrown.
 */
export async function inSpan<Result>(
  { name, kind, attributes = {}, parent, parentState, onlyWithParent = false }: SpanPlan,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const before = currentContext();
  const remote = remoteOf(parent, parentState);
  const around = remote === undefined ? (before?.otel ?? context.active()) : trace.setSpanContext(ROOT_CONTEXT, remote);
  if (onlyWithParent && trace.getSpan(around)?.isRecording() !== true) return work(undefined);
  const span = trace.getTracer(scope).startSpan(name, { kind, attributes }, around);
  if (!span.isRecording()) {
    // No SDK, or the trace is not sampled: the incoming context is passed on unchanged.
    const passedOn = isSpanContextValid(span.spanContext()) ? traceOf(span.spanContext()) : undefined;
    const trace = remote === undefined ? passedOn : { ...traceOf(remote), traceParent: parent };
    return trace === undefined || trace.traceParent === before?.traceParent
      ? work(undefined)
      : inContext(trace, () => work(undefined));
  }
  const otel = trace.setSpan(around, span);
  try {
    const run = () => work(span);
    return await inContext({ ...traceOf(span.spanContext()), otel }, () => context.with(otel, run));
  } catch (error) {
    // The name only: messages of drivers and adapters may contain personal data.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}
