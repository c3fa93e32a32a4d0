// The webhook deliveries of a payment with all attempts, newest first: for the history route, the panel and the command line
// (spec/rules.md#webhook-history).
import type { Delivery, DeliveryAttempt } from "../domain/delivery.js";
import { maxAttempts } from "../domain/delivery-schedule.js";
import { invalidInput, Refusal } from "../domain/refusal.js";
import { maskQuery } from "../domain/webhook-url.js";
import type { Records, Storage } from "../storage/port.js";

/** Times are ISO 8601 in UTC. `null` where there is nothing (yet). */
export interface WebhookHistory {
  transactionId: string;
  orderId: string;
  /** The current webhook URL, its query masked. */
  webhookUrl: string | null;
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
  deliveries: DeliveryView[];
}

export interface DeliveryView {
  deliveryId: string;
  event: string;
  status: string;
  path: Delivery["path"];
  trigger: Delivery["trigger"];
  redeliveryOf: string | null;
  state: Delivery["state"];
  attemptCount: number;
  maxAttempts: number;
  createdAt: string;
  finishedAt: string | null;
  nextAttemptAt: string | null;
  attempts: AttemptView[];
}

export interface AttemptView {
  attempt: number;
  startedAt: string;
  durationMs: number | null;
  httpStatus: number | null;
  outcome: string;
  error: string | null;
  responseExcerpt: string | null;
  responseTruncated: boolean;
}

export interface HistoryPage {
  /** 1 to 100; 50 by default. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

/** One page of the history. @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for a cursor that is not from this payment's list. */
export async function readWebhookHistory(
  { storage }: { storage: Storage },
  paymentId: string,
  { limit = 50, cursor }: HistoryPage = {},
): Promise<WebhookHistory> {
  return storage.read(async (records) => {
    const payment = await records.payments.find(paymentId);
    if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
    if (cursor !== undefined) await requireOwnCursor(records, paymentId, cursor);
    const store = await records.stores.find(payment.merchantId);
    // One more than the page shows whether there is a next page.
    const found = await records.deliveries.listOfPayment(paymentId, { limit: limit + 1, after: cursor });
    const page = found.slice(0, limit);
    const deliveries = await Promise.all(
      page.map(async (delivery) => viewOf(delivery, await records.deliveries.listAttempts(delivery.deliveryId))),
    );
    return {
      transactionId: paymentId,
      orderId: payment.orderId,
      webhookUrl: store?.webhookUrl === undefined ? null : maskQuery(store.webhookUrl),
      nextCursor: found.length > limit ? (page.at(-1)?.deliveryId ?? null) : null,
      deliveries,
    };
  });
}

async function requireOwnCursor(records: Records, paymentId: string, cursor: string): Promise<void> {
  const delivery = await records.deliveries.find(cursor);
  if (delivery?.paymentId !== paymentId) {
    throw invalidInput({ path: "cursor", rule: "cursor", message: "must be the nextCursor of a page of this list" });
  }
}

function viewOf(delivery: Delivery, attempts: DeliveryAttempt[]): DeliveryView {
  return {
    deliveryId: delivery.deliveryId,
    event: delivery.event,
    status: delivery.status,
    path: delivery.path,
    trigger: delivery.trigger,
    redeliveryOf: delivery.redeliveryOf ?? null,
    state: delivery.state,
    attemptCount: delivery.attemptCount,
    maxAttempts: maxAttempts(delivery.path),
    createdAt: isoTime(delivery.createdAt),
    finishedAt: optionalTime(delivery.finishedAt),
    nextAttemptAt: optionalTime(delivery.nextAttemptAt),
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      startedAt: isoTime(attempt.startedAt),
      durationMs: attempt.durationMs ?? null,
      httpStatus: attempt.httpStatus ?? null,
      outcome: attempt.outcome,
      error: attempt.error ?? null,
      responseExcerpt: attempt.responseExcerpt ?? null,
      responseTruncated: attempt.isTruncated,
    })),
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();
const optionalTime = (at: number | undefined): string | null => (at === undefined ? null : isoTime(at));
