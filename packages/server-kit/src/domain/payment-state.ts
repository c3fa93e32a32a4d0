// The stored states of a payment and the two public statuses, which are pure functions of the state
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

/** The state as words: "qr shown". */
export function stateText(state: PaymentState): string {
  return state.replaceAll("_", " ");
}

/** Waiting for the buyer; these expire at `expiresAt`. */
export const idleStates = [
  "created",
  "opened",
  "qr_shown",
  "transfer_instructed",
] as const satisfies readonly PaymentState[];

/** The buyer has not chosen how to pay. */
export function isBeforeChoice(state: PaymentState): boolean {
  return state === "created" || state === "opened";
}

/** The buyer sees the account to transfer to. */
export function showsAccount(state: PaymentState): boolean {
  return state === "qr_shown" || state === "transfer_instructed";
}

/** May still succeed without an operator. */
export const openStates = [
  ...idleStates,
  "at_provider",
  "submitted",
  "unresolved",
] as const satisfies readonly PaymentState[];

/** No event leaves these; a contradicting event raises an alert. */
export const absorbingStates = ["settled", "declined", "cancelled"] as const satisfies readonly PaymentState[];

/** The payment is over: only late money can still change it, and only from `expired`. */
export const endedStates = [...absorbingStates, "expired"] as const satisfies readonly PaymentState[];

/** Status in webhooks and in the initialize response. */
export const transactionStatuses = [
  "pending",
  "processing",
  "completed",
  "paid",
  "failed",
  "cancelled",
  "expired",
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
/** Status that the status route shows to buyers. */
export type FlowStatus = "pending" | "scanning" | "transferring" | "confirming" | "completed" | "failed";
/** The status word that a store chose for final success. */
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

/** The transaction status of a state; a settled payment has the store's `successStatus`. */
export function statusOf(state: PaymentState, successStatus: SuccessStatus): TransactionStatus {
  const status = statusByState[state];
  return status === "completed" ? successStatus : status;
}

/** The checkout flow status of a state. */
export function flowStatusOf(state: PaymentState): FlowStatus {
  return flowStatusByState[state];
}

export function isIdle(state: PaymentState): boolean {
  return isAmong(idleStates, state);
}

export function isOpen(state: PaymentState): boolean {
  return isAmong(openStates, state);
}

export function hasEnded(state: PaymentState): boolean {
  return isAmong(endedStates, state);
}

export function isAbsorbing(state: PaymentState): boolean {
  return isAmong(absorbingStates, state);
}

function isAmong(states: readonly PaymentState[], state: PaymentState): boolean {
  return states.includes(state);
}
