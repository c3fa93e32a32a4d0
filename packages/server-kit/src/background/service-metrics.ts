// Metrics of the service as a whole: requests, units of work, deliveries, alerts, stores, database connections, event loop.
// Figures from the database are read at each scrape, each bounded.
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, Histogram, Registry } from "prom-client";
import { quarantineAfter } from "../domain/delivery-progress.js";
import type { Storage } from "../storage/port.js";

export interface ServiceMetrics {
  onRequest(request: { method: string; route: string | undefined; status: number; durationMs: number }): void;
  onUnitOfWork(unit: { outcome: "committed" | "failed"; durationMs: number }): void;
  /** Prometheus text. */
  render(): Promise<string>;
  stop(): void;
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const unitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Alerts and stores are counted up to this figure, which then means "or more". */
const countedTo = 1000;
/** Other methods share one label, because callers may send any word. */
const knownMethods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

export function createServiceMetrics({ storage }: { storage: Storage }): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "payment_sessions_request_duration_seconds",
    help: "Until the response was ready to be sent, by route template.",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers,
  });
  const units = new Histogram({
    name: "payment_sessions_unit_of_work_duration_seconds",
    help: "Duration of units of work, including the wait for the write lock and the commit.",
    labelNames: ["outcome"],
    buckets: unitBuckets,
    registers,
  });
  const readDatabase = databaseGauges(storage, registers);
  const lag = eventLoopLag(registers);

  return {
    onRequest({ method, route = "unknown", status, durationMs }) {
      const word = knownMethods.has(method) ? method : "other";
      requests.observe({ method: word, route, status: String(status) }, durationMs / 1000);
    },
    onUnitOfWork({ outcome, durationMs }) {
      units.observe({ outcome }, durationMs / 1000);
    },
    async render() {
      await readDatabase();
      lag.read();
      return registry.metrics();
    },
    stop: lag.stop,
  };
}

/** Registers the gauges of the database; the returned function reads them all in one unit of work. */
function databaseGauges(storage: Storage, registers: Registry[]): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `payment_sessions_${name}`, help, labelNames, registers });
  const byPath = gauge("webhook_queue_depth_by_path", "Unfinished deliveries by path, counted to 10 000.", ["path"]);
  const quarantined = gauge("webhook_quarantined", "Deliveries whose sends were interrupted repeatedly.");
  const alerts = gauge("open_alerts", `Open alerts, counted to ${countedTo}.`);
  const stores = gauge("stores", `Stores, counted to ${countedTo}.`, ["state"]);
  const connections = gauge("database_connections", "Connections of the database pool.", ["state"]);

  return async () => {
    const read = await storage.read(async (records) => ({
      paths: await records.deliveries.countUnfinishedByPath(),
      interrupted: await records.deliveries.countInterrupted(quarantineAfter),
      open: await records.alerts.countOpen(countedTo),
      stores: await records.stores.list({ limit: countedTo }),
    }));
    for (const path of ["queue", "legacy"] as const) byPath.set({ path }, read.paths[path] ?? 0);
    quarantined.set(read.interrupted);
    alerts.set(read.open);
    const paused = read.stores.filter(({ disabledAt }) => disabledAt !== undefined).length;
    stores.set({ state: "paused" }, paused);
    stores.set({ state: "open" }, read.stores.length - paused);
    for (const [state, count] of Object.entries(storage.connections?.() ?? {})) connections.set({ state }, count);
  };
}

/** Measured from the first `read` on, which therefore reports zero. */
function eventLoopLag(registers: Registry[]): { read(): void; stop(): void } {
  const lag = new Gauge({
    name: "payment_sessions_event_loop_lag_seconds",
    help: "Delay of the event loop since the last scrape.",
    labelNames: ["quantile"],
    registers,
  });
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  let delay: IntervalHistogram | undefined;
  return {
    read() {
      if (delay === undefined) {
        delay = monitorEventLoopDelay({ resolution: 20 });
        delay.enable();
      }
      lag.set({ quantile: "0.5" }, seconds(delay.percentile(50)));
      lag.set({ quantile: "0.99" }, seconds(delay.percentile(99)));
      lag.set({ quantile: "1" }, seconds(delay.max));
      delay.reset();
    },
    stop: () => delay?.disable(),
  };
}
