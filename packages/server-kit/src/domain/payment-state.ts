// The stored states of a transaction and the two vocabularies that callers see, which are pure functions of the state
// (spec/rules.md#statuses; docs/states.md).

export const paymentStates = [
  "created",
  "opened",
  "qr_shown",
  "transfer_instructed",
  "at_provider",
  "submitted",
  "unresolved",
  "settled",
  "declined",
  "cancelled",
  "expired",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Waiting for the buyer; the 30-day expiry applies to these. */
export const idleStates = ["created", "opened", "qr_shown", "transfer_instructed"] as const satisfies PaymentState[];
/** Everything that may still become a success without an operator. */
export const openStates = [
  ...idleStates,
  "at_provider",
  "submitted",
  "unresolved",
] as const satisfies readonly PaymentState[];
/** No event ever leaves these; contrary news becomes an alert. */
export const absorbingStates = ["settled", "declined", "cancelled"] as const satisfies PaymentState[];

/** Status in webhooks and in the initialize answer. */
export type TransactionStatus = "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired";
/** Status that the status endpoint shows to buyers. */
export type FlowStatus = "pending" | "scanning" | "transferring" | "confirming" | "completed" | "failed";
/** The word a store wants for final success. */
export type SuccessStatus = "completed" | "paid";

const statusByState: Record<PaymentState, Exclude<TransactionStatus, "paid">> = {
  created: "pending",
  opened: "pending",
  qr_shown: "pending",
  transfer_instructed: "pending",
  at_provider: "processing",
  submitted: "processing",
  unresolved: "processing",
  settled: "completed",
  declined: "failed",
  cancelled: "cancelled",
  expired: "expired",
};

const flowStatusByState: Record<PaymentState, FlowStatus> = {
  created: "pending",
  opened: "pending",
  qr_shown: "scanning",
  transfer_instructed: "transferring",
  at_provider: "transferring",
  submitted: "confirming",
  unresolved: "confirming",
  settled: "completed",
  declined: "failed",
  cancelled: "failed",
  expired: "failed",
};

/** The transaction status of a state; a settled payment takes the store's word for success. */
export function statusOf(state: PaymentState, successStatus: SuccessStatus): TransactionStatus {
  const status = statusByState[state];
  return status === "completed" ? successStatus : status;
}

/** The checkout flow status of a state. */
export function flowStatusOf(state: PaymentState): FlowStatus {
  return flowStatusByState[state];
}

/** Whether the transaction status is `pending`: the time in which duplicate protection and expiry apply. */
export function isPending(state: PaymentState): boolean {
  return statusByState[state] === "pending";
}

export function isIdle(state: PaymentState): boolean {
  return (idleStates as readonly PaymentState[]).includes(state);
}

export function isAbsorbing(state: PaymentState): boolean {
  return (absorbingStates as readonly PaymentState[]).includes(state);
}
