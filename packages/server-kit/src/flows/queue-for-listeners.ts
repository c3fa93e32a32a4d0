// Stores webhooks of test payments for listeners, in the unit of work that queues the delivery
// (operation listenToWebhooks in spec/openapi.yaml).
import type { Delivery } from "../domain/delivery.js";
import type { Records } from "../storage/port.js";

export type ListenedDelivery = Pick<Delivery, "merchantId" | "deliveryId" | "event" | "body" | "path">;

/** `number` is the result of `takeNumber` in the same unit of work; undefined: there are no listeners. */
export async function queueForListeners(
  records: Records,
  { merchantId, deliveryId, event, body, path }: ListenedDelivery,
  { number, now }: { number: number | undefined; now: number },
): Promise<void> {
  if (number === undefined) return;
  await records.listeners.insert({ merchantId, number, deliveryId, event, body, path, createdAt: now });
}

/** A resent delivery is also queued again for listeners. */
export async function requeueForListeners(
  records: Records,
  delivery: ListenedDelivery & Pick<Delivery, "paymentId">,
  now: number,
): Promise<void> {
  const payment = await records.payments.find(delivery.paymentId);
  if (payment?.environment !== "test") return;
  await queueForListeners(records, delivery, {
    number: await records.listeners.takeNumber(delivery.merchantId, now),
    now,
  });
}
