// Everything that is stored about a payment, for operators (the panel, the command line, a host's own tools).
import { hasDeliveryFailed } from "../domain/delivery.js";
import type { HistoryEntry, Payment, PaymentAlert, PaymentEvidence } from "../domain/payment.js";
import { type FlowStatus, flowStatusOf, statusOf, type TransactionStatus } from "../domain/payment-state.js";
import type { PaymentFilter } from "../storage/port/payment-records.js";
import type { Records, Storage } from "../storage/port.js";

export type PaymentSummary = Omit<Payment, "checkoutToken"> & {
  status: TransactionStatus;
  flowStatus: FlowStatus;
  alertCount: number;
  /** Webhooks about it that did not arrive and are not tried any more. */
  failedWebhookCount: number;
};

export interface PaymentView extends PaymentSummary {
  history: Omit<HistoryEntry, "paymentId">[];
  alerts: Omit<PaymentAlert, "paymentId">[];
  evidence: Omit<PaymentEvidence, "paymentId">[];
}

/** A payment has one delivery for each change of status, and those made by hand. */
const shownDeliveries = 100;

/** Undefined when there is no such payment. */
export async function readPayment(
  { storage }: { storage: Storage },
  paymentId: string,
): Promise<PaymentView | undefined> {
  return storage.read(async (records) => {
    const payment = await records.payments.find(paymentId);
    if (payment === undefined) return undefined;
    return {
      ...(await summaryOf(records, payment)),
      history: (await records.payments.listHistory(paymentId)).map(withoutId),
      alerts: (await records.payments.listAlerts(paymentId)).map(withoutId),
      evidence: (await records.payments.listEvidence(paymentId)).map(withoutId),
    };
  });
}

/** Newest first. */
export async function listPayments(
  { storage }: { storage: Storage },
  filter: Omit<PaymentFilter, "limit"> & { limit?: number | undefined },
): Promise<PaymentSummary[]> {
  return storage.read(async (records) => {
    const payments = await records.payments.list({ ...filter, limit: filter.limit ?? 50 });
    return Promise.all(payments.map((payment) => summaryOf(records, payment)));
  });
}

async function summaryOf(records: Records, payment: Payment): Promise<PaymentSummary> {
  const { checkoutToken: _, ...visible } = payment;
  const store = await records.stores.find(payment.merchantId);
  const status = statusOf(payment.state, store?.successStatus ?? "completed");
  const { paymentId } = payment;
  const deliveries = await records.deliveries.listOfPayment(paymentId, { limit: shownDeliveries });
  return {
    ...visible,
    status,
    flowStatus: flowStatusOf(payment.state),
    alertCount: (await records.payments.listAlerts(paymentId)).length,
    failedWebhookCount: deliveries.filter(hasDeliveryFailed).length,
  };
}

function withoutId<Entry extends { paymentId: string }>({ paymentId: _, ...entry }: Entry): Omit<Entry, "paymentId"> {
  return entry;
}
