// Applies an event to a payment: looks it up in the transition graph, writes the result and stores the event as evidence. An event that
// the graph does not allow is recorded, without an error for its sender.
import type { Logger } from "../domain/clock.js";
import {
  type AlertDraft,
  claimsMoney,
  endsSession,
  type InterpretedEvent,
  interpretProviderEvent,
  type ProviderEvent,
  readProviderEvent,
} from "../domain/evidence.js";
import type { Actor, Payment, PaymentAttempt, PaymentEvidence } from "../domain/payment.js";
import { hasEnded, isIdle, showsAccount, stateText } from "../domain/payment-state.js";
import { endOfPolling, planNextPoll } from "../domain/poll-schedule.js";
import { comparableReference } from "../domain/reported-text.js";
import type { Store } from "../domain/store.js";
import type { PaymentEvent } from "../domain/transition-graph.js";
import type { Records, Storage } from "../storage/port.js";
import { type IncomingEvent, type MoveResult, movePayment } from "./move-payment.js";
import { raiseAlert } from "./raise-alert.js";
import { recordArrival } from "./record-arrival.js";
import type { TransitionDependencies } from "./record-transition.js";
import { retryOnConflict } from "./retry-on-conflict.js";

export interface ApplyEventDependencies extends TransitionDependencies {
  storage: Storage;
  logger: Logger;
  /** Called after the commit, with the payment that changed: wakes deliveries, mails and live pages. */
  announce(paymentId: string): void;
}

export type EventResult = MoveResult | { kind: "not_found" };

/**
 * Applies an event caused by a person or the clock. `incoming` may depend on the stored payment. `afterMove` runs in the same unit of
 * work, unless the graph does not allow the event.
 */
export async function applyEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  incoming: IncomingEvent | ((payment: Payment) => IncomingEvent),
  afterMove?: (records: Records, moved: Payment) => Promise<void>,
): Promise<EventResult> {
  return changePayment(dependencies, paymentId, async (records, payment, store): Promise<EventResult> => {
    const event = typeof incoming === "function" ? incoming(payment) : incoming;
    const result = await movePayment(dependencies, records, payment, store, event);
    if (result.kind !== "not_allowed") await afterMove?.(records, result.payment);
    return result;
  });
}

interface EventOrigin {
  actor: Actor;
  attemptId: string | undefined;
}

interface ReportOfSession {
  actor?: Actor | undefined;
  attemptId?: string | undefined;
  /** The same response lists an end of the session after this event. */
  hasEndedSince?: boolean | undefined;
  /** The last event that a poll returned: the session's state now, not its history. */
  isPresentState?: boolean | undefined;
  /** The same response lists an acceptance after this event. */
  isAcceptedSince?: boolean | undefined;
}

/**
 * Applies an event of a provider or a bank: stores it as evidence, compares it with the amount due, and may change the payment or raise
 * alerts. `attemptId` is the session that the event is about; a superseded session can still succeed, but not fail the payment. One that is
 * accepted while the buyer pays in no other way is resumed: the money is on its way, and no page may ask for it again.
 */
export async function applyProviderEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  reported: ProviderEvent,
  report: ReportOfSession = {},
): Promise<EventResult> {
  const { actor = "provider", attemptId, hasEndedSince = false } = report;
  const providerEvent = readProviderEvent(reported);
  return changePayment(dependencies, paymentId, async (records, payment, store): Promise<EventResult> => {
    const current = await records.attempts.findCurrent(paymentId);
    const isStale = attemptId !== undefined && attemptId !== current?.attemptId;
    const reportedBefore = await evidenceOfSession(records, paymentId, attemptId);
    const resumes =
      isStale &&
      !hasEndedSince &&
      hasOnlyThisSession(payment, current) &&
      isFirstAcceptance(reportedBefore, providerEvent);
    const isIgnored =
      (isStale && !resumes && !claimsMoney(providerEvent)) ||
      (attemptId !== undefined && isOldEnd(reportedBefore, providerEvent, report));
    const interpreted: InterpretedEvent = isIgnored
      ? { kind: "event", event: undefined, alerts: [] }
      : interpretProviderEvent(payment, providerEvent, store.openBankTransfer.confirmationMode);
    const result = await applyInterpreted(
      dependencies,
      records,
      { payment, store, providerEvent, interpreted, reportedBefore },
      { actor, attemptId },
    );
    // A retry after this requires a new session. A buyer who only left may return to this one and pay, so it is still polled.
    if (current !== undefined && result.kind === "moved" && endsSession(providerEvent)) {
      await records.attempts.update({ ...current, status: "ended", nextPollAt: endOfPolling(payment.expiresAt) });
    }
    if (resumes && interpreted.kind === "event" && result.kind === "moved") {
      await resumeSession(records, attemptId, { payment, current, now: dependencies.clock.now() });
    }
    await records.evidence.record({
      paymentId,
      attemptId,
      statementEntryId: undefined,
      event: providerEvent.type,
      wasAllowed: result.kind !== "not_allowed",
      providerTime: providerEvent.providerTime,
      amountCents: Number.isNaN(providerEvent.amountCents) ? undefined : providerEvent.amountCents,
      currency: providerEvent.currency,
      reference: providerEvent.reference,
      detail: providerEvent.detail,
      at: dependencies.clock.now(),
    });
    // The payment may have been erased; one that was open was not.
    if (hasEnded(payment.state)) await records.privacy.markNotErased(paymentId, dependencies.clock.now());
    if (result.kind === "not_allowed") {
      dependencies.logger.info(
        { paymentId, event: providerEvent.type, state: payment.state },
        "provider event recorded; the payment's state does not allow it",
      );
    }
    return result;
  });
}

/** The buyer has neither another open session nor the account to transfer to: a decline of this one then ends no other way to pay. */
function hasOnlyThisSession({ state, claimedPaidAt }: Payment, current: PaymentAttempt | undefined): boolean {
  const hasOpenSession = current?.status === "opening" || current?.status === "open";
  return isIdle(state) && !showsAccount(state) && claimedPaidAt === undefined && !hasOpenSession;
}

/** What the session, or a host that names none, has reported before. */
async function evidenceOfSession(
  records: Records,
  paymentId: string,
  attemptId: string | undefined,
): Promise<PaymentEvidence[]> {
  return (await records.evidence.list(paymentId)).filter((one) => one.attemptId === attemptId);
}

export function isAcceptance(event: PaymentEvidence["event"]): boolean {
  return event === "provider.accepted" || event === "provider.success";
}

/** An acceptance that the payment has already moved by, and that is reported again, says nothing new. */
function isFirstAcceptance(reportedBefore: readonly PaymentEvidence[], { type }: ProviderEvent): boolean {
  return isAcceptance(type) && !reportedBefore.some(({ event, wasAllowed }) => event === type && wasAllowed);
}

/**
 * An end that is older than the session's acceptance: banks list their history at each poll, and repeat callbacks. The bank's own times
 * decide; where they do not, the order of a poll's response, and an end that was reported before the acceptance at that time and under that
 * reference is a repetition, except where a poll returns it as the present state.
 */
function isOldEnd(
  reportedBefore: readonly PaymentEvidence[],
  end: ProviderEvent,
  { isPresentState = false, isAcceptedSince = false }: ReportOfSession,
): boolean {
  const accepted = reportedBefore.findLastIndex(({ event }) => isAcceptance(event));
  if (!endsSession(end) || accepted < 0) return false;
  const times = reportedBefore.flatMap(({ event, providerTime }) => (isAcceptance(event) ? (providerTime ?? []) : []));
  const acceptedAt = times.length === 0 ? undefined : Math.max(...times);
  if (end.providerTime !== undefined && acceptedAt !== undefined) {
    if (latestMoment(end.providerTime) < acceptedAt) return true;
    if (end.providerTime > latestMoment(acceptedAt)) return false;
  }
  if (isAcceptedSince) return true;
  return (
    !isPresentState && reportedBefore.slice(0, accepted).some((one) => one.event === end.type && mayBeSame(one, end))
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** A bank's time that is only a day is its midnight in UTC, and may be any moment of the day. */
function latestMoment(providerTime: number): number {
  return providerTime % dayMs === 0 ? providerTime + dayMs - 1 : providerTime;
}

function mayBeSame(earlier: PaymentEvidence, end: ProviderEvent): boolean {
  // A row that was reported again has the time of the first report only.
  if (earlier.count === 1 && isAtOtherTime(earlier.providerTime, end.providerTime)) return false;
  const [left, right] = [comparableReference(earlier.reference), comparableReference(end.reference)];
  return left === undefined || right === undefined || left === right;
}

function isAtOtherTime(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && (latestMoment(one) < other || latestMoment(other) < one);
}

/**
 * The buyer authorised a session after leaving it. It is the current one again, so that its decline is not taken for that of an earlier
 * attempt.
 */
async function resumeSession(
  records: Records,
  attemptId: string,
  { payment, current, now }: { payment: Payment; current: PaymentAttempt | undefined; now: number },
): Promise<void> {
  if (current !== undefined) await records.attempts.update({ ...current, status: "superseded" });
  const session = await records.attempts.find(attemptId);
  if (session === undefined) return;
  // The provider may have ended it; then it is not polled by schedule.
  const nextPollAt = planNextPoll(session, payment.expiresAt, now);
  await records.attempts.update({ ...session, status: "open", nextPollAt });
}

interface EventContext {
  payment: Payment;
  store: Store;
  providerEvent: ProviderEvent;
  interpreted: InterpretedEvent;
  reportedBefore: readonly PaymentEvidence[];
}

async function applyInterpreted(
  dependencies: ApplyEventDependencies,
  records: Records,
  { payment, store, providerEvent, interpreted, reportedBefore }: EventContext,
  { actor, attemptId }: EventOrigin,
): Promise<MoveResult> {
  if (interpreted.kind === "money") {
    const { amountCents, currency, isProven, fullEvent, partEvent } = interpreted;
    return recordArrival(dependencies, records, payment, store, {
      reported: {
        source: "provider",
        attemptId,
        statementEntryId: undefined,
        reference: providerEvent.reference,
        amountCents,
        currency,
        isProven,
        receivedAt: providerEvent.providerTime,
        announcedBefore: referencesOf(reportedBefore, ["provider.success"]),
        settledBefore: referencesOf(reportedBefore, ["settlement.confirmed", "settlement.partial"]),
      },
      fullEvent,
      partEvent,
      actor,
    });
  }
  const { event } = interpreted;
  const result: MoveResult =
    event === undefined
      ? { kind: "not_allowed", payment }
      : await movePayment(dependencies, records, payment, store, {
          event,
          actor,
          changes: changesWith(event, payment),
        });
  for (const alert of [...interpreted.alerts, ...unmatchedSuccess(event, payment, result)]) {
    await raiseAlert(dependencies, records, payment, alert);
  }
  return result;
}

function referencesOf(
  reported: readonly PaymentEvidence[],
  events: readonly PaymentEvidence["event"][],
): (string | undefined)[] {
  return reported.flatMap(({ event, reference }) => (events.includes(event) ? [reference] : []));
}

/** An announced success that the graph does not allow in this state raises an alert. */
function unmatchedSuccess(event: PaymentEvent | undefined, payment: Payment, result: MoveResult): AlertDraft[] {
  if (event !== "provider.success" || result.kind !== "not_allowed" || payment.state === "submitted") return [];
  const detail = `The provider reported success while the payment was ${stateText(payment.state)}`;
  return [{ type: "success_after_end", subject: "announced", detail }];
}

/** What changes when a buyer is sent to a bank or card page: the tenth decline is final (row 13). */
export function beginAttempt({ attemptCount }: Pick<Payment, "attemptCount">) {
  return { attemptCount: attemptCount + 1, isAttemptAccepted: false };
}

/** An attempt that a host reports counts like one of the checkout page. */
function changesWith(event: PaymentEvent, payment: Payment): NonNullable<IncomingEvent["changes"]> {
  if (event === "provider.session_created") return beginAttempt(payment);
  return event === "provider.accepted" || event === "provider.success" ? { isAttemptAccepted: true } : {};
}

/** Runs a unit of work on a payment and its store, again on a version conflict, and announces the payment after the commit. */
export async function changePayment<Result extends EventResult>(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  work: (records: Records, payment: Payment, store: Store) => Promise<Result>,
): Promise<Result | { kind: "not_found" }> {
  const result = await retryOnConflict(dependencies, async (records): Promise<Result | { kind: "not_found" }> => {
    const payment = await records.payments.find(paymentId);
    const store = payment && (await records.stores.findIncludingDeleted(payment.merchantId));
    if (payment === undefined || store === undefined) return { kind: "not_found" };
    return work(records, payment, store);
  });
  if (result.kind !== "not_found") dependencies.announce(paymentId);
  return result;
}
