// Records money that a person saw, with a receipt and an audit entry (`payments.receive`).
import { createTimedId } from "../domain/identifiers.js";
import type { Payment } from "../domain/payment.js";
import type { PaymentState } from "../domain/payment-state.js";
import { type ReceivedMoney, violationsOfReceivedMoney } from "../domain/received-money.js";
import { Refusal, requireNoViolations } from "../domain/refusal.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";
import { type ApplyEventDependencies, changePayment } from "./apply-event.js";
import { receiveMoneyIn } from "./receive-money-in.js";
import type { ArrivalResult } from "./record-arrival.js";

/** The state and sum of the payment after the receipt. */
export interface Receipt {
  state: PaymentState;
  /** The sum that has arrived in the payment's currency, minor units. */
  receivedCents: number;
  dueCents: number;
  /** `counted`: it was added up. `known`: it was recorded before. `other_currency`: stored, not added up. */
  outcome: ArrivalResult["outcome"];
}

/**
 * Records the money and audits it.
 * @param how `alsoIn` runs first in the unit of work that records it; what it throws leaves nothing recorded. `isDayOnly`: see `SeenMoney`.
 * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR that names each invalid field.
 */
export async function receiveMoney(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  given: ReceivedMoney,
  { alsoIn, isDayOnly }: { alsoIn?: AlsoIn<[Payment]>; isDayOnly?: boolean } = {},
): Promise<Receipt> {
  requireNoViolations(violationsOfReceivedMoney(given, dependencies.clock.now()));
  const { amountCents, receivedAt } = given;
  const money = { amountCents, receivedAt, currency: given.currency, reference: given.reference };
  const actor = given.actor.trim();
  const reason = given.reason.trim();
  const result = await changePayment(dependencies, paymentId, async (records, payment) => {
    await alsoIn?.(records, payment);
    const received = await receiveMoneyIn(dependencies, records, payment, { ...money, isDayOnly, actor, reason });
    const { arrivalId, currency, reference } = received.arrival;
    const now = dependencies.clock.now();
    await records.receipts.insert({
      receiptId: createTimedId("rcp", now, dependencies.randomBytes),
      merchantId: payment.merchantId,
      environment: payment.environment,
      paymentId,
      arrivalId,
      amountCents,
      currency,
      reference,
      reason,
      recordedBy: actor,
      outcome: received.outcome,
      receivedAt: receivedAt ?? received.arrival.receivedAt,
      at: now,
    });
    await appendAudit(dependencies, records, {
      actor,
      action: "payment.money_received",
      merchantId: payment.merchantId,
      subject: paymentId,
      detail: {
        reason,
        amountCents,
        currency,
        outcome: received.outcome,
        ...(reference !== undefined && { reference }),
        receivedAt: received.arrival.receivedAt,
      },
    });
    return received;
  });
  if (result.kind === "not_found") throw new Refusal("PAYMENT_NOT_FOUND");
  const { payment, receivedCents, outcome } = result;
  return { state: payment.state, receivedCents, dueCents: payment.amountCents, outcome };
}
