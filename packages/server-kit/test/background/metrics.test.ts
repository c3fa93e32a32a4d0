// Metrics of one process in the text format of Prometheus.
import { expect, test, vi } from "vitest";
import { createDeliveryMetrics } from "../../src/background/delivery-metrics.js";
import { createMetrics, type HostMeter } from "../../src/background/metrics.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import { openDeliveryHarness, responded } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";

test("counters, histograms and gauges are rendered with help, type and escaped labels", async () => {
  const metrics = createMetrics();
  const counter = metrics.counter({ name: "sends_total", help: "Sends.", labelNames: ["outcome"] });
  const histogram = metrics.histogram({ name: "duration_seconds", help: "Duration.", buckets: [0.1, 1] });
  let depths = [{ labels: { path: "queue" }, value: 3 }];
  metrics.gauge({ name: "depth", help: "Depth.", labelNames: ["path"] }, () => depths);
  counter.add({ outcome: 'a"b\\c\nd' });
  counter.add({ outcome: 'a"b\\c\nd' }, 2);
  histogram.observe(0.1);
  histogram.observe(0.5);
  histogram.observe(7);
  const lines = (await metrics.render()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "# HELP sends_total Sends.",
      "# TYPE sends_total counter",
      'sends_total{outcome="a\\"b\\\\c\\nd"} 3',
      "# TYPE duration_seconds histogram",
      'duration_seconds_bucket{le="0.1"} 1',
      'duration_seconds_bucket{le="1"} 2',
      'duration_seconds_bucket{le="+Inf"} 3',
      "duration_seconds_sum 7.6",
      "duration_seconds_count 3",
      "# TYPE depth gauge",
      'depth{path="queue"} 3',
    ]),
  );
  depths = [];
  expect(await metrics.render()).not.toContain("depth{");
});

test("deliveries are counted by outcome, with queue depth and the age of the oldest due one", async () => {
  const harness = await openDeliveryHarness();
  const metrics = createDeliveryMetrics(harness);
  await harness.addStore();
  await harness.addStore("paused", { disabledAt: 1 });
  await harness.addDelivery("d1");
  await harness.addDelivery("d2");
  harness.respond = ({ headers }) => responded(headers["X-Service-Delivery"] === "d1" ? 200 : 503);
  await harness.createWork({ onSent: metrics.onSent }).runDue();
  await harness.addDelivery("d3");
  await harness.addDelivery("p1", { merchantId: "paused", nextAttemptAt: 5 });
  harness.clock.time += 7000;
  const text = await metrics.render();
  expect(text).toContain('payment_sessions_webhook_attempts_total{outcome="success",path="queue"} 1');
  expect(text).toContain('payment_sessions_webhook_attempts_total{outcome="http_5xx",path="queue"} 1');
  expect(text).toContain("payment_sessions_webhook_queue_depth 3");
  expect(text).toContain("payment_sessions_webhook_oldest_due_seconds 7");
  await harness.storage.close();
});

test("how late scheduled background work starts is observed", async () => {
  const harness = await openDeliveryHarness();
  const metrics = createDeliveryMetrics(harness);
  const scheduler = createWorkScheduler({
    clock: harness.clock,
    logger: silentLogger,
    instances: harness.storage.instances,
    deliveries: harness.createWork(),
    works: [{ name: "expiry", runDue: async () => 0, nextDue: async () => harness.clock.now() + 20 }],
    onLateness: metrics.onLateness,
  });
  await scheduler.start();
  const observed = /payment_sessions_scheduler_lateness_seconds_count\{work="expiry"\} [1-9]/;
  await vi.waitFor(async () => expect(await metrics.render()).toMatch(observed), { timeout: 20_000, interval: 20 });
  await scheduler.stop();
  await harness.storage.close();
});

test("a host's OpenTelemetry meter gets the same metrics", async () => {
  const recorded: string[] = [];
  const callbacks: (() => Promise<void>)[] = [];
  const meter: HostMeter = {
    createCounter: (name) => ({ add: (value, labels) => recorded.push(`${name} ${value} ${JSON.stringify(labels)}`) }),
    createHistogram: (name) => ({ record: (_, labels) => recorded.push(`${name} ${JSON.stringify(labels)}`) }),
    createObservableGauge: (name) => ({
      addCallback(observe) {
        callbacks.push(() => observe({ observe: (value) => void recorded.push(`${name} ${value}`) }));
      },
    }),
  };
  const harness = await openDeliveryHarness();
  const metrics = createDeliveryMetrics({ ...harness, meter });
  await harness.addStore();
  await harness.addDelivery("d1");
  harness.respond = () => responded(200);
  await harness.createWork({ onSent: metrics.onSent }).runDue();
  await harness.addDelivery("d2");
  for (const callback of callbacks) await callback();
  expect(recorded).toContain('payment_sessions_webhook_attempts_total 1 {"outcome":"success","path":"queue"}');
  expect(recorded).toContain('payment_sessions_webhook_attempt_duration_seconds {"path":"queue"}');
  expect(recorded).toContain("payment_sessions_webhook_queue_depth 1");
  await harness.storage.close();
});
