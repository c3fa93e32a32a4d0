// The outcomes that a person may pick on the page that plays the bank, in the order in which a tester tries them.
import type { ProviderEvent } from "../../domain/evidence.js";
import type { Payment, PaymentAttempt } from "../../domain/payment.js";

export interface BankOutcome {
  /** In the form and in the address. */
  name: string;
  label: string;
  news(payment: Payment): ProviderEvent;
  /** Left out: both pages and both modes offer it. */
  isFor?(attempt: PaymentAttempt): boolean;
}

const detail = "picked on the sandbox page";

export const bankOutcomes: readonly BankOutcome[] = [
  { name: "pay", label: "Pay", news: () => ({ type: "provider.success", detail }) },
  {
    name: "authorising",
    label: "Sign in, decide later",
    news: () => ({ type: "provider.authorising", detail }),
    isFor: (attempt) => attempt.kind === "direct",
  },
  { name: "accept", label: "Accept, money follows later", news: () => ({ type: "provider.accepted", detail }) },
  { name: "refuse", label: "Refuse", news: () => ({ type: "provider.rejected", detail }) },
  { name: "cancel", label: "Cancel", news: () => ({ type: "provider.cancelled", detail }) },
  { name: "expire", label: "Let the session expire", news: () => ({ type: "provider.session_expired", detail }) },
  { name: "unknown", label: "Answer UNKNOWN", news: () => ({ type: "provider.unknown", detail }) },
  { name: "indeterminate", label: "Answer INDETERMINATE", news: () => ({ type: "provider.indeterminate", detail }) },
  {
    name: "settle",
    label: "The whole amount arrives",
    news: ({ amountCents, currency }) => ({ type: "settlement.confirmed", amountCents, currency, detail }),
  },
  {
    name: "settle_part",
    label: "Half of the amount arrives",
    news: ({ amountCents, currency }) => ({
      type: "settlement.partial",
      amountCents: Math.max(1, Math.floor(amountCents / 2)),
      currency,
      detail,
    }),
  },
];

export function outcomesFor(attempt: PaymentAttempt): BankOutcome[] {
  return bankOutcomes.filter(({ isFor }) => isFor?.(attempt) ?? true);
}
