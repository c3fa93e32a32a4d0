// The stored payment and the records that belong to it: attempts, evidence, history, arrivals and alerts
// (spec/rules.md#payment-session). Times are epoch milliseconds, amounts minor units.
import type { Environment } from "./environment.js";
import type { JsonObject } from "./json.js";
import type { PaymentMethod } from "./payment-method.js";
import type { PaymentState } from "./payment-state.js";
import type { CheckoutMode, PaymentEvent } from "./transition-graph.js";

export interface Payment {
  paymentId: string;
  merchantId: string;
  environment: Environment;
  orderId: string;
  amountCents: number;
  currency: string;
  checkoutMode: CheckoutMode;
  /** The normalised method that responses report. */
  paymentMethod: PaymentMethod;
  /** The method of the request: preselected on the page. Undefined when the buyer chooses freely. */
  requestedMethod: PaymentMethod | undefined;
  customerEmail: string | undefined;
  customerName: string | undefined;
  returnUrl: string | undefined;
  metadata: JsonObject | undefined;
  /** The merchant's description of the purchase; shown on the checkout page. */
  description: string | undefined;
  /** The order's lines as the merchant sent them; shown on the checkout page, never added up. */
  items: PaymentItem[] | undefined;
  /** As the merchant sent it, or generated; `toWireReference` returns the SEPA-safe form. */
  remittanceInfo: string;
  remittanceInfoSource: "merchant" | "generated";
  /** Direct sessions only. */
  endToEndId: string | undefined;
  state: PaymentState;
  /** Incremented by each write; a transition is conditional on it (optimistic lock). */
  version: number;
  attemptCount: number;
  /** The provider has accepted or authorised the current attempt. */
  isAttemptAccepted: boolean;
  /** At least 128 random bits, in the checkout link: its holder may view and use the page. */
  checkoutToken: string;
  /** A newer payment of the same order, if any. When a link redirects to it: docs/decisions/superseding-payments.md. */
  supersededBy: string | undefined;
  /** When the buyer first stated that the transfer was made; undefined before. Not a proof of money. */
  claimedPaidAt: number | undefined;
  /** When it was paid; undefined if it is not, or if it was paid before this column existed: then `updatedAt` is that time. */
  settledAt: number | undefined;
  createdAt: number;
  updatedAt: number;
  /** Fixed at creation; only the SDK's mock can set an earlier time. */
  expiresAt: number;
}

/** When it was paid; undefined for a payment that is not. */
export function paidAt({
  state,
  settledAt,
  updatedAt,
}: Pick<Payment, "state" | "settledAt" | "updatedAt">): number | undefined {
  return state === "settled" ? (settledAt ?? updatedAt) : undefined;
}

/** One line of an order. */
export interface PaymentItem {
  name: string;
  quantity?: number | undefined;
  /** Total of the line, minor units of the payment's currency; negative for a discount. */
  amountCents?: number | undefined;
}

/** Identifies the payments of which an initialize call may reuse one: at most one of them is pending. */
export type ReuseSlot = Pick<
  Payment,
  "merchantId" | "environment" | "orderId" | "amountCents" | "currency" | "checkoutMode"
>;

/** The fields that another initialize call may change until the buyer has chosen a method. */
export type RefreshableFields = Pick<
  Payment,
  | "returnUrl"
  | "customerEmail"
  | "customerName"
  | "metadata"
  | "description"
  | "items"
  | "paymentMethod"
  | "requestedMethod"
>;

export type AttemptKind = "direct" | "hosted_bank" | "card";
/** Where a session takes place: differences between kinds are decided by this table. */
export const placeOfKind = {
  direct: "bank",
  hosted_bank: "bank",
  card: "card",
} as const satisfies Record<AttemptKind, "bank" | "card">;
export type ProviderPlace = (typeof placeOfKind)[AttemptKind];

/** One provider session of a payment. */
export interface PaymentAttempt {
  attemptId: string;
  paymentId: string;
  kind: AttemptKind;
  /** The provider's code; `sandbox` for the built-in one. */
  provider: string;
  /** Equal for equal session requests: a digest of sender, country, instant flag and references. */
  fingerprint: string;
  /** Sealed JSON of the request fields that a retry requires (sender, country). */
  sealedRequest: string | undefined;
  /**
   * `opening`: the provider is being called, under the lease; `refused`: the provider does not take the request; `timed_out`: it did not
   * respond in time; `failed`: it returned no session for another reason.
   */
  status: "opening" | "open" | "failed" | "refused" | "timed_out" | "superseded" | "ended";
  sessionId: string | undefined;
  redirectUrl: string | undefined;
  /** The caller of the provider holds this token until `leaseUntil`. */
  leaseToken: string | undefined;
  leaseUntil: number | undefined;
  /** When the provider is next polled for the outcome; undefined when it is not. */
  nextPollAt: number | undefined;
  /** Polls so far. */
  pollCount: number;
  /** When it was last polled. */
  lastAskedAt: number | undefined;
  createdAt: number;
  expiresAt: number | undefined;
}

/** An event from a provider, a bank or a person, stored whether or not it changed the payment. Reported again, it is the same row. */
export interface PaymentEvidence {
  paymentId: string;
  /** The session that it is about; undefined when it specifies none. */
  attemptId: string | undefined;
  /** The entry of a bank statement that it comes from. */
  statementEntryId: string | undefined;
  event: PaymentEvent;
  /** Whether it changed the payment, or its money was counted, at least once. */
  wasAllowed: boolean;
  providerTime: number | undefined;
  /** The amount of this event; never a running total. */
  amountCents: number | undefined;
  /** As reported: possibly not a valid currency. */
  currency: string | undefined;
  reference: string | undefined;
  /** As last reported. */
  detail: string | undefined;
  at: number;
  /** How often it was reported. */
  count: number;
  lastAt: number;
}

/** The actor of a change: `buyer`, `merchant`, `provider`, `clock`, `operator:<name>`. */
export type Actor = string;

export interface HistoryEntry {
  paymentId: string;
  /** Undefined for the first entry. */
  from: PaymentState | undefined;
  to: PaymentState;
  event: PaymentEvent | "initialize";
  actor: Actor;
  reason: string | undefined;
  at: number;
}

/** The source of the report: a provider, a person, or a bank statement. */
export type ArrivalSource = "provider" | "person" | "statement";

/** Money that arrived, or that a provider announced. Reported again, it is the same row; see domain/arrival.ts. */
export interface PaymentArrival {
  arrivalId: string;
  paymentId: string;
  source: ArrivalSource;
  attemptId: string | undefined;
  statementEntryId: string | undefined;
  /** The first reference under which it was reported. */
  reference: string | undefined;
  /** Its other references: a session's, its settlement's and the bank statement's may all differ. */
  otherReferences: string[] | undefined;
  /** Of this arrival alone, minor units. */
  amountCents: number;
  /** The payment's currency, or another one as reported: then it is not added up. */
  currency: string;
  /** False while only the provider reports it, without a settlement or statement entry. */
  isProven: boolean;
  /** The provider's own settlement is among the reports: another one of its session is then further money. */
  isConfirmed: boolean;
  /** When the money arrived, if that was reported. */
  receivedAt: number;
  at: number;
  /** How often it was reported. */
  count: number;
  lastAt: number;
}

/** Money that the bank took back from the payment, by an entry of a bank statement. */
export interface ReturnedMoney {
  statementEntryId: string;
  /** Minor units, positive. */
  amountCents: number;
  currency: string;
  /** The day of the booking or of the value, or when the entry was assigned. */
  returnedAt: number;
}

/** Alerts about money and deliveries; the set may grow. */
export const alertTypes = [
  "duplicate_payment",
  "under_paid",
  "over_paid",
  "wrong_currency",
  "success_after_end",
  "other_payment_of_order_paid",
  "failure_after_success",
  "amount_invalid",
  "amount_changed",
  "possibly_counted_twice",
  "payment_returned",
  "webhook_delivery_parked",
  "webhook_delivery_quarantined",
] as const;
export type AlertType = (typeof alertTypes)[number] | (string & {});

/** A problem that needs attention; not a state. Open until a person marks it as handled. */
export interface PaymentAlert {
  alertId: string;
  paymentId: string;
  merchantId: string;
  environment: Environment;
  type: AlertType;
  /** With the type, identifies the cause within the payment, such as an arrival: raised again for the same cause, it is the same alert. */
  subject: string;
  detail: string;
  at: number;
  /** How many times it was raised. */
  count: number;
  lastAt: number;
  resolvedAt: number | undefined;
  resolvedBy: string | undefined;
  /** How it was handled, as entered by `resolvedBy`. */
  resolution: string | undefined;
}
