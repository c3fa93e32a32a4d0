// One delivery as it is sent, with every attempt and its response. Without the signature, which could be replayed while it is fresh.
import type { Delivery, DeliveryAttempt } from "../domain/delivery.js";
import { maxAttempts } from "../domain/delivery-schedule.js";
import type { Payment } from "../domain/payment.js";
import type { Storage } from "../storage/port.js";
import { headersOfDelivery, maskedSignature } from "./deliver-webhook.js";

export interface SentDelivery {
  delivery: Delivery;
  payment: Pick<Payment, "paymentId" | "orderId" | "environment" | "amountCents" | "currency">;
  maxAttempts: number;
  attempts: DeliveryAttempt[];
  /** Headers of the last attempt, or of the next one when none was made. */
  headers: [name: string, value: string][];
  /** The exact body; undefined once it was erased with the buyer's personal data. */
  body: string | undefined;
}

/** Undefined when the store has no such delivery. */
export async function readDelivery(
  { storage }: { storage: Storage },
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<SentDelivery | undefined> {
  return storage.read(async (records) => {
    const delivery = await records.deliveries.find(deliveryId);
    if (delivery?.merchantId !== merchantId) return undefined;
    const payment = await records.payments.findOfStore(merchantId, delivery.paymentId);
    if (payment === undefined) return undefined;
    const { paymentId, orderId, environment, amountCents, currency } = payment;
    return {
      delivery,
      payment: { paymentId, orderId, environment, amountCents, currency },
      maxAttempts: maxAttempts(delivery.path),
      attempts: await records.deliveries.listAttempts(deliveryId),
      headers: [
        ...Object.entries(headersOfDelivery(delivery, Math.max(1, delivery.attemptCount))),
        ["X-Service-Signature", maskedSignature],
      ],
      body: delivery.body.byteLength === 0 ? undefined : Buffer.from(delivery.body).toString("utf8"),
    };
  });
}
