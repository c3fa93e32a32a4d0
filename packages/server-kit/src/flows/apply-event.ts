// Something happened to a payment: ask the graph, write what follows, keep what was said. News that the graph does not allow is
// recorded and never thrown at whoever brought it.
import type { Logger } from "../domain/clock.js";
import { claimsMoney, endsSession, judgeEvidence, type ProviderEvent, readProviderEvent } from "../domain/evidence.js";
import type { Actor, Payment } from "../domain/payment.js";
import type { PaymentState } from "../domain/payment-state.js";
import type { Store } from "../domain/store.js";
import { findTransition, type PaymentEvent, type TransitionFacts } from "../domain/transition-graph.js";
import type { Records, Storage } from "../storage/port.js";
import { PaymentMovedError, recordTransition, type TransitionDependencies } from "./record-transition.js";

export interface ApplyEventDependencies extends TransitionDependencies {
  storage: Storage;
  logger: Logger;
  /** Called after the commit, with the payment that changed: wakes deliveries and live pages. */
  announce(paymentId: string): void;
}

export interface IncomingEvent {
  event: PaymentEvent;
  actor: Actor;
  reason?: string | undefined;
  /** Fields that change with the state, such as the method that the buyer chose. */
  changes?: Partial<Pick<Payment, "paymentMethod" | "requestedMethod" | "attemptCount" | "isAttemptAccepted">>;
}

export type EventResult =
  | { kind: "moved"; payment: Payment; from: PaymentState }
  /** The payment stands already where the event leads. */
  | { kind: "unchanged"; payment: Payment }
  /** The graph has no such row; nothing moved. */
  | { kind: "not_allowed"; payment: Payment }
  | { kind: "not_found" };

/** Two writers may meet on one payment; the loser reads again. More rounds than this mean a fault, not a race. */
const maxRounds = 10;

/** A person or the clock acts on a payment. `also` runs in the same unit of work, after the move, when there was one. */
export async function applyEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  incoming: IncomingEvent,
  also?: (records: Records, payment: Payment) => Promise<void>,
): Promise<EventResult> {
  return inFreshUnits(dependencies, paymentId, async (records, payment, store) => {
    const result = await move(dependencies, records, payment, store, incoming);
    if (result.kind !== "not_allowed") await also?.(records, result.payment);
    return result;
  });
}

/**
 * A provider or a bank brings news: it is kept as evidence, compared with what is due, and may move the payment or raise alerts.
 * `attemptId` names the session that the news is about; a session that has been replaced can still bring success, never failure.
 */
export async function applyProviderEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  told: ProviderEvent,
  { actor = "provider", attemptId }: { actor?: Actor | undefined; attemptId?: string | undefined } = {},
): Promise<EventResult> {
  const news = readProviderEvent(told);
  return inFreshUnits(dependencies, paymentId, async (records, payment, store) => {
    const current = await records.attempts.findCurrent(paymentId);
    const isStale = attemptId !== undefined && attemptId !== current?.attemptId;
    const judged = isStale && !claimsMoney(news) ? { event: undefined, alerts: [] } : judgeEvidence(payment, news);
    const result: EventResult =
      judged.event === undefined
        ? { kind: "not_allowed", payment }
        : await move(dependencies, records, payment, store, {
            event: judged.event,
            actor,
            changes: changesWith(judged.event, payment),
          });
    // A retry after this needs a session of its own.
    if (current !== undefined && result.kind === "moved" && endsSession(news)) {
      await records.attempts.update({ ...current, status: "ended", nextPollAt: undefined });
    }
    const at = dependencies.clock.now();
    await records.payments.appendEvidence({
      paymentId,
      event: news.type,
      wasAllowed: result.kind !== "not_allowed",
      providerTime: news.providerTime,
      amountCents: Number.isNaN(news.amountCents) ? undefined : news.amountCents,
      currency: news.currency,
      reference: news.reference,
      detail: news.detail,
      at,
    });
    const alerts = [...judged.alerts, ...unmatchedSuccess(judged.event, payment, result)];
    for (const alert of alerts) await records.payments.appendAlert({ paymentId, ...alert, at });
    if (result.kind === "not_allowed") {
      dependencies.logger.info({ paymentId, event: news.type, state: payment.state }, "event not allowed, recorded");
    }
    return result;
  });
}

/** Money that came at a moment when the graph has no place for it must not go unseen. */
function unmatchedSuccess(
  event: PaymentEvent | undefined,
  payment: Payment,
  result: EventResult,
): { type: string; detail: string }[] {
  const isSuccess = event === "provider.success" || event === "settlement.confirmed";
  if (!isSuccess || result.kind !== "not_allowed" || payment.state === "submitted") return [];
  return [{ type: "success_after_end", detail: `${event} while the payment was ${payment.state}` }];
}

/** A try that a host reports counts as one of the page's own: the tenth refusal is final, whoever began the tries (row 13). */
function changesWith(event: PaymentEvent, payment: Payment): NonNullable<IncomingEvent["changes"]> {
  if (event === "provider.session_created") return { attemptCount: payment.attemptCount + 1, isAttemptAccepted: false };
  return isAcceptance(event) ? { isAttemptAccepted: true } : {};
}

/** A part of the amount is no acceptance: what follows a part is for an operator to see, not a decline. */
function isAcceptance(event: PaymentEvent): boolean {
  return ["provider.accepted", "provider.success", "settlement.confirmed"].includes(event);
}

async function inFreshUnits(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  work: (records: Records, payment: Payment, store: Store) => Promise<EventResult>,
): Promise<EventResult> {
  for (let round = 1; ; round += 1) {
    try {
      const result = await dependencies.storage.write(async (records): Promise<EventResult> => {
        const payment = await records.payments.find(paymentId);
        const store = payment && (await records.stores.findEvenDeleted(payment.merchantId));
        if (payment === undefined || store === undefined) return { kind: "not_found" };
        return work(records, payment, store);
      });
      if (result.kind === "moved") dependencies.announce(paymentId);
      return result;
    } catch (error) {
      if (!(error instanceof PaymentMovedError) || round === maxRounds) throw error;
    }
  }
}

async function move(
  dependencies: ApplyEventDependencies,
  records: Records,
  payment: Payment,
  store: Store,
  { event, actor, reason, changes }: IncomingEvent,
): Promise<Extract<EventResult, { payment: Payment }>> {
  const row = findTransition(payment.state, event, factsOf(payment, store, dependencies.clock.now()));
  if (row === undefined) return { kind: "not_allowed", payment };
  const next: Payment = { ...payment, ...changes, state: row.to };
  if (row.to === payment.state && !differs(payment, changes)) return { kind: "unchanged", payment };
  const written = await recordTransition(dependencies, records, {
    before: payment,
    next,
    cause: { event, actor, reason: reason ?? row.reason },
  });
  if (isAtProvider(payment.state) && row.to === "opened") await endCurrentAttempt(records, payment.paymentId, event);
  return { kind: "moved", payment: written, from: payment.state };
}

function isAtProvider(state: PaymentState): boolean {
  return state === "at_provider" || state === "unresolved";
}

/** The next try needs a session of its own. One that the buyer only walked away from may still be paid, so it is asked about further. */
async function endCurrentAttempt(records: Records, paymentId: string, event: PaymentEvent): Promise<void> {
  const attempt = await records.attempts.findCurrent(paymentId);
  if (attempt === undefined) return;
  const nextPollAt = event === "buyer.back" || event === "provider.abandoned" ? attempt.nextPollAt : undefined;
  await records.attempts.update({ ...attempt, status: "ended", nextPollAt });
}

function differs(payment: Payment, changes: IncomingEvent["changes"] = {}): boolean {
  // Sound: `changes` holds fields of Payment only.
  return (Object.keys(changes) as (keyof typeof changes)[]).some((field) => payment[field] !== changes[field]);
}

/** What the guards of the graph look at, for a payment of a store at a moment. */
export function factsOf(payment: Payment, store: Store, now: number): TransitionFacts {
  return {
    checkoutMode: payment.checkoutMode,
    confirmationMode: store.openBankTransfer.confirmationMode,
    currency: payment.currency,
    attemptCount: payment.attemptCount,
    isAttemptAccepted: payment.isAttemptAccepted,
    now,
    expiresAt: payment.expiresAt,
  };
}
