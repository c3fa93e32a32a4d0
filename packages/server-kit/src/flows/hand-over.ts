// Redirects the buyer to a bank or card page: opens a provider session, then changes the payment's state.
import type { Payment } from "../domain/payment.js";
import type { BankMethod, CardMethod, PaymentMethod } from "../domain/payment-method.js";
import { isIdle } from "../domain/payment-state.js";
import { Refusal } from "../domain/refusal.js";
import type { Store } from "../domain/store.js";
import { type ApplyEventDependencies, applyEvent, beginAttempt } from "./apply-event.js";
import {
  beginProviderSession,
  completeProviderSession,
  type ProviderSessionDependencies,
} from "./open-provider-session.js";
import type { SessionRequest } from "./provider-session-request.js";

/** The validated input of the buyer's form. */
export interface BuyerAccount {
  name: string;
  iban: string;
  country: string;
}

export type HandOverDependencies = ApplyEventDependencies & ProviderSessionDependencies;

/**
 * Opens a bank session, or finds the one that is already open.
 * @throws Refusal PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT, or VALIDATION_ERROR for an account that the bank refuses; the payment is
 *   unchanged and the buyer may try again.
 */
export async function handOverToBank(
  dependencies: HandOverDependencies,
  {
    payment,
    store,
    method,
    buyer,
  }: { payment: Payment; store: Store; method: BankMethod; buyer: BuyerAccount | undefined },
): Promise<void> {
  await handOver(dependencies, payment, method, {
    kind: "hosted_bank",
    store,
    sender: buyer && { name: buyer.name, iban: buyer.iban },
    customerCountry: buyer?.country,
    instant: store.openBankTransfer.instant,
  });
}

/**
 * Opens a session on the card page, or finds the one that is already open.
 * @throws Refusal PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT; the payment is unchanged and the buyer may try again.
 */
export async function handOverToCard(
  dependencies: HandOverDependencies,
  { payment, store, method }: { payment: Payment; store: Store; method: CardMethod },
): Promise<void> {
  const wanted = { kind: "card", store, sender: undefined, customerCountry: undefined, instant: false } as const;
  await handOver(dependencies, payment, method, wanted);
}

async function handOver(
  dependencies: HandOverDependencies,
  { paymentId, state }: Payment,
  paymentMethod: PaymentMethod,
  wanted: Omit<SessionRequest, "paymentId" | "references">,
): Promise<void> {
  if (!isIdle(state)) return;
  const completed = await completeProviderSession(dependencies, () =>
    dependencies.storage.write(async (records) => {
      const current = await records.payments.find(paymentId);
      // Another request came first, such as from another tab: no second session for a payment in progress.
      if (current === undefined || !isIdle(current.state)) throw new Refusal("PAYMENT_METHOD_UNAVAILABLE");
      const references = { remittanceInfo: undefined, endToEndId: undefined };
      return beginProviderSession(dependencies, records, { ...wanted, paymentId, references });
    }),
  ).catch(async (error: unknown) => {
    const current = await dependencies.storage.read((records) => records.payments.find(paymentId));
    if (current === undefined || isIdle(current.state)) throw error;
    return undefined;
  });
  // The payment ended or received money meanwhile: its page says so.
  if (completed !== undefined && completed.redirectUrl === undefined) return;
  // Counts from the stored payment: another tab may have used an attempt while the provider was called.
  await applyEvent(dependencies, paymentId, (stored) => ({
    event: "provider.session_created",
    actor: "buyer",
    changes: { paymentMethod, ...beginAttempt(stored) },
  }));
}
