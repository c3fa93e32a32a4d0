// Decides whether the link of a superseded payment redirects to its successor. Several buyers may share one order id (a donation page), so
// a newer payment of the order may belong to another buyer (docs/decisions/superseding-payments.md).
import type { Payment, ReuseSlot } from "./payment.js";
import { hasEnded, isIdle } from "./payment-state.js";

type Linked = ReuseSlot & Pick<Payment, "state" | "customerEmail" | "claimedPaidAt">;

/**
 * Whether the link of `from` redirects to the newer payment `to`: same order, same buyer, and `from` has ended unpaid or lost its reuse
 * slot. Not when its buyer claims to have paid it: the newer payment would ask for the money again.
 */
export function redirectsToSuccessor(from: Linked, to: Linked): boolean {
  if (from.claimedPaidAt !== undefined) return false;
  return isOfSameOrder(from, to) && isOfSameBuyer(from, to) && (hasEndedUnpaid(from) || hasLostItsSlot(from, to));
}

function isOfSameOrder(from: Linked, to: Linked): boolean {
  return from.merchantId === to.merchantId && from.environment === to.environment && from.orderId === to.orderId;
}

/** False without an e-mail address, because the buyer is unknown: each link then shows its own payment. */
function isOfSameBuyer(from: Linked, to: Linked): boolean {
  return from.customerEmail !== undefined && from.customerEmail.toLowerCase() === to.customerEmail?.toLowerCase();
}

function hasEndedUnpaid({ state }: Linked): boolean {
  return hasEnded(state) && state !== "settled";
}

/** The buyer returned from the bank, but another payment has the reuse slot: initialize returns that one for the same order and amount. */
function hasLostItsSlot(from: Linked, to: Linked): boolean {
  return (
    isIdle(from.state) &&
    from.amountCents === to.amountCents &&
    from.currency === to.currency &&
    from.checkoutMode === to.checkoutMode
  );
}
