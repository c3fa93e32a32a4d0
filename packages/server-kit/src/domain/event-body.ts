// The bytes of a `transaction.status_changed` webhook (spec/rules.md#events). Made once, at the transition; every attempt sends these.
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
    // The store's own two fields win over a merchant's fields of the same names.
    metadata: { ...payment.metadata, shop_id: store.merchantId, shop_name: store.name },
  };
  return new TextEncoder().encode(JSON.stringify(body));
}
