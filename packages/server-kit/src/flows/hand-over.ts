// The buyer goes to a bank or card page: open a session there, then say so in the payment's state.
import { createId } from "../domain/identifiers.js";
import type { Payment, PaymentAttempt } from "../domain/payment.js";
import type { PaymentMethod } from "../domain/payment-method.js";
import { isIdle } from "../domain/payment-state.js";
import { Refusal } from "../domain/refusal.js";
import type { Store } from "../domain/store.js";
import { sandboxProviderCode } from "../outbound/sandbox-provider.js";
import { type ApplyEventDependencies, applyEvent } from "./apply-event.js";
import {
  beginProviderSession,
  completeProviderSession,
  type ProviderSessionDependencies,
} from "./open-provider-session.js";

/** What the buyer's form gave, checked. */
export interface BuyerAccount {
  name: string;
  iban: string;
  country: string;
}

export type HandOverDependencies = ApplyEventDependencies &
  ProviderSessionDependencies & { links: { sandboxCard(sessionId: string): string } };

/**
 * Opens a bank session, or finds the one that is open already.
 * @throws Refusal PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT; the payment stays as it was and the buyer may try again.
 */
export async function handOverToBank(
  dependencies: HandOverDependencies,
  { payment, store, buyer }: { payment: Payment; store: Store; buyer: BuyerAccount | undefined },
): Promise<void> {
  if (!isIdle(payment.state)) return;
  const { paymentId } = payment;
  const sender = buyer && { name: buyer.name, iban: buyer.iban };
  await completeProviderSession(dependencies, () =>
    dependencies.storage.write(async (records) => {
      const current = await records.payments.find(paymentId);
      // Somebody was faster, in another tab perhaps: no second session beside a payment under way.
      if (current === undefined || !isIdle(current.state)) throw new Refusal("PAYMENT_METHOD_UNAVAILABLE");
      return beginProviderSession(dependencies, records, {
        paymentId,
        kind: "hosted_bank",
        store,
        sender,
        customerCountry: buyer?.country,
        instant: store.openBankTransfer.instant,
        references: { remittanceInfo: undefined, endToEndId: undefined },
      });
    }),
  ).catch(async (error: unknown) => {
    const current = await dependencies.storage.read((records) => records.payments.find(paymentId));
    if (current === undefined || isIdle(current.state)) throw error;
  });
  await enterProvider(dependencies, payment, "open_bank_transfer");
}

/** Opens the sandbox's card page; test payments only, which the caller has checked. */
export async function handOverToCard(dependencies: HandOverDependencies, payment: Payment): Promise<void> {
  const { clock, randomBytes, links } = dependencies;
  const sessionId = createId("sbxcard", randomBytes);
  const now = clock.now();
  const attempt: PaymentAttempt = {
    attemptId: createId("att", randomBytes),
    paymentId: payment.paymentId,
    kind: "card",
    provider: sandboxProviderCode,
    fingerprint: "card",
    sealedRequest: undefined,
    status: "open",
    sessionId,
    redirectUrl: links.sandboxCard(sessionId),
    leaseToken: undefined,
    leaseUntil: undefined,
    nextPollAt: undefined,
    pollCount: 0,
    createdAt: now,
    expiresAt: undefined,
  };
  await enterProvider(dependencies, payment, "card_processing", attempt);
}

async function enterProvider(
  dependencies: HandOverDependencies,
  payment: Payment,
  paymentMethod: PaymentMethod,
  fresh?: PaymentAttempt,
): Promise<void> {
  await applyEvent(
    dependencies,
    payment.paymentId,
    {
      event: "provider.session_created",
      actor: "buyer",
      changes: { paymentMethod, attemptCount: payment.attemptCount + 1, isAttemptAccepted: false },
    },
    async (records) => {
      if (fresh === undefined) return;
      const current = await records.attempts.findCurrent(payment.paymentId);
      if (current !== undefined) await records.attempts.update({ ...current, status: "superseded" });
      await records.attempts.insert(fresh);
    },
  );
}
