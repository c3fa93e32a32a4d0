// Metrics of a host's adapters: calls by outcome and duration, open circuits, calls in flight or abandoned.
import type { AdapterCalls } from "../outbound/adapter-calls.js";
import type { AdapterOutcome } from "../outbound/adapter-outcome.js";
import { createMetrics, type HostMeter, type Metrics } from "./metrics.js";

export interface AdapterMetrics {
  /** For `createAdapterCalls`. */
  onCall(call: { adapter: string; operation: string; outcome: AdapterOutcome; durationMs: number }): void;
  /** For `guardLogger`. */
  onLoggerFailure(): void;
  /** Prometheus text. */
  render(): Promise<string>;
}

const secondsBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

export function createAdapterMetrics({
  calls,
  meter,
}: {
  calls: () => Pick<AdapterCalls, "openCircuits" | "counts">;
  meter?: HostMeter | undefined;
}): AdapterMetrics {
  const metrics = createMetrics(meter);
  const ended = metrics.counter({
    name: "payment_sessions_adapter_calls_total",
    help: "Calls of a host's adapters, by outcome.",
    labelNames: ["adapter", "operation", "outcome"],
  });
  const duration = metrics.histogram({
    name: "payment_sessions_adapter_call_duration_seconds",
    help: "From the start of an adapter's call to its end or its deadline.",
    labelNames: ["adapter", "operation"],
    buckets: secondsBuckets,
  });
  addGauges(metrics, calls);

  return {
    onCall({ adapter, operation, outcome, durationMs }) {
      ended.add({ adapter, operation, outcome });
      const wasCalled = outcome !== "busy" && outcome !== "circuit_open";
      if (wasCalled) duration.observe(durationMs / 1000, { adapter, operation });
    },
    onLoggerFailure: () => ended.add({ adapter: "logger", operation: "write", outcome: "error" }),
    render: metrics.render,
  };
}

function addGauges(metrics: Metrics, calls: () => Pick<AdapterCalls, "openCircuits" | "counts">): void {
  metrics.gauge(
    {
      name: "payment_sessions_adapter_open_circuits",
      help: "Adapters with an open circuit.",
      labelNames: ["adapter", "operation"],
    },
    () =>
      calls()
        .openCircuits()
        .map((labels) => ({ labels, value: 1 })),
  );
  metrics.gauge(
    {
      name: "payment_sessions_adapter_calls_in_flight",
      help: "Adapter calls in flight in this process.",
      labelNames: ["adapter", "operation"],
    },
    () => valuesOf("inFlight"),
  );
  metrics.gauge(
    {
      name: "payment_sessions_adapter_calls_abandoned",
      help: "Adapter calls that continue after their deadline: the adapter ignores its signal.",
      labelNames: ["adapter", "operation"],
    },
    () => valuesOf("abandoned"),
  );

  function valuesOf(name: "inFlight" | "abandoned") {
    return calls()
      .counts()
      .map(({ adapter, operation, ...counts }) => ({ labels: { adapter, operation }, value: counts[name] }));
  }
}
