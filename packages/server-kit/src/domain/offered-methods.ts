// Which payment methods the hosted page offers for a payment: those that are switched on and can work.
import { canReceive } from "./account-currency.js";
import type { Payment } from "./payment.js";
import { isMethodOpen, type PaymentMethod, paymentMethods } from "./payment-method.js";
import type { Store } from "./store.js";
import { maxHostedAttempts } from "./transition-graph.js";

export interface OfferFacts {
  payment: Pick<Payment, "environment" | "currency" | "attemptCount">;
  store: Pick<Store, "paymentMethods" | "bankAccount">;
  /** Money has arrived: the store says how the rest is paid (docs/decisions/no-second-payment.md). */
  hasReceivedMoney: boolean;
  /** Whether the payment's environment has an open-banking provider. */
  hasBankProvider: boolean;
  /** Whether there is a card page for the payment's environment. */
  hasCardPage: boolean;
}

/** In display order. */
export function offeredMethods(facts: OfferFacts): PaymentMethod[] {
  if (facts.hasReceivedMoney) return [];
  return paymentMethods.filter(
    (method) => isMethodOpen(facts.store.paymentMethods[method], facts.payment.environment) && mayWork(method, facts),
  );
}

function mayWork(method: PaymentMethod, { payment, store, hasBankProvider, hasCardPage }: OfferFacts): boolean {
  switch (method) {
    case "qr_pay":
      return payment.currency === "EUR" && store.bankAccount !== undefined;
    case "bank_transfer":
      return store.bankAccount !== undefined && canReceive(store.bankAccount.iban, payment.currency);
    case "open_bank_transfer":
      return hasBankProvider && payment.attemptCount < maxHostedAttempts;
    case "card_processing":
      return hasCardPage && payment.attemptCount < maxHostedAttempts;
  }
}
