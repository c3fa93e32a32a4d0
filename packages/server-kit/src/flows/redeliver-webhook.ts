// Resends a delivery in any state, on request of a person (spec/rules.md#delivery-rules, 5).
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { requestManualSend } from "../domain/delivery-progress.js";
import { createUuid } from "../domain/identifiers.js";
import { Refusal } from "../domain/refusal.js";
import type { Storage } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";
import { newDelivery } from "./new-delivery.js";
import { requeueForListeners } from "./queue-for-listeners.js";

export interface RedeliverDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  /** Wakes the delivery engine. */
  wake(): void;
}

/**
 * One send now, under the same delivery id and outside the schedule; with `asNew`, a new delivery with an id and a schedule of its own.
 * Returns the delivery that will be sent. `actor` is recorded in the audit log.
 * @param alsoIn runs first in the unit of work that queues it; what it throws leaves nothing queued.
 * @throws Refusal NOT_REDELIVERABLE when there is no such delivery, its body was erased, or its store is deleted, disabled, without a
 *   webhook URL or has its webhooks switched off.
 */
export async function redeliverWebhook(
  { storage, clock, randomBytes, wake }: RedeliverDependencies,
  deliveryId: string,
  { asNew = false, actor = "host" }: { asNew?: boolean | undefined; actor?: string | undefined } = {},
  alsoIn?: AlsoIn,
): Promise<Delivery> {
  const queued = await storage.write(async (records) => {
    await alsoIn?.(records);
    const now = clock.now();
    const delivery = await records.deliveries.find(deliveryId);
    if (delivery === undefined) throw refuse("There is no delivery with this id.");
    if (delivery.body.byteLength === 0) throw refuse("Its body was erased with the buyer's personal data.");
    const store = await records.stores.find(delivery.merchantId);
    if (store === undefined) throw refuse("The store of this delivery was deleted.");
    if (store.disabledAt !== undefined)
      throw refuse("The store is paused (disabled): an operator has to resume it before the delivery can be resent.");
    if (store.webhookOff !== undefined) {
      throw refuse(
        "Webhooks of this store are switched off: an operator has to switch them on first " +
          `(operators: payment-sessions webhook on ${delivery.merchantId}).`,
      );
    }
    if (store.webhookUrl === undefined) throw refuse("The store has no webhook URL: set one, then send again.");
    await appendAudit({ clock }, records, {
      actor,
      action: "webhook.redelivered",
      merchantId: delivery.merchantId,
      subject: deliveryId,
      detail: { paymentId: delivery.paymentId, asNew },
    });
    if (asNew) {
      const { merchantId, paymentId, event, status, body } = delivery;
      const copy = newDelivery({
        deliveryId: createUuid(randomBytes),
        merchantId,
        paymentId,
        event,
        status,
        body,
        path: store.deliveryPath,
        redeliveryOf: deliveryId,
        now,
      });
      await records.deliveries.insert(copy);
      await requeueForListeners(records, copy, now);
      return copy;
    }
    const requested = requestManualSend(delivery, now);
    if (!(await records.deliveries.update(requested, delivery.claim?.token))) {
      throw new Error(`Delivery ${deliveryId} was updated by another writer within the transaction.`);
    }
    await requeueForListeners(records, requested, now);
    return requested;
  });
  wake();
  return queued;
}

function refuse(message: string): Refusal {
  return new Refusal("NOT_REDELIVERABLE", { message });
}
