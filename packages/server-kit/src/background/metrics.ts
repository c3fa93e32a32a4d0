// Counters, gauges and histograms of one process, and their Prometheus text. Names, help and buckets stand where they are made.

export type Labels = Record<string, string>;

export interface Counter {
  add(labels?: Labels, amount?: number): void;
}

export interface Histogram {
  observe(value: number, labels?: Labels): void;
}

export interface Metrics {
  counter(name: string, help: string): Counter;
  /** @param buckets upper bounds, ascending. */
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  /** Values as of now: a gauge that was not set this time is left out. */
  render(gauges?: readonly Gauge[]): string;
}

export interface Gauge {
  name: string;
  help: string;
  values: readonly { labels?: Labels; value: number }[];
}

interface Family {
  name: string;
  help: string;
  type: "counter" | "histogram";
  lines(): string[];
}

/** The part of OpenTelemetry's `Meter` that is used: a host that brings its API sees the same figures there. */
export interface HostMeter {
  createCounter(name: string, options: { description: string }): { add(value: number, attributes: Labels): void };
  createHistogram(name: string, options: { description: string }): { record(value: number, attributes: Labels): void };
  createObservableGauge(
    name: string,
    options: { description: string },
  ): { addCallback(observe: (result: { observe(value: number): void }) => Promise<void>): void };
}

export function createMetrics(meter?: HostMeter): Metrics {
  const families: Family[] = [];
  return {
    counter(name, help) {
      const hosts = meter?.createCounter(name, { description: help });
      const values = new Map<string, number>();
      families.push({
        name,
        help,
        type: "counter",
        lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
      });
      return {
        add(labels = {}, amount = 1) {
          hosts?.add(amount, labels);
          const key = labelText(labels);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    histogram(name, help, buckets) {
      const hosts = meter?.createHistogram(name, { description: help });
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
      families.push({ name, help, type: "histogram", lines: () => [...series.values()].flatMap(histogramLines) });
      return {
        observe(value, labels = {}) {
          hosts?.record(value, labels);
          const key = labelText(labels);
          let entry = series.get(key);
          if (entry === undefined) {
            entry = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
            series.set(key, entry);
          }
          entry.sum += value;
          entry.count += 1;
          for (const [index, bound] of buckets.entries()) {
            if (value <= bound) entry.counts[index] = (entry.counts[index] ?? 0) + 1;
          }
        },
      };

      function histogramLines({
        labels,
        counts,
        sum,
        count,
      }: {
        labels: Labels;
        counts: number[];
        sum: number;
        count: number;
      }) {
        return [
          ...buckets.map(
            (bound, index) => `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${counts[index] ?? 0}`,
          ),
          `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${count}`,
          `${name}_sum${labelText(labels)} ${sum}`,
          `${name}_count${labelText(labels)} ${count}`,
        ];
      }
    },
    render(gauges = []) {
      const blocks = [
        ...families.map((family) => block(family.name, family.help, family.type, family.lines())),
        ...gauges.map(({ name, help, values }) =>
          block(
            name,
            help,
            "gauge",
            values.map(({ labels, value }) => `${name}${labelText(labels ?? {})} ${value}`),
          ),
        ),
      ];
      return blocks.join("");
    },
  };
}

function block(name: string, help: string, type: string, lines: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
