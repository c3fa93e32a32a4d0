// Async context of a request or job: its trace and its origin.
// Only used when there is something to store: on Node 20 and 22 every promise costs a little more once AsyncLocalStorage is active.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "@opentelemetry/api";

export interface CallContext {
  /** W3C `traceparent` to pass on. */
  traceParent?: string | undefined;
  /** W3C `tracestate` that belongs to it. */
  traceState?: string | undefined;
  /** OpenTelemetry's context, when a host's SDK records. */
  otel?: Context | undefined;
  /** Network address of the caller, for the audit log. */
  address?: string | undefined;
  /** Kind of the actor, for the audit log. */
  actorKind?: ActorKind | undefined;
  /** The operating system's user of a command, for the audit log, independent of --actor. */
  systemUser?: string | undefined;
}

/** `user`: of the panel. `host_user`: signed in by the host app. `visitor`: unknown. `command`: the command line. */
export type ActorKind = "user" | "host_user" | "visitor" | "command";

const contexts = new AsyncLocalStorage<CallContext>();

export function currentContext(): CallContext | undefined {
  return contexts.getStore();
}

/** Runs the work with these facts added to those of the caller. */
export function inContext<Result>(more: CallContext, work: () => Result): Result {
  return contexts.run({ ...contexts.getStore(), ...more }, work);
}

/**
 * The W3C `traceparent` of the current request or job, for an adapter that calls a system of yours: pass it on as a header. Undefined
 * when the request brought none and no OpenTelemetry SDK records.
 */
export function currentTraceParent(): string | undefined {
  return contexts.getStore()?.traceParent;
}

/** The W3C `tracestate` for `currentTraceParent()`, to be passed on with it; undefined when there is none. */
export function currentTraceState(): string | undefined {
  return contexts.getStore()?.traceState;
}

/** `traceparent` and `tracestate` as headers of a request that belongs to the trace. */
export function traceHeaders(): { traceparent?: string; tracestate?: string } {
  const { traceParent, traceState } = contexts.getStore() ?? {};
  if (traceParent === undefined) return {};
  return { traceparent: traceParent, ...(traceState !== undefined && { tracestate: traceState }) };
}

/** Binds the work to the current context, for queues that run it later. */
export function keepContext<Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const context = contexts.getStore();
  return context === undefined ? work : (...given) => contexts.run(context, () => work(...given));
}
