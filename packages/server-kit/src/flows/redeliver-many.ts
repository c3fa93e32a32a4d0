// Resends failed deliveries, after an outage of a merchant's endpoint: marked in slices, sent by the engine within its limits per
// endpoint (spec/rules.md#delivery-rules, 5).
import type { Clock } from "../domain/clock.js";
import { type Delivery, type FailedDeliveryState, failedDeliveryStates } from "../domain/delivery.js";
import { requestManualSend } from "../domain/delivery-progress.js";
import type { Environment } from "../domain/environment.js";
import { acceptsDeliveries } from "../domain/store.js";
import type { Records, Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { requeueForListeners } from "./queue-for-listeners.js";

/** Input of `webhooks.redeliverMany`. */
export interface RedeliverManyInput {
  /** Default: all stores. */
  merchantId?: string | undefined;
  /** Only deliveries of test or of live payments. */
  environment?: Environment | undefined;
  /** Default: all failed states. */
  states?: readonly FailedDeliveryState[] | undefined;
  /** Created at or after, epoch milliseconds. */
  since?: number | undefined;
  /** Created before, epoch milliseconds. */
  until?: number | undefined;
  /** Counts the deliveries that would be sent, and changes nothing. */
  dryRun?: boolean | undefined;
  /** Actor in the audit log; default `host`. */
  actor?: string | undefined;
  /** Called after each slice with the count so far. */
  onProgress?: ((count: number) => void) | undefined;
}

export interface RedeliverManyDependencies {
  storage: Storage;
  clock: Clock;
  wake(): void;
}

const sliceSize = 100;

/** Queues failed deliveries for another send, except those of stores that are deleted, disabled or without a webhook URL. */
export async function redeliverMany(
  { storage, clock, wake }: RedeliverManyDependencies,
  {
    merchantId,
    environment,
    states = failedDeliveryStates,
    since,
    until = clock.now() + 1,
    dryRun = false,
    actor = "host",
    onProgress,
  }: RedeliverManyInput,
): Promise<{ count: number }> {
  let count = 0;
  let after: Delivery | undefined;
  const known = failedDeliveryStates.filter((state) => states.includes(state));
  if (known.length === 0) return { count };
  for (;;) {
    const request = { states: known, merchantId, since, until, limit: sliceSize, after };
    const work = (records: Records) => markSlice({ clock }, records, request, { environment, dryRun, actor });
    const slice = await (dryRun ? storage.read(work) : storage.write(work));
    count += slice.count;
    if (slice.count > 0 && !dryRun) wake();
    onProgress?.(count);
    if (slice.last === undefined) return { count };
    after = slice.last;
  }
}

async function markSlice(
  { clock }: { clock: Clock },
  records: Records,
  request: Parameters<Records["deliveries"]["listByState"]>[0],
  { environment, dryRun, actor }: { environment: Environment | undefined; dryRun: boolean; actor: string },
): Promise<{ count: number; last: Delivery | undefined }> {
  const now = clock.now();
  const found = await records.deliveries.listByState(request);
  const isWanted = await filterOfEnvironment(records, found, environment);
  const sendingStores = new Map<string, boolean>();
  let count = 0;
  for (const delivery of found) {
    const { merchantId, deliveryId, paymentId } = delivery;
    if (!sendingStores.has(merchantId)) sendingStores.set(merchantId, await acceptsDeliveriesNow(records, merchantId));
    // Its body may have been erased with the buyer's personal data.
    if (sendingStores.get(merchantId) !== true || delivery.body.byteLength === 0 || !isWanted(paymentId)) continue;
    count += 1;
    if (dryRun) continue;
    await records.deliveries.update(requestManualSend(delivery, now), delivery.claim?.token);
    await requeueForListeners(records, delivery, now);
    await appendAudit({ clock }, records, {
      actor,
      action: "webhook.redelivered",
      merchantId,
      subject: deliveryId,
      detail: { paymentId, asNew: false },
    });
  }
  return { count, last: found.length < request.limit ? undefined : found.at(-1) };
}

/** Reads the payments of the deliveries; the result tells by its id whether a payment is of the environment. */
async function filterOfEnvironment(
  records: Records,
  deliveries: readonly Delivery[],
  environment: Environment | undefined,
): Promise<(paymentId: string) => boolean> {
  if (environment === undefined) return () => true;
  const payments = await records.payments.findMany([...new Set(deliveries.map(({ paymentId }) => paymentId))]);
  const ids = new Set(
    payments.filter((payment) => payment.environment === environment).map(({ paymentId }) => paymentId),
  );
  return (paymentId) => ids.has(paymentId);
}

async function acceptsDeliveriesNow(records: Records, merchantId: string): Promise<boolean> {
  return acceptsDeliveries(await records.stores.find(merchantId));
}
