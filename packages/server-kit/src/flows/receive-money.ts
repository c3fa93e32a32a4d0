// Records money that a person saw or that a bank statement shows, in every state, and treats it like a provider event
// (docs/states.md, `money.received`).
import { limits } from "../domain/generated/limits.js";
import { createTimedId } from "../domain/identifiers.js";
import type { Actor, Payment } from "../domain/payment.js";
import { hasEnded, type PaymentState } from "../domain/payment-state.js";
import { Refusal, type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import { reportedCurrency, reportedReference } from "../domain/reported-text.js";
import { findMissingText, maxTextLength } from "../domain/required-text.js";
import type { Records } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { type ApplyEventDependencies, changePayment } from "./apply-event.js";
import { type ArrivalResult, recordArrival } from "./record-arrival.js";
import type { TransitionDependencies } from "./record-transition.js";

export interface SeenMoney {
  /** Minor units. */
  amountCents: number;
  /** As reported; a currency other than the payment's is stored, raises an alert and is not added up. */
  currency: string;
  reference?: string | undefined;
  /** Epoch milliseconds; default: now. */
  receivedAt?: number | undefined;
  /** `receivedAt` is the start of a day, because only the day is known. */
  isDayOnly?: boolean | undefined;
  /** The bank statement entry; undefined when a person reports the money. */
  statementEntryId?: string | undefined;
  actor: Actor;
  /** Stored in the history and the evidence. */
  reason: string;
}

/**
 * Runs in the caller's unit of work; the caller announces the payment after the commit. An entry that is already known, or that proves
 * known money, counts once.
 * @throws VersionConflictError when another writer changed the payment meanwhile: run the unit of work again.
 */
export async function receiveMoneyIn(
  dependencies: TransitionDependencies,
  records: Records,
  payment: Payment,
  { amountCents, statementEntryId, receivedAt, isDayOnly, actor, reason, ...reported }: SeenMoney,
): Promise<ArrivalResult> {
  const store = await records.stores.findIncludingDeleted(payment.merchantId);
  if (store === undefined) throw new Error(`Payment ${payment.paymentId} belongs to no store.`);
  const currency = reportedCurrency(reported.currency) ?? "";
  const reference = reportedReference(reported.reference);
  const result = await recordArrival(dependencies, records, payment, store, {
    reported: {
      source: statementEntryId === undefined ? "person" : "statement",
      attemptId: undefined,
      isProven: true,
      ...{ statementEntryId, reference, amountCents, currency, receivedAt, isDayOnly },
    },
    fullEvent: "money.received",
    partEvent: "money.received_in_part",
    ...{ actor, reason },
  });
  await records.evidence.record({
    paymentId: payment.paymentId,
    attemptId: undefined,
    statementEntryId,
    event: "money.received",
    wasAllowed: result.kind !== "not_allowed",
    providerTime: receivedAt,
    ...{ amountCents, currency, reference },
    detail: `${actor}: ${reason}`,
    at: dependencies.clock.now(),
  });
  // The payment may have been erased; one that was open was not.
  if (hasEnded(payment.state)) await records.privacy.markNotErased(payment.paymentId, dependencies.clock.now());
  return result;
}

/** Input of `payments.receive`. */
export interface ReceivedMoney {
  /** Minor units, this arrival alone. */
  amountCents: number;
  /** ISO 4217, upper or lower case. */
  currency: string;
  /** The bank's reference: recorded again with the same reference and amount, it is the same money. */
  reference?: string | undefined;
  /** When the money arrived, epoch milliseconds; default: now. */
  receivedAt?: number | undefined;
  /** The evidence that the money arrived, such as the bank statement; stored with the payment. */
  reason: string;
  /** The person who saw it, such as an e-mail address of the panel. */
  actor: string;
}

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
  { alsoIn, isDayOnly }: { alsoIn?: (records: Records) => Promise<void>; isDayOnly?: boolean } = {},
): Promise<Receipt> {
  requireNoViolations(violationsOf(given, dependencies.clock.now()));
  const { amountCents, receivedAt } = given;
  const money = { amountCents, receivedAt, currency: given.currency, reference: given.reference };
  const actor = given.actor.trim();
  const reason = given.reason.trim();
  const result = await changePayment(dependencies, paymentId, async (records, payment) => {
    await alsoIn?.(records);
    const received = await receiveMoneyIn(dependencies, records, payment, { ...money, isDayOnly, actor, reason });
    const { arrivalId, currency, reference } = received.arrival;
    const now = dependencies.clock.now();
    await records.receipts.insert({
      receiptId: createTimedId("rcp", now, dependencies.randomBytes),
      ...{ merchantId: payment.merchantId, environment: payment.environment, paymentId, arrivalId },
      ...{ amountCents, currency, reference, reason, recordedBy: actor, outcome: received.outcome },
      receivedAt: receivedAt ?? received.arrival.receivedAt,
      at: now,
    });
    await appendAudit(dependencies, records, {
      actor,
      action: "payment.money_received",
      merchantId: payment.merchantId,
      subject: paymentId,
      detail: {
        ...{ reason, amountCents, currency, outcome: received.outcome },
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

const maxAmountCents = limits.amountCentsMax;
/** Tolerance for a clock that is behind the bank's. */
const clockSkewToleranceMs = 24 * 60 * 60 * 1000;

function violationsOf(given: Partial<Record<keyof ReceivedMoney, unknown>>, now: number): RefusalDetail[] {
  const { amountCents, currency, reference, receivedAt, reason, actor } = given ?? {};
  const isAmount =
    Number.isSafeInteger(amountCents) && Number(amountCents) > 0 && Number(amountCents) <= maxAmountCents;
  const isCurrency = typeof currency === "string" && /^[A-Z]{3}$/.test(reportedCurrency(currency) ?? "");
  const isReference =
    reference === undefined || (typeof reference === "string" && reference.trim().length <= maxTextLength);
  const isTime =
    receivedAt === undefined ||
    (Number.isSafeInteger(receivedAt) && Number(receivedAt) >= 0 && Number(receivedAt) <= now + clockSkewToleranceMs);
  const checks: [isRight: boolean, violation: RefusalDetail][] = [
    [
      isAmount,
      {
        path: "amountCents",
        rule: "range",
        message: `must be a whole number of minor units, 1 to ${maxAmountCents}; got ${JSON.stringify(amountCents)}`,
      },
    ],
    [
      isCurrency,
      {
        path: "currency",
        rule: "pattern",
        message: `must be three letters, such as EUR; got ${JSON.stringify(currency)}`,
      },
    ],
    [
      isReference,
      { path: "reference", rule: "maxLength", message: `must be text of at most ${maxTextLength} characters` },
    ],
    [
      isTime,
      {
        path: "receivedAt",
        rule: "range",
        message:
          Number.isSafeInteger(receivedAt) && Number(receivedAt) >= 0
            ? "must not be in the future"
            : "must be epoch milliseconds",
      },
    ],
  ];
  return [
    ...checks.flatMap(([isRight, violation]) => (isRight ? [] : [violation])),
    ...findMissingText("reason", reason, "describe briefly how you know", maxTextLength),
    ...findMissingText("actor", actor, "name who recorded the money", maxTextLength),
  ];
}
