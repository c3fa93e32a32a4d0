// Counters, histograms and gauges of one service: in its own registry (prom-client), and reported to a host's OpenTelemetry meter.
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type Labels = Record<string, string>;

/** The part of OpenTelemetry's `Meter` that the service uses. */
export interface HostMeter {
  createCounter(name: string, options: { description: string }): { add(value: number, attributes: Labels): void };
  createHistogram(name: string, options: { description: string }): { record(value: number, attributes: Labels): void };
  createObservableGauge(
    name: string,
    options: { description: string },
  ): { addCallback(observe: (result: { observe(value: number): void }) => Promise<void>): void };
}

interface Figure {
  name: string;
  help: string;
  labelNames?: readonly string[];
}

export interface GaugeValue {
  labels?: Labels;
  value: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(meter?: HostMeter) {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter({ name, help, labelNames = [] }: Figure) {
      const counter = new Counter({ name, help, labelNames, registers });
      const hosts = meter?.createCounter(name, { description: help });
      return {
        add(labels: Labels = {}, amount = 1): void {
          counter.inc(labels, amount);
          hosts?.add(amount, labels);
        },
      };
    },
    /** @param figure `buckets` are upper bounds, ascending. */
    histogram({ name, help, labelNames = [], buckets }: Figure & { buckets: readonly number[] }) {
      const histogram = new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
      const hosts = meter?.createHistogram(name, { description: help });
      return {
        observe(value: number, labels: Labels = {}): void {
          histogram.observe(labels, value);
          hosts?.record(value, labels);
        },
      };
    },
    /** Read at each scrape; labels without a value are omitted. The host's meter receives the sum. */
    gauge({ name, help, labelNames = [] }: Figure, read: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const values = await read();
          this.reset();
          for (const { labels = {}, value } of values) this.set(labels, value);
        },
      });
      meter
        ?.createObservableGauge(name, { description: help })
        .addCallback(async (result) => result.observe((await read()).reduce((sum, { value }) => sum + value, 0)));
    },
    /** Prometheus text. */
    render: () => registry.metrics(),
  };
}
