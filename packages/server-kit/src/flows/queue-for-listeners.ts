// Those who listen to a store's test payments get its webhooks as well, in the unit of work that queues them
// (API description: listenToWebhooks).
import type { Delivery } from "../domain/delivery.js";
import type { Records } from "../storage/port.js";

export type ListenedDelivery = Pick<Delivery, "merchantId" | "deliveryId" | "event" | "body" | "path">;

/** `number` comes from `takeNumber` of the same unit of work; undefined: nobody listens. */
export async function queueForListeners(
  records: Records,
  { merchantId, deliveryId, event, body, path }: ListenedDelivery,
  { number, now }: { number: number | undefined; now: number },
): Promise<void> {
  if (number === undefined) return;
  await records.listeners.insert({ merchantId, number, deliveryId, event, body, path, createdAt: now });
}

/** A delivery that is sent once more is told once more. */
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
