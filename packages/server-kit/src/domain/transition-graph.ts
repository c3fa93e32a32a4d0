// All state transitions of a payment (event, state, guard, next state) as one constant
// (spec/rules.md#transitions). docs/states.md is generated from it; tests verify that it is unambiguous and that every state can end.
import { limits } from "./generated/limits.js";
import { idleStates, openStates, type PaymentState } from "./payment-state.js";

export type CheckoutMode = "foxpay_checkout" | "direct_provider";
/** The proof of success that a store requires: the provider's report, or money that has arrived. */
export type ConfirmationMode = "provider_success" | "settlement";

export const providerEventTypes = [
  "provider.authorising",
  "provider.accepted",
  "provider.success",
  "provider.unknown",
  "provider.indeterminate",
  "provider.rejected",
  "provider.cancelled",
  "provider.abandoned",
  "provider.session_expired",
  "settlement.confirmed",
  "settlement.partial",
] as const;
/** Events that a provider or a bank may report. */
export type ProviderEventType = (typeof providerEventTypes)[number];

export const paymentEvents = [
  "page.opened",
  "method.qr_chosen",
  "method.bank_transfer_chosen",
  "buyer.claims_paid",
  "provider.session_created",
  ...providerEventTypes,
  "buyer.back",
  "buyer.cancelled",
  "merchant.cancelled",
  "clock.expired",
  "session.ended",
  "money.received",
  "money.received_in_part",
  "operator.settles",
  "operator.declines",
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/** The only facts about a payment that guards may use. */
export interface TransitionFacts {
  checkoutMode: CheckoutMode;
  confirmationMode: ConfirmationMode;
  currency: string;
  /** Provider sessions opened so far. */
  attemptCount: number;
  /** Whether the current attempt was already accepted or authorised by the provider. */
  isAttemptAccepted: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** Epoch milliseconds; fixed at creation. */
  expiresAt: number;
}

/** After this many failed attempts a hosted payment ends instead of offering another one. */
export const maxHostedAttempts = limits.hostedAttemptsMax;
/** How long after its expiry a payment may still be paid. */
export const latePaymentWindowMs = limits.latePaymentDays * 24 * 60 * 60 * 1000;

const isHosted = (facts: TransitionFacts) => facts.checkoutMode === "foxpay_checkout";
const isDirect = (facts: TransitionFacts) => facts.checkoutMode === "direct_provider";
const mayTryAgain = (facts: TransitionFacts) =>
  isHosted(facts) && facts.attemptCount < maxHostedAttempts && !facts.isAttemptAccepted;
const isWithinLateWindow = (facts: TransitionFacts) => facts.now <= facts.expiresAt + latePaymentWindowMs;

/** Guards by name, so that docs/states.md can print them. */
export const guards = {
  always: () => true,
  hosted: isHosted,
  "hosted and EUR": (facts) => isHosted(facts) && facts.currency === "EUR",
  "hosted and nothing authorised": (facts) => isHosted(facts) && !facts.isAttemptAccepted,
  direct: isDirect,
  "direct and nothing authorised": (facts) => isDirect(facts) && !facts.isAttemptAccepted,
  "confirmation mode provider_success": (facts) => facts.confirmationMode === "provider_success",
  "confirmation mode settlement": (facts) => facts.confirmationMode === "settlement",
  "hosted, fewer than 10 attempts, attempt not accepted": mayTryAgain,
  "direct, or hosted with attempts exhausted or attempt accepted": (facts) => !mayTryAgain(facts),
  "30 days have passed": (facts) => facts.now >= facts.expiresAt,
  "at most 180 days after expiry": isWithinLateWindow,
  "at most 180 days after expiry, confirmation mode provider_success": (facts) =>
    isWithinLateWindow(facts) && facts.confirmationMode === "provider_success",
} satisfies Record<string, (facts: TransitionFacts) => boolean>;
export type GuardName = keyof typeof guards;

export interface TransitionRow {
  /** Row number in docs/states.md. */
  row: number;
  from: readonly PaymentState[];
  event: PaymentEvent;
  guard: GuardName;
  to: PaymentState;
  /** Stored in the history when the row itself explains the change. */
  reason?: string;
}

const openExceptSubmitted = openStates.filter((state) => state !== "submitted");

export const transitionGraph: readonly TransitionRow[] = [
  { row: 2, from: ["created"], event: "page.opened", guard: "hosted", to: "opened" },
  { row: 3, from: idleStates, event: "method.qr_chosen", guard: "hosted and EUR", to: "qr_shown" },
  { row: 4, from: idleStates, event: "method.bank_transfer_chosen", guard: "hosted", to: "transfer_instructed" },
  { row: 4, from: idleStates, event: "buyer.claims_paid", guard: "hosted", to: "transfer_instructed" },
  { row: 5, from: idleStates, event: "provider.session_created", guard: "hosted", to: "at_provider" },
  { row: 6, from: ["created"], event: "provider.authorising", guard: "direct", to: "at_provider" },
  {
    row: 7,
    from: openStates,
    event: "provider.success",
    guard: "confirmation mode provider_success",
    to: "settled",
  },
  { row: 8, from: openExceptSubmitted, event: "provider.accepted", guard: "always", to: "submitted" },
  {
    row: 8,
    from: openExceptSubmitted,
    event: "provider.success",
    guard: "confirmation mode settlement",
    to: "submitted",
  },
  { row: 9, from: openStates, event: "settlement.confirmed", guard: "always", to: "settled" },
  {
    row: 10,
    from: openExceptSubmitted,
    event: "settlement.partial",
    guard: "always",
    to: "submitted",
  },
  ...(["provider.unknown", "provider.indeterminate"] as const).flatMap((event): TransitionRow[] => [
    { row: 11, from: ["created"], event, guard: "direct", to: "unresolved" },
    { row: 11, from: ["at_provider", "submitted"], event, guard: "always", to: "unresolved" },
  ]),
  {
    row: 12,
    from: ["at_provider", "unresolved"],
    event: "provider.rejected",
    guard: "hosted, fewer than 10 attempts, attempt not accepted",
    to: "opened",
  },
  {
    row: 13,
    // Also from `submitted`: a partial amount may have caused that state, and then a declined attempt does not end the payment.
    from: ["created", "at_provider", "unresolved", "submitted"],
    event: "provider.rejected",
    guard: "direct, or hosted with attempts exhausted or attempt accepted",
    to: "declined",
  },
  ...(["provider.cancelled", "buyer.back"] as const).map(
    (event): TransitionRow => ({
      row: 14,
      from: ["at_provider", "unresolved"],
      event,
      guard: "hosted",
      to: "opened",
    }),
  ),
  // An accepted attempt is not over because its page is: the money may be in transit, and the buyer must not pay again.
  ...(["provider.abandoned", "provider.session_expired"] as const).map(
    (event): TransitionRow => ({
      row: 14,
      from: ["at_provider", "unresolved"],
      event,
      guard: "hosted and nothing authorised",
      to: "opened",
    }),
  ),
  {
    row: 15,
    from: ["created", "at_provider", "unresolved"],
    event: "provider.cancelled",
    guard: "direct",
    to: "cancelled",
  },
  {
    row: 16,
    from: ["created", "at_provider"],
    event: "provider.session_expired",
    guard: "direct and nothing authorised",
    to: "expired",
  },
  { row: 17, from: idleStates, event: "buyer.cancelled", guard: "hosted", to: "cancelled" },
  { row: 18, from: idleStates, event: "merchant.cancelled", guard: "always", to: "cancelled" },
  { row: 19, from: idleStates, event: "clock.expired", guard: "30 days have passed", to: "expired" },
  {
    row: 20,
    from: ["expired"],
    event: "settlement.confirmed",
    guard: "at most 180 days after expiry",
    to: "settled",
    reason: "paid_late",
  },
  // Narrower than "provider success": in confirmation mode settlement, only money counts, after the expiry too.
  {
    row: 20,
    from: ["expired"],
    event: "provider.success",
    guard: "at most 180 days after expiry, confirmation mode provider_success",
    to: "settled",
    reason: "paid_late",
  },
  {
    row: 20,
    from: ["expired"],
    event: "operator.settles",
    guard: "at most 180 days after expiry",
    to: "settled",
    reason: "paid_late",
  },
  {
    row: 21,
    from: ["at_provider", "submitted", "unresolved"],
    event: "operator.settles",
    guard: "always",
    to: "settled",
  },
  {
    row: 21,
    from: ["at_provider", "submitted", "unresolved"],
    event: "operator.declines",
    guard: "always",
    to: "declined",
  },
  // A person or a bank statement reports money. Whether the sum is enough is decided before the graph is consulted, as for rows 9 and 10.
  { row: 22, from: openStates, event: "money.received", guard: "always", to: "settled" },
  {
    row: 22,
    from: ["expired"],
    event: "money.received",
    guard: "at most 180 days after expiry",
    to: "settled",
    reason: "paid_late",
  },
  { row: 22, from: openExceptSubmitted, event: "money.received_in_part", guard: "always", to: "submitted" },
  // Not reported by the provider: its session has expired, and one more poll had no result.
  {
    row: 23,
    from: ["at_provider", "unresolved"],
    event: "session.ended",
    guard: "hosted and nothing authorised",
    to: "opened",
  },
  {
    row: 23,
    from: ["at_provider", "unresolved"],
    event: "session.ended",
    guard: "direct and nothing authorised",
    to: "expired",
    reason: "session_expired",
  },
];

/** The row for an event in a state, or undefined when the graph does not allow the event there. */
export function findTransition(
  state: PaymentState,
  event: PaymentEvent,
  facts: TransitionFacts,
): TransitionRow | undefined {
  return transitionGraph.find((row) => row.event === event && row.from.includes(state) && guards[row.guard](facts));
}
