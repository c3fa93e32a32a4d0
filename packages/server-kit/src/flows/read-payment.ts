// The view of a payment with everything stored about it, for operators (the panel, the command line, a host's own tools).
import { receivedCents } from "../domain/arrival.js";
import type {
  HistoryEntry,
  Payment,
  PaymentAlert,
  PaymentArrival,
  PaymentEvidence,
  ReturnedMoney,
} from "../domain/payment.js";
import type { Records, Storage } from "../storage/port.js";
import { type AlertView, alertViewOf } from "./manage-alerts.js";
import { type PaymentSummary, summariesOf } from "./payment-summary.js";

export interface PaymentView extends PaymentSummary {
  history: Omit<HistoryEntry, "paymentId">[];
  /** Oldest first, including handled ones. */
  alerts: Omit<AlertView, "paymentId" | "merchantId" | "environment">[];
  /** Money that arrived, each arrival once. */
  arrivals: Omit<PaymentArrival, "paymentId">[];
  /** Money that the bank took back, by the statement's entry. */
  returned: ReturnedMoney[];
  /** The sum that has arrived in the payment's currency and was not returned, minor units. */
  receivedCents: number;
  evidence: Omit<PaymentEvidence, "paymentId">[];
}

/** Undefined when there is no such payment. */
export async function readPayment(
  { storage }: { storage: Storage },
  paymentId: string,
): Promise<PaymentView | undefined> {
  return storage.read(async (records) => {
    const payment = await records.payments.find(paymentId);
    if (payment === undefined) return undefined;
    const arrivals = await records.arrivals.list(paymentId);
    const returned = await records.statements.listReturned(paymentId);
    const [summary] = await summariesOf(records, [payment]);
    if (summary === undefined) return undefined;
    return {
      ...summary,
      history: (await records.payments.listHistory(paymentId)).map(withoutId),
      alerts: (await records.alerts.listOfPayment(paymentId)).map(alertOfPayment),
      arrivals: arrivals.map(withoutId),
      returned,
      receivedCents: receivedCents(payment, arrivals, returned),
      evidence: (await records.evidence.list(paymentId)).map(withoutId),
    };
  });
}

/** The sum that has arrived in the payment's currency and was not returned, minor units. */
export async function readReceivedCents(records: Records, payment: Payment): Promise<number> {
  const arrivals = await records.arrivals.list(payment.paymentId);
  return receivedCents(payment, arrivals, await records.statements.listReturned(payment.paymentId));
}

function alertOfPayment(alert: PaymentAlert): PaymentView["alerts"][number] {
  const { paymentId: _, merchantId: __, environment: ___, ...view } = alertViewOf(alert);
  return view;
}

function withoutId<Entry extends { paymentId: string }>({ paymentId: _, ...entry }: Entry): Omit<Entry, "paymentId"> {
  return entry;
}
