// Metrics of deliveries and the scheduler: attempts by outcome, queue depth, oldest due age, latencies.
import type { Clock } from "../domain/clock.js";
import { type Delivery, failedDeliveryStates } from "../domain/delivery.js";
import { outcomeWord, type SendOutcome } from "../domain/delivery-outcome.js";
import type { Storage } from "../storage/port.js";
import { createMetrics, type HostMeter, type Metrics } from "./metrics.js";

export interface DeliveryMetrics {
  /** For `createDeliveriesWork`. */
  onSent(send: { delivery: Delivery; attempt: number; startedAt: number; outcome: SendOutcome }): void;
  /** For `createWorkScheduler`. */
  onLateness(work: string, latenessMs: number): void;
  /** Prometheus text, including figures from the database. */
  render(): Promise<string>;
}

/** Failed states are reported at zero too, so that an alert rule detects the step to one. */
const countedStates = ["pending", "delivered", ...failedDeliveryStates, "cancelled"];

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface DeliveryMetricsDependencies {
  storage: Storage;
  clock: Clock;
  /** Sends in flight in this process. */
  sendingCount?: (() => number) | undefined;
  meter?: HostMeter | undefined;
}

export function createDeliveryMetrics(dependencies: DeliveryMetricsDependencies): DeliveryMetrics {
  const metrics = createMetrics(dependencies.meter);
  const attempts = metrics.counter({
    name: "payment_sessions_webhook_attempts_total",
    help: "Sends that ended, by outcome.",
    labelNames: ["outcome", "path"],
  });
  const duration = metrics.histogram({
    name: "payment_sessions_webhook_attempt_duration_seconds",
    help: "From the start of a send to its end.",
    labelNames: ["path"],
    buckets: secondsBuckets,
  });
  const firstSend = metrics.histogram({
    name: "payment_sessions_webhook_first_send_delay_seconds",
    help: "From the state change to the start of the first send.",
    buckets: secondsBuckets,
  });
  const lateness = metrics.histogram({
    name: "payment_sessions_scheduler_lateness_seconds",
    help: "How late scheduled background work started.",
    labelNames: ["work"],
    buckets: secondsBuckets,
  });
  addQueueGauges(metrics, dependencies);

  return {
    onSent({ delivery, attempt, startedAt, outcome }) {
      attempts.add({ outcome: outcomeWord(outcome), path: delivery.path });
      // Nothing was sent.
      if (outcome.kind === "failed" && outcome.reason === "internal") return;
      duration.observe(outcome.durationMs / 1000, { path: delivery.path });
      if (attempt === 1) firstSend.observe(Math.max(0, startedAt - delivery.createdAt) / 1000);
    },
    onLateness: (work, latenessMs) => lateness.observe(latenessMs / 1000, { work }),
    render: metrics.render,
  };
}

function addQueueGauges(
  metrics: Metrics,
  { storage, clock, sendingCount = () => 0 }: DeliveryMetricsDependencies,
): void {
  const waitingSeconds = (dueAt: number | undefined) =>
    dueAt === undefined ? 0 : Math.max(0, clock.now() - dueAt) / 1000;
  metrics.gauge({ name: "payment_sessions_webhook_queue_depth", help: "Unfinished deliveries." }, async () => [
    { value: await storage.read(({ deliveries }) => deliveries.countUnfinished()) },
  ]);
  metrics.gauge(
    {
      name: "payment_sessions_webhook_oldest_due_seconds",
      help: "How long the oldest due delivery has been waiting.",
    },
    async () => [{ value: waitingSeconds(await storage.read(({ deliveries }) => deliveries.oldestDue(clock.now()))) }],
  );
  metrics.gauge(
    {
      name: "payment_sessions_webhook_oldest_due_by_path_seconds",
      help: "How long the oldest due delivery of a path has been waiting.",
      labelNames: ["path"],
    },
    async () => {
      const oldest = await storage.read(({ deliveries }) => deliveries.oldestDueByPath(clock.now()));
      return (["queue", "legacy"] as const).map((path) => ({ labels: { path }, value: waitingSeconds(oldest[path]) }));
    },
  );
  metrics.gauge({ name: "payment_sessions_webhook_sends_in_flight", help: "Sends in flight in this process." }, () => [
    { value: sendingCount() },
  ]);
  metrics.gauge(
    {
      name: "payment_sessions_webhook_deliveries",
      help: "Deliveries by state, each counted to 10 000.",
      labelNames: ["state"],
    },
    async () => {
      const counts = await storage.read(({ deliveries }) => deliveries.countByState());
      return countedStates.map((state) => ({ labels: { state }, value: counts[state] ?? 0 }));
    },
  );
}
