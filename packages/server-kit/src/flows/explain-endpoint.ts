// Finds the reasons why webhooks of a store wait or arrive late: disabled, waiting for a retry, or limited.
import type { Clock } from "../domain/clock.js";
import { quarantineAfter } from "../domain/delivery-progress.js";
import type { Storage } from "../storage/port.js";

export type EndpointFinding =
  | { kind: "disabled" }
  | { kind: "switched_off"; reason: string; at: number }
  | { kind: "no_url" }
  /** Deliveries wait for their next attempt. */
  | { kind: "back_off"; nextAt: number; waitingCount: number }
  /** More deliveries are due than the endpoint accepts concurrently. */
  | { kind: "behind"; since: number; waitingCount: number }
  /** Sent alone, with growing gaps, because sends were interrupted repeatedly. */
  | { kind: "quarantined"; count: number }
  | { kind: "slow"; medianMs: number }
  | { kind: "failing"; failedCount: number; ofCount: number };

/** Above this response time, one send at a time (background/endpoint-slots.ts). */
const slowMs = 5000;
/** The newest deliveries, whose last attempts show whether the endpoint is slow or fails. */
const sampledDeliveries = 20;
/** A delivery that is due for longer is reported as `behind`. */
const lateMs = 60_000;

/** All findings about the endpoint of a store; empty for an unknown store. */
export async function explainEndpoint(
  { storage, clock }: { storage: Storage; clock: Clock },
  merchantId: string,
): Promise<EndpointFinding[]> {
  return storage.read(async (records) => {
    const store = await records.stores.find(merchantId);
    if (store === undefined) return [];
    const findings: EndpointFinding[] = [];
    if (store.disabledAt !== undefined) findings.push({ kind: "disabled" });
    if (store.webhookOff !== undefined) findings.push({ kind: "switched_off", ...store.webhookOff });
    if (store.webhookUrl === undefined) findings.push({ kind: "no_url" });
    const now = clock.now();
    const queue = await records.deliveries.readQueueOfStore(merchantId, quarantineAfter);
    const waitingCount = queue.unfinishedCount;
    if (queue.nextDueAt !== undefined && findings.length === 0) {
      if (queue.nextDueAt > now) findings.push({ kind: "back_off", nextAt: queue.nextDueAt, waitingCount });
      else if (now - queue.nextDueAt > lateMs) findings.push({ kind: "behind", since: queue.nextDueAt, waitingCount });
    }
    if (queue.interruptedCount > 0) findings.push({ kind: "quarantined", count: queue.interruptedCount });
    const latest = await records.deliveries.listOfStore({ merchantId, limit: sampledDeliveries });
    const attempts = [];
    for (const { deliveryId } of latest) attempts.push((await records.deliveries.listAttempts(deliveryId)).at(-1));
    const ended = attempts.filter((attempt) => attempt !== undefined && attempt.outcome !== "started");
    const times = ended.map((attempt) => attempt?.durationMs ?? 0).sort((one, other) => one - other);
    const medianMs = times[Math.floor(times.length / 2)] ?? 0;
    if (medianMs >= slowMs) findings.push({ kind: "slow", medianMs });
    const failedCount = ended.filter((attempt) => attempt?.outcome !== "success").length;
    if (failedCount > 0) findings.push({ kind: "failing", failedCount, ofCount: ended.length });
    return findings;
  });
}
