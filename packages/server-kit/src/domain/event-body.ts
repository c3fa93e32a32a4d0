// The bytes of a `transaction.status_changed` webhook (spec/rules.md#events). Created once, at the transition, because every attempt
// must send the same bytes.
import type { Payment } from "./payment.js";
import { statusOf } from "./payment-state.js";
import type { Store } from "./store.js";

export const statusChangedEvent = "transaction.status_changed";

export function createStatusChangedBody(payment: Payment, store: Store, now: number): Uint8Array {
  const body = {
    event: statusChangedEvent,
    transaction_id: payment.paymentId,
    order_id: payment.orderId,
    status: statusOf(payment.state, store.successStatus),
    amount: payment.amountCents,
    currency: payment.currency,
    timestamp: new Date(now).toISOString(),
    // These two fields take precedence over metadata fields of the same name.
    metadata: { ...payment.metadata, shop_id: store.merchantId, shop_name: store.name },
  };
  return new TextEncoder().encode(JSON.stringify(body));
}
