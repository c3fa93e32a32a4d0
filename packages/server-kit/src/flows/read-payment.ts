// The view of a payment with everything stored about it, for operators (the panel, the command line, a host's own tools).

import { receivedCents } from "../domain/arrival.js";
import { environments } from "../domain/environment.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import type { HistoryEntry, Payment, PaymentAlert, PaymentArrival, PaymentEvidence } from "../domain/payment.js";
import { paymentMethods } from "../domain/payment-method.js";
import {
  type FlowStatus,
  flowStatusOf,
  paymentStates,
  statusOf,
  type TransactionStatus,
} from "../domain/payment-state.js";
import { type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import type { PaymentFilter } from "../storage/port/payment-records.js";
import type { Records, Storage } from "../storage/port.js";
import { paymentsTable } from "../storage/tables.js";
import { type AlertView, alertViewOf } from "./manage-alerts.js";

export type PaymentSummary = Omit<Payment, "checkoutToken"> & {
  status: TransactionStatus;
  flowStatus: FlowStatus;
  /** Number of open alerts. */
  alertCount: number;
  /** Number of its webhooks that failed for good. */
  failedWebhookCount: number;
};

export interface PaymentView extends PaymentSummary {
  history: Omit<HistoryEntry, "paymentId">[];
  /** Oldest first, including handled ones. */
  alerts: Omit<AlertView, "paymentId" | "merchantId" | "environment">[];
  /** Money that arrived, each arrival once. */
  arrivals: Omit<PaymentArrival, "paymentId">[];
  /** What has arrived in the payment's currency, minor units. */
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
    const [summary] = await summariesOf(records, [payment]);
    if (summary === undefined) return undefined;
    return {
      ...summary,
      history: (await records.payments.listHistory(paymentId)).map(withoutId),
      alerts: (await records.alerts.listOfPayment(paymentId)).map(alertOfPayment),
      arrivals: arrivals.map(withoutId),
      receivedCents: receivedCents(payment, arrivals),
      evidence: (await records.evidence.list(paymentId)).map(withoutId),
    };
  });
}

export type PaymentListFilter = Omit<PaymentFilter, "limit"> & { limit?: number | undefined };

const maxListed = 1000;

const filterNames: FieldNames<PaymentFilter> = {
  merchantId: true,
  environment: true,
  states: true,
  search: true,
  needsAttention: true,
  createdFrom: true,
  createdUntil: true,
  method: true,
  currency: true,
  minAmount: true,
  maxAmount: true,
  limit: true,
  order: true,
  before: true,
  after: true,
};

/**
 * Newest first; `limit` defaults to 50, at most 1000.
 * @throws Refusal VALIDATION_ERROR naming each invalid field of the filter.
 */
export async function listPayments(
  { storage }: { storage: Storage },
  filter: PaymentListFilter,
): Promise<PaymentSummary[]> {
  requireNoViolations([...findUnknownFields(filter, filterNames), ...findFilterViolations(filter)]);
  return storage.read(async (records) => {
    const payments = await records.payments.list({ ...filter, limit: filter.limit ?? 50 });
    return summariesOf(records, payments);
  });
}

function findFilterViolations({
  environment,
  states,
  needsAttention,
  limit,
  order,
  method,
  minAmount,
  maxAmount,
  createdFrom,
  createdUntil,
  ...texts
}: PaymentListFilter): RefusalDetail[] {
  const violations: RefusalDetail[] = [];
  const add = (path: string, rule: string, message: string) => violations.push({ path, rule, message });
  const isOneOf = (words: readonly string[], word: unknown) => typeof word === "string" && words.includes(word);
  if (environment !== undefined && !isOneOf(environments, environment))
    add("environment", "enum", "must be test or live");
  if (states !== undefined && !(Array.isArray(states) && states.every((state) => isOneOf(paymentStates, state)))) {
    add("states", "enum", `must be a list of ${paymentStates.join(", ")}`);
  }
  if (needsAttention !== undefined && typeof needsAttention !== "boolean") {
    add("needsAttention", "type", "must be true or false");
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= maxListed)) {
    add("limit", "range", `must be a whole number from 1 to ${maxListed}`);
  }
  if (order !== undefined && !isOneOf(["newest", "oldest", "largest", "smallest"], order)) {
    add("order", "enum", "must be newest, oldest, largest or smallest");
  }
  if (method !== undefined && !isOneOf([...paymentMethods, "undecided"], method)) {
    add("method", "enum", `must be one of ${paymentMethods.join(", ")}, undecided`);
  }
  for (const [name, bound] of Object.entries({ minAmount, maxAmount })) {
    if (bound !== undefined && ![0, 2, 3, 4].every((exponent) => Number.isSafeInteger(Reflect.get(bound, exponent)))) {
      add(name, "type", "must give minor units for 0, 2, 3 and 4 decimals");
    }
  }
  for (const [name, time] of Object.entries({ createdFrom, createdUntil })) {
    if (time !== undefined && !Number.isSafeInteger(time)) add(name, "type", "must be epoch milliseconds");
  }
  for (const name of ["merchantId", "search", "currency", "before", "after"] as const) {
    const text: unknown = texts[name];
    if (text !== undefined && typeof text !== "string") add(name, "type", "must be text");
  }
  return violations;
}

/** Two more reads for the whole list: the stores, and the counts of alerts and failed webhooks. */
async function summariesOf(records: Records, payments: readonly Payment[]): Promise<PaymentSummary[]> {
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
const blankSummary: Record<string, unknown> = Object.fromEntries(
  [...visibleFields, "status", "flowStatus", "alertCount", "failedWebhookCount"].map((field) => [field, undefined]),
);

/** Field by field into a copy of one shape: rest and spread of forty fields took a third of a list's time, with its garbage. */
function summaryOf(payment: Payment, added: Added): PaymentSummary {
  const summary = { ...blankSummary };
  // Sound: the table names every field of a payment.
  const fields = payment as unknown as Record<string, unknown>;
  for (const field of visibleFields) summary[field] = fields[field];
  summary.status = added.status;
  summary.flowStatus = added.flowStatus;
  summary.alertCount = added.alertCount;
  summary.failedWebhookCount = added.failedWebhookCount;
  // Sound: these are the fields of a summary.
  return summary as unknown as PaymentSummary;
}

function alertOfPayment(alert: PaymentAlert): PaymentView["alerts"][number] {
  const { paymentId: _, merchantId: __, environment: ___, ...view } = alertViewOf(alert);
  return view;
}

function withoutId<Entry extends { paymentId: string }>({ paymentId: _, ...entry }: Entry): Omit<Entry, "paymentId"> {
  return entry;
}
