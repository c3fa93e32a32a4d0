// Whether a payment may have been paid although no money is recorded, from the buyer's claim, arrivals and history: a page must not deny
// that money, nor ask for it again (docs/decisions/buyer-claims.md).
import type { HistoryEntry, Payment } from "./payment.js";
import { showsAccount } from "./payment-state.js";
import type { PaymentEvent } from "./transition-graph.js";

/** The buyer left a bank or card page whose outcome is unknown, and may have paid there. */
const eventsWithoutOutcome: ReadonlySet<HistoryEntry["event"]> = new Set<PaymentEvent>([
  "buyer.back",
  "provider.abandoned",
  "session.ended",
]);

/**
 * Whether money may be on its way: some arrived, or the buyer claims to have paid, saw the account, or left a bank or card page without an
 * outcome.
 */
export function mayHavePaid(
  { claimedPaidAt }: Pick<Payment, "claimedPaidAt">,
  arrivals: readonly unknown[],
  history: readonly Pick<HistoryEntry, "to" | "event">[],
): boolean {
  return (
    claimedPaidAt !== undefined ||
    hasReceivedMoney(arrivals, history) ||
    history.some(({ to, event }) => showsAccount(to) || eventsWithoutOutcome.has(event))
  );
}

const partialPaymentEvents: ReadonlySet<HistoryEntry["event"]> = new Set<PaymentEvent>([
  "settlement.partial",
  "money.received_in_part",
]);

/**
 * Whether money has arrived, in the payment's currency or another one, or a part was reported without its size: the buyer must not be asked
 * for the whole amount.
 */
export function hasReceivedMoney(
  arrivals: readonly unknown[],
  history: readonly Pick<HistoryEntry, "event">[],
): boolean {
  return arrivals.length > 0 || history.some(({ event }) => partialPaymentEvents.has(event));
}

/** Whether the claim to have made the transfer is the last thing that the buyer did. */
export function isClaimLastBuyerAction(history: readonly Pick<HistoryEntry, "actor" | "event">[]): boolean {
  return history.findLast(({ actor }) => actor === "buyer")?.event === "buyer.claims_paid";
}
