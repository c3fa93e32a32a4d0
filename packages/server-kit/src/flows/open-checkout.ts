// Opens a buyer's checkout link: finds its payment and the data of the page. The token in the link is the only authorisation.
import { createHash, timingSafeEqual } from "node:crypto";
import { isAllMoneyReturned, receivedCents } from "../domain/arrival.js";
import { hasReceivedMoney, isClaimLastBuyerAction, mayHavePaid } from "../domain/buyer-may-have-paid.js";
import type { HistoryEntry, Payment, PaymentAttempt } from "../domain/payment.js";
import { isIdle } from "../domain/payment-state.js";
import type { Store } from "../domain/store.js";
import type { Records } from "../storage/port.js";
import { type ApplyEventDependencies, applyEvent } from "./apply-event.js";

/** The data that a checkout page may display. */
export interface CheckoutView {
  payment: Payment;
  store: Store;
  /** The newest provider session, when there was one. */
  attempt: PaymentAttempt | undefined;
  /** The latest history entry. */
  lastEntry: HistoryEntry | undefined;
  /** The page must then not say that nothing was charged. */
  mayHavePaid: boolean;
  /** The buyer's last action was to claim the transfer: the page waits for it, and does not ask for a payment. */
  isClaimLastBuyerAction: boolean;
  /** The sum that has arrived in the payment's currency, minor units. */
  receivedCents: number;
  /** Money has arrived, of a known size and the payment's currency or not: no page asks for the whole amount. */
  hasReceivedMoney: boolean;
  /** The bank has returned all of it. */
  isAllMoneyReturned: boolean;
}

export interface CheckoutLink {
  paymentId: string;
  token: string;
}

/** Undefined for an unknown id or an invalid token. Expires an overdue payment first. */
export async function findCheckout(
  dependencies: ApplyEventDependencies,
  { paymentId, token }: CheckoutLink,
): Promise<CheckoutView | undefined> {
  const view = await dependencies.storage.read((records) => readView(records, paymentId), { isShort: true });
  if (!isSameToken(token, view?.payment.checkoutToken ?? "")) return undefined;
  if (view === undefined || !isIdle(view.payment.state) || dependencies.clock.now() < view.payment.expiresAt) {
    return view;
  }
  // Expiry runs periodically; a buyer must not see bank details of a payment that is already over.
  await applyEvent(dependencies, paymentId, { event: "clock.expired", actor: "clock" });
  return dependencies.storage.read((records) => readView(records, paymentId), { isShort: true });
}

/** Records that the buyer opened the page. Idempotent. */
export async function openCheckout(
  dependencies: ApplyEventDependencies,
  link: CheckoutLink,
): Promise<CheckoutView | undefined> {
  const view = await findCheckout(dependencies, link);
  if (view?.payment.state !== "created" || view.payment.checkoutMode !== "foxpay_checkout") return view;
  await applyEvent(dependencies, link.paymentId, { event: "page.opened", actor: "buyer" });
  return dependencies.storage.read((records) => readView(records, link.paymentId), { isShort: true });
}

async function readView(records: Records, paymentId: string): Promise<CheckoutView | undefined> {
  const payment = await records.payments.find(paymentId);
  const store = payment && (await records.stores.find(payment.merchantId));
  if (payment === undefined || store === undefined) return undefined;
  const history = await records.payments.listHistory(paymentId);
  const arrivals = await records.arrivals.list(paymentId);
  // A payment that a person resolved as paid has no arrivals.
  const mayBeReturned = arrivals.length > 0 || payment.state === "settled";
  const returned = mayBeReturned ? await records.statements.listReturned(paymentId) : [];
  return {
    payment,
    store,
    attempt: (await records.attempts.list(paymentId)).at(-1),
    lastEntry: history.at(-1),
    mayHavePaid: mayHavePaid(payment, arrivals, history),
    isClaimLastBuyerAction: isClaimLastBuyerAction(history),
    receivedCents: receivedCents(payment, arrivals, returned),
    hasReceivedMoney: hasReceivedMoney(arrivals, history),
    isAllMoneyReturned: isAllMoneyReturned(payment, arrivals, returned),
  };
}

/** Compares digests, so that the timing reveals neither length nor content. */
function isSameToken(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return wanted !== "" && timingSafeEqual(digest(given), digest(wanted));
}
