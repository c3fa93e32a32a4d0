// Records money that a person saw or that a bank statement shows, in every state, and treats it like a provider event
// (docs/states.md, `money.received`).
import type { Actor, Payment } from "../domain/payment.js";
import { hasEnded } from "../domain/payment-state.js";
import { reportedCurrency, reportedReference } from "../domain/reported-text.js";
import type { Records } from "../storage/port.js";
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
      statementEntryId,
      reference,
      amountCents,
      currency,
      receivedAt,
      isDayOnly,
    },
    fullEvent: "money.received",
    partEvent: "money.received_in_part",
    actor,
    reason,
  });
  await records.evidence.record({
    paymentId: payment.paymentId,
    attemptId: undefined,
    statementEntryId,
    event: "money.received",
    wasAllowed: result.kind !== "not_allowed",
    providerTime: receivedAt,
    amountCents,
    currency,
    reference,
    detail: `${actor}: ${reason}`,
    at: dependencies.clock.now(),
  });
  // The payment may have been erased; one that was open was not.
  if (hasEnded(payment.state)) await records.privacy.markNotErased(payment.paymentId, dependencies.clock.now());
  return result;
}
