// A payment with its public statuses and the counts that a list shows.
import type { Payment } from "../domain/payment.js";
import { type FlowStatus, flowStatusOf, statusOf, type TransactionStatus } from "../domain/payment-state.js";
import type { Records } from "../storage/port.js";
import { paymentsTable } from "../storage/tables.js";

export type PaymentSummary = Omit<Payment, "checkoutToken"> & {
  status: TransactionStatus;
  flowStatus: FlowStatus;
  /** Number of open alerts. */
  alertCount: number;
  /** Number of its webhooks that failed for good. */
  failedWebhookCount: number;
};

/** Two more reads for the whole list: the stores, and the counts of alerts and failed webhooks. */
export async function summariesOf(records: Records, payments: readonly Payment[]): Promise<PaymentSummary[]> {
  const stores = await records.stores.findMany([...new Set(payments.map(({ merchantId }) => merchantId))]);
  const successWords = new Map(stores.map(({ merchantId, successStatus }) => [merchantId, successStatus]));
  const counts = await records.attention.countsOf(payments.map(({ paymentId }) => paymentId));
  const countsByPayment = new Map(counts.map((count) => [count.paymentId, count]));
  return payments.map((payment) => {
    const { alertCount = 0, failedWebhookCount = 0 } = countsByPayment.get(payment.paymentId) ?? {};
    return summaryOf(payment, {
      status: statusOf(payment.state, successWords.get(payment.merchantId) ?? "completed"),
      flowStatus: flowStatusOf(payment.state),
      alertCount,
      failedWebhookCount,
    });
  });
}

type Added = Omit<PaymentSummary, keyof Payment>;

const visibleFields = Object.keys(paymentsTable.columns).filter((field) => field !== "checkoutToken");
/** The compiler names a field that is missing here. */
const isAdded: Record<keyof Added, true> = {
  status: true,
  flowStatus: true,
  alertCount: true,
  failedWebhookCount: true,
};
// Its keys are those of its type.
const addedFields = Object.keys(isAdded) as (keyof Added)[];
const blankSummary: Record<string, unknown> = Object.fromEntries(
  [...visibleFields, ...addedFields].map((field) => [field, undefined]),
);

/** Field by field into a copy of one shape: rest and spread of forty fields took a third of a list's time, garbage collection included. */
function summaryOf(payment: Payment, added: Added): PaymentSummary {
  const summary = { ...blankSummary };
  // The table names every field of a payment.
  const fields = payment as unknown as Record<string, unknown>;
  for (const field of visibleFields) summary[field] = fields[field];
  for (const field of addedFields) summary[field] = added[field];
  // These are the fields of a summary.
  return summary as unknown as PaymentSummary;
}
