// When does the link of a superseded payment lead on to its successor? Several buyers may share one order id (a donation page), so that
// a newer payment of the order is not by itself the same buyer's (decision: docs/decisions/superseding-payments.md).
import type { Payment, ReuseSlot } from "./payment.js";
import { isIdle } from "./payment-state.js";

type Linked = ReuseSlot & Pick<Payment, "state" | "customerEmail">;

export function redirectsToSuccessor(from: Linked, to: Linked): boolean {
  return isOfSameOrder(from, to) && isOfSameBuyer(from, to) && (isOverUnpaid(from) || hasLostItsSlot(from, to));
}

function isOfSameOrder(from: Linked, to: Linked): boolean {
  return from.merchantId === to.merchantId && from.environment === to.environment && from.orderId === to.orderId;
}

/** Without an e-mail address nobody can tell: each link then shows its own payment. */
function isOfSameBuyer(from: Linked, to: Linked): boolean {
  return from.customerEmail !== undefined && from.customerEmail.toLowerCase() === to.customerEmail?.toLowerCase();
}

function isOverUnpaid({ state }: Linked): boolean {
  return state === "expired" || state === "cancelled" || state === "declined";
}

/** Back from the bank to a slot that another payment took: initialize gives that one for the very same order and amount. */
function hasLostItsSlot(from: Linked, to: Linked): boolean {
  return (
    isIdle(from.state) &&
    from.amountCents === to.amountCents &&
    from.currency === to.currency &&
    from.checkoutMode === to.checkoutMode
  );
}
