// Everything that is stored about one transaction and the things it owns: attempts, evidence, history and alerts
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
  /** The normalised method that answers report. */
  paymentMethod: PaymentMethod;
  /** The method that the request named: preselected on the page. Undefined when the buyer is to choose freely. */
  requestedMethod: PaymentMethod | undefined;
  customerEmail: string | undefined;
  customerName: string | undefined;
  returnUrl: string | undefined;
  metadata: JsonObject | undefined;
  /** What the buyer pays for, in the merchant's words; shown on the checkout page. */
  description: string | undefined;
  /** The order's lines as the merchant sent them; shown on the checkout page, never added up. */
  items: PaymentItem[] | undefined;
  /** As the merchant sent it, or generated; `toWireReference` gives the SEPA-safe form. */
  remittanceInfo: string;
  remittanceInfoSource: "merchant" | "generated";
  /** Direct sessions only. */
  endToEndId: string | undefined;
  state: PaymentState;
  /** Grows by one with each write; a transition is conditional on it. */
  version: number;
  attemptCount: number;
  /** The provider accepted or authorised the current attempt. */
  isAttemptAccepted: boolean;
  /** At least 128 random bits, in the checkout link: who has it may see and act on the page. */
  checkoutToken: string;
  /** A newer payment of the same order: the one that the merchant asked for last. The decision page says when a link leads on to it. */
  supersededBy: string | undefined;
  /** When the buyer first said that the transfer is made; undefined while nobody has said so. No proof of money. */
  claimedPaidAt: number | undefined;
  /** When it was paid; undefined for a payment that is not, or that was paid before this was kept: then `updatedAt` is that time. */
  settledAt: number | undefined;
  createdAt: number;
  updatedAt: number;
  /** Fixed at creation. */
  expiresAt: number;
}

/** One line of an order. */
export interface PaymentItem {
  name: string;
  quantity?: number | undefined;
  /** Of the whole line, minor units of the payment's currency; below zero for a discount. */
  amountCents?: number | undefined;
}

/** Names the payments among which an initialize call may reuse one: at most one of them is pending. */
export type ReuseSlot = Pick<
  Payment,
  "merchantId" | "environment" | "orderId" | "amountCents" | "currency" | "checkoutMode"
>;

/** What an initialize call may still change on a payment while the buyer has not chosen yet. */
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

/** One provider session of a payment. */
export interface PaymentAttempt {
  attemptId: string;
  paymentId: string;
  kind: AttemptKind;
  /** The provider's code; `sandbox` for the built-in one. */
  provider: string;
  /** What makes two session requests the same one: a digest of sender, country, instant flag and references. */
  fingerprint: string;
  /** Sealed JSON of what the provider needs again on a retry (sender, country). */
  sealedRequest: string | undefined;
  /** `opening`: the provider is being asked, under the lease; `open`; `failed`: the provider did not give a session; `superseded`; `ended`. */
  status: "opening" | "open" | "failed" | "superseded" | "ended";
  sessionId: string | undefined;
  redirectUrl: string | undefined;
  /** Whoever asks the provider holds this token until `leaseUntil`. */
  leaseToken: string | undefined;
  leaseUntil: number | undefined;
  /** When the provider is next asked for the outcome; undefined when nobody needs to. */
  nextPollAt: number | undefined;
  /** Questions to the provider so far. */
  pollCount: number;
  lastAskedAt: number | undefined;
  createdAt: number;
  expiresAt: number | undefined;
}

/** A fact from a provider, a bank or a person, kept whether or not it moved the payment. The same fact reported again is the same row. */
export interface PaymentEvidence {
  paymentId: string;
  /** The session that it is about; undefined for what names none. */
  attemptId: string | undefined;
  /** The entry of a bank statement that it comes from. */
  statementEntryId: string | undefined;
  event: PaymentEvent;
  /** It moved the payment, or its money was counted, at least once. */
  wasAllowed: boolean;
  providerTime: number | undefined;
  /** What arrived with this fact; never a running total. */
  amountCents: number | undefined;
  /** As it was reported: text that may be no currency. */
  currency: string | undefined;
  reference: string | undefined;
  /** As it was reported last. */
  detail: string | undefined;
  at: number;
  /** How often it was reported. */
  count: number;
  lastAt: number;
}

/** Who moved a payment: `buyer`, `merchant`, `provider`, `clock`, `operator:<name>`. */
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

/** Where the word that money came is from: a provider, a person who saw it, a bank statement. */
export type ArrivalSource = "provider" | "person" | "statement";

/** One fact that money came. Told again, it is the same arrival; see `findKnownArrival`. */
export interface PaymentArrival {
  arrivalId: string;
  paymentId: string;
  source: ArrivalSource;
  attemptId: string | undefined;
  statementEntryId: string | undefined;
  reference: string | undefined;
  /** This arrival alone. */
  amountCents: number;
  /** The payment's currency, or another one as it was reported: then it is never added. */
  currency: string;
  /** False while only the provider's word says so, and no settlement or statement entry. */
  isProven: boolean;
  /** When the money came, as far as that was reported. */
  receivedAt: number;
  at: number;
  /** How often it was reported. */
  count: number;
  lastAt: number;
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
  "payment_returned",
  "webhook_delivery_parked",
  "webhook_delivery_quarantined",
] as const;
export type AlertType = (typeof alertTypes)[number] | (string & {});

/** Something an operator has to look at; never a state. Ends when a person marks it as handled. */
export interface PaymentAlert {
  alertId: string;
  paymentId: string;
  merchantId: string;
  environment: Environment;
  type: AlertType;
  /** With the type, names what it is about within the payment, such as an arrival: raised again for the same, it is the same alert. */
  subject: string;
  detail: string;
  at: number;
  /** How often it was raised. */
  count: number;
  lastAt: number;
  resolvedAt: number | undefined;
  resolvedBy: string | undefined;
  /** Why it counts as handled, in the words of who did it. */
  resolution: string | undefined;
}
