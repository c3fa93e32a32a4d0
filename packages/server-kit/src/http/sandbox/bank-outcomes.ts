// The outcomes offered by the page that simulates the bank, in the order in which testers need them.
import type { ProviderEvent } from "../../domain/evidence.js";
import type { Payment, PaymentAttempt } from "../../domain/payment.js";
import { partOf } from "../../flows/apply-sandbox-event.js";
import type { SandboxWordKey } from "./sandbox-words.js";

export interface BankOutcome {
  /** Used in the form and in the URL. */
  name: string;
  label: SandboxWordKey;
  eventFor(payment: Payment): ProviderEvent;
  /** Left out: offered on both pages and in both modes. */
  isFor?(attempt: PaymentAttempt): boolean;
}

const detail = "picked on the sandbox page";

export const bankOutcomes: readonly BankOutcome[] = [
  { name: "pay", label: "outcome_pay", eventFor: () => ({ type: "provider.success", detail }) },
  { name: "refuse", label: "outcome_refuse", eventFor: () => ({ type: "provider.rejected", detail }) },
  {
    name: "authorising",
    label: "outcome_authorising",
    eventFor: () => ({ type: "provider.authorising", detail }),
    isFor: (attempt) => attempt.kind === "direct",
  },
  { name: "accept", label: "outcome_accept", eventFor: () => ({ type: "provider.accepted", detail }) },
  { name: "cancel", label: "outcome_cancel", eventFor: () => ({ type: "provider.cancelled", detail }) },
  { name: "expire", label: "outcome_expire", eventFor: () => ({ type: "provider.session_expired", detail }) },
  { name: "unknown", label: "outcome_unknown", eventFor: () => ({ type: "provider.unknown", detail }) },
  {
    name: "indeterminate",
    label: "outcome_indeterminate",
    eventFor: () => ({ type: "provider.indeterminate", detail }),
  },
  {
    name: "settle",
    label: "outcome_settle",
    eventFor: ({ amountCents, currency }) => ({ type: "settlement.confirmed", amountCents, currency, detail }),
  },
  {
    name: "settle_part",
    label: "outcome_settle_part",
    eventFor: ({ amountCents, currency }) => ({
      type: "settlement.partial",
      amountCents: partOf(amountCents),
      currency,
      detail,
    }),
  },
];

export function outcomesFor(attempt: PaymentAttempt): BankOutcome[] {
  return bankOutcomes.filter(({ isFor }) => isFor?.(attempt) ?? true);
}
