// Actions of the buyer: choose a method, claim the transfer was made, go back, cancel. Each is idempotent: submitting the same form twice
// has the effect of one.
import type { Payment } from "../domain/payment.js";
import type { OwnMethod } from "../domain/payment-method.js";
import type { PaymentState } from "../domain/payment-state.js";
import type { PaymentEvent } from "../domain/transition-graph.js";
import { type ApplyEventDependencies, applyEvent, changePayment, type EventResult } from "./apply-event.js";
import { movePayment } from "./move-payment.js";
import { recordTransition } from "./record-transition.js";

const chosenEvents: Record<OwnMethod, PaymentEvent> = {
  qr_pay: "method.qr_chosen",
  bank_transfer: "method.bank_transfer_chosen",
};

/** Chooses a method that requires no provider. */
export async function chooseOwnMethod(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  method: OwnMethod,
): Promise<EventResult> {
  return applyEvent(dependencies, paymentId, {
    event: chosenEvents[method],
    actor: "buyer",
    changes: { paymentMethod: method },
  });
}

/**
 * Records the buyer's claim to have made the transfer; the time of the first claim is kept. Where the graph has no row for it, such as
 * while the bank's page is open in another tab, the claim is stored and the state stays (docs/decisions/buyer-claims.md).
 */
export async function claimPaid(dependencies: ApplyEventDependencies, paymentId: string): Promise<EventResult> {
  return changePayment(dependencies, paymentId, async (records, payment, store) => {
    const cause = { event: "buyer.claims_paid", actor: "buyer" } as const;
    const claimedPaidAt = payment.claimedPaidAt ?? dependencies.clock.now();
    const result = await movePayment(dependencies, records, payment, store, { ...cause, changes: { claimedPaidAt } });
    if (result.kind !== "not_allowed" || !isNewClaim(payment)) return result;
    const next = { ...payment, claimedPaidAt };
    return {
      kind: "unchanged",
      payment: await recordTransition(dependencies, records, { before: payment, next, cause }),
    };
  });
}

/** A paid payment needs no claim, and the buyer of a direct session never saw an account to transfer to. */
function isNewClaim({ claimedPaidAt, state, checkoutMode }: Payment): boolean {
  return claimedPaidAt === undefined && state !== "settled" && checkoutMode === "foxpay_checkout";
}

export async function cancelByBuyer(dependencies: ApplyEventDependencies, paymentId: string): Promise<EventResult> {
  return applyEvent(dependencies, paymentId, { event: "buyer.cancelled", actor: "buyer" });
}

/**
 * Returns from the bank or card page to the choice of methods. Not while the outcome is unknown: money may be in transit, and the buyer
 * could pay twice. `seen` is the state that the buyer's page displayed; the outcome may have become unknown since.
 */
export async function goBackToChoice(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  seen: PaymentState,
): Promise<void> {
  if (seen !== "at_provider") return;
  await changePayment(dependencies, paymentId, async (records, payment, store): Promise<EventResult> => {
    if (payment.state !== "at_provider") return { kind: "not_allowed", payment };
    return movePayment(dependencies, records, payment, store, { event: "buyer.back", actor: "buyer" });
  });
}
