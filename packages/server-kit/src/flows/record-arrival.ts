// Records money for a payment: classifies it as new or known, updates the sum, makes the transition and raises alerts. In the caller's unit
// of work, for providers, people and bank statements alike (spec/rules.md#arrivals; docs/decisions/arrivals.md).
import { classifyArrival, isSettlement, type ReportedMoney, receivedCents, referencesOf } from "../domain/arrival.js";
import {
  alertsOfNewArrival,
  alertsOfSum,
  amountChanged,
  arrivedAfterEnd,
  isAboutExcess,
} from "../domain/arrival-alerts.js";
import { type AlertDraft, wrongCurrency } from "../domain/evidence.js";
import { createTimedId } from "../domain/identifiers.js";
import { reportedAmount } from "../domain/money-text.js";
import {
  type Actor,
  type Payment,
  type PaymentArrival,
  type PaymentAttempt,
  type ProviderPlace,
  placeOfKind,
  type ReturnedMoney,
} from "../domain/payment.js";
import { type PaymentMethod, placeOfMethod } from "../domain/payment-method.js";
import { isAbsorbing } from "../domain/payment-state.js";
import type { ReceiptOutcome } from "../domain/receipt.js";
import type { Store } from "../domain/store.js";
import { findTransition, type PaymentEvent } from "../domain/transition-graph.js";
import type { Records } from "../storage/port.js";
import { compareWithOrder } from "./compare-with-order.js";
import { factsOf, type IncomingEvent, type MoveResult, movePayment } from "./move-payment.js";
import { countAlertsAgain, raiseAlert } from "./raise-alert.js";
import type { TransitionDependencies } from "./record-transition.js";
import { VersionConflictError } from "./retry-on-conflict.js";
import { reviewMoneyAlerts } from "./review-money-alerts.js";

export interface ArrivalReport {
  reported: ReportedMoney;
  /** The event when the sum reaches the amount due, and the event when it does not. */
  fullEvent: PaymentEvent;
  partEvent: PaymentEvent;
  actor: Actor;
  reason?: string | undefined;
  changes?: IncomingEvent["changes"];
}

export type ArrivalResult = MoveResult & {
  outcome: ReceiptOutcome;
  /** The arrival after this report. */
  arrival: PaymentArrival;
  /** The sum in the payment's currency, minor units. */
  receivedCents: number;
};

/** What is stored about the payment and its money before the report. */
interface ReportContext {
  payment: Payment;
  store: Store;
  report: ArrivalReport;
  arrivals: PaymentArrival[];
  returned: ReturnedMoney[];
  attempts: PaymentAttempt[];
}

/** @throws VersionConflictError when another writer changed the payment meanwhile: run the unit of work again. */
export async function recordArrival(
  dependencies: TransitionDependencies,
  records: Records,
  payment: Payment,
  store: Store,
  report: ArrivalReport,
): Promise<ArrivalResult> {
  const arrivals = await records.arrivals.list(payment.paymentId);
  const returned = await records.statements.listReturned(payment.paymentId);
  const attempts = await records.attempts.list(payment.paymentId);
  const context: ReportContext = { payment, store, report, arrivals, returned, attempts };
  const isCardSession = (attemptId: string) =>
    attempts.some((attempt) => attempt.attemptId === attemptId && placeOfKind[attempt.kind] === "card");
  const classified = classifyArrival(payment, arrivals, report.reported, isCardSession, returned);
  if (classified.kind !== "new") return recordKnown(dependencies, records, context, classified);
  const now = dependencies.clock.now();
  const { source, attemptId, statementEntryId, reference, currency, isProven, receivedAt } = report.reported;
  const arrival: PaymentArrival = {
    arrivalId: createTimedId("arr", now, dependencies.randomBytes),
    paymentId: payment.paymentId,
    source,
    attemptId,
    statementEntryId,
    reference,
    otherReferences: undefined,
    amountCents: classified.amountCents,
    currency,
    isProven,
    isConfirmed: isSettlement(report.reported),
    receivedAt: receivedAt ?? now,
    at: now,
    count: 1,
    lastAt: now,
  };
  await records.arrivals.insert(arrival);
  if (currency === payment.currency) return recordNew(dependencies, records, context, arrival);
  await raiseAlert(
    dependencies,
    records,
    payment,
    wrongCurrency(payment, arrival.arrivalId, report.reported.amountCents, currency),
  );
  const sum = receivedCents(payment, arrivals, returned);
  return { kind: "not_allowed", payment, outcome: "other_currency", arrival, receivedCents: sum };
}

async function recordNew(
  dependencies: TransitionDependencies,
  records: Records,
  context: ReportContext,
  arrival: PaymentArrival,
): Promise<ArrivalResult> {
  const { payment, arrivals, returned } = context;
  const isCounted = ({ currency }: { currency: string }) => currency === payment.currency;
  const sum = receivedCents(payment, [...arrivals, arrival], returned);
  const isOver = isPastSuccess(dependencies, context);
  const before = receivedCents(payment, arrivals, returned);
  // The bank had taken the money of a settled payment back.
  const isPaidAgain = payment.state === "settled" && before < payment.amountCents && sum >= payment.amountCents;
  const alerts = alertsOfNewArrival({
    payment,
    arrival,
    beforeCents: before,
    sumCents: sum,
    earlier: arrivals.filter(isCounted),
    describe: (one) => describeArrival(one, context.attempts),
    isOver,
  });
  const moved = isOver ? ({ kind: "not_allowed", payment } as const) : await move(dependencies, records, context, sum);
  await raiseAll(dependencies, records, payment, alerts);
  await reviewMoneyAlerts(dependencies, records, payment, { arrivals: [...arrivals, arrival], returned });
  if (isPaidAgain) await compareWithOrder(dependencies, records, payment);
  return { ...moved, outcome: "counted", arrival, receivedCents: sum };
}

/** The graph has no transition from the payment's state to success: it has ended, or its late window is over. */
function isPastSuccess({ clock }: TransitionDependencies, { payment, store, report }: ReportContext): boolean {
  return findTransition(payment.state, report.fullEvent, factsOf(payment, store, clock.now())) === undefined;
}

async function recordKnown(
  dependencies: TransitionDependencies,
  records: Records,
  context: ReportContext,
  { kind, arrival }: { kind: "repeated" | "corrected" | "contradicted"; arrival: PaymentArrival },
): Promise<ArrivalResult> {
  const { payment, arrivals, returned, report } = context;
  const written = { ...arrival, count: arrival.count + 1, lastAt: dependencies.clock.now() };
  await records.arrivals.update(written);
  const updated = arrivals.map((one) => (one.arrivalId === written.arrivalId ? written : one));
  const sum = receivedCents(payment, updated, returned);
  const outcome = written.currency === payment.currency ? "known" : "other_currency";
  if (kind === "corrected" && outcome === "known") {
    const alerts = await alertsOfCorrection(dependencies, records, context, { arrival: written, sum });
    // Whoever has handled an alert about the arrival decided on the amount before; an arrival is corrected once.
    await raiseAll(
      dependencies,
      records,
      payment,
      alerts.map((alert) => ({ ...alert, mayReopen: true })),
    );
  }
  if (kind === "contradicted") {
    await raiseAlert(dependencies, records, payment, amountChanged(written, report.reported.amountCents ?? 0));
  }
  if (kind === "repeated") await countAlertsAgain(dependencies, records, { ...payment, subject: written.arrivalId });
  const namesRest = kind === "corrected";
  await reviewMoneyAlerts(dependencies, records, payment, { arrivals: updated, returned, namesRest });
  const maySettle = sum >= payment.amountCents && !isAbsorbing(payment.state);
  const moved =
    outcome === "known" && maySettle
      ? await move(dependencies, records, context, sum)
      : ({ kind: "not_allowed", payment } as const);
  return { ...moved, outcome, arrival: written, receivedCents: sum };
}

async function alertsOfCorrection(
  dependencies: TransitionDependencies,
  records: Records,
  context: ReportContext,
  { arrival, sum }: { arrival: PaymentArrival; sum: number },
): Promise<AlertDraft[]> {
  const { payment, attempts } = context;
  if (payment.state !== "settled" && isPastSuccess(dependencies, context)) {
    const describe = (one: PaymentArrival) => describeArrival(one, attempts);
    return [arrivedAfterEnd({ payment, arrival, sumCents: sum, describe })];
  }
  // An open alert about the excess names what is left to return: with a second one, it would be returned twice.
  const isExcessNamed = (await records.alerts.listOfPayment(payment.paymentId)).some(
    ({ type, resolvedAt }) => resolvedAt === undefined && isAboutExcess(type),
  );
  return isExcessNamed && sum > payment.amountCents ? [] : alertsOfSum(payment, sum, arrival.arrivalId);
}

/** A part without a row in the graph is counted without a transition. */
async function move(
  dependencies: TransitionDependencies,
  records: Records,
  { payment, store, report, attempts }: ReportContext,
  sum: number,
): Promise<MoveResult> {
  const isPaid = sum >= payment.amountCents;
  const event = isPaid ? report.fullEvent : report.partEvent;
  const paymentMethod = isPaid ? methodOf(report.reported, payment, attempts) : payment.paymentMethod;
  const incoming: IncomingEvent = { event, actor: report.actor, reason: report.reason };
  // A partial amount is not an acceptance: an operator decides what follows; it is not a decline.
  const changes = { ...report.changes, paymentMethod, ...(isPaid && { isAttemptAccepted: true }) };
  const result = await movePayment(dependencies, records, payment, store, { ...incoming, changes });
  if (result.kind === "moved") return result;
  return { kind: "unchanged", payment: await writeNewSum(dependencies, records, payment) };
}

/** Writes the payment although its state stays: open pages show the new sum, and concurrent parts conflict by version. */
export async function writeNewSum(
  { clock }: Pick<TransitionDependencies, "clock">,
  records: Records,
  payment: Payment,
): Promise<Payment> {
  const counted: Payment = { ...payment, version: payment.version + 1, updatedAt: clock.now() };
  if (!(await records.payments.update(counted, payment.version))) {
    throw new VersionConflictError(`Payment ${payment.paymentId} is past version ${payment.version}.`);
  }
  return counted;
}

const methodAtPlace: Record<ProviderPlace, PaymentMethod> = { bank: "open_bank_transfer", card: "card_processing" };

/**
 * How the money arrived: by the method of its provider session, otherwise by the chosen one. Money on a statement was not a card payment.
 */
function methodOf(
  reported: ReportedMoney,
  { paymentMethod }: Payment,
  attempts: readonly PaymentAttempt[],
): PaymentMethod {
  const session = attempts.find(({ attemptId }) => attemptId === reported.attemptId);
  const chosenPlace = placeOfMethod[paymentMethod];
  if (session !== undefined) {
    const place = placeOfKind[session.kind];
    return chosenPlace === place ? paymentMethod : methodAtPlace[place];
  }
  return reported.source === "statement" && chosenPlace === "card" ? "bank_transfer" : paymentMethod;
}

async function raiseAll(
  dependencies: TransitionDependencies,
  records: Records,
  payment: Payment,
  alerts: readonly AlertDraft[],
): Promise<void> {
  for (const alert of alerts) await raiseAlert(dependencies, records, payment, alert);
}

function describeArrival(arrival: PaymentArrival, attempts: readonly PaymentAttempt[]): string {
  const { amountCents, currency, attemptId, statementEntryId, source } = arrival;
  const references = referencesOf(arrival).join(" and ");
  const session = attempts.find((attempt) => attempt.attemptId === attemptId);
  const from =
    session !== undefined
      ? `session ${session.sessionId ?? session.attemptId} of ${session.provider}`
      : statementEntryId !== undefined
        ? `statement entry ${statementEntryId}`
        : source === "person"
          ? "recorded by a person"
          : references === "" && "reported without a session";
  const origin = [from, references !== "" && `reference ${references}`].filter((part) => part !== false);
  return `${reportedAmount(amountCents, currency)} (${origin.join(", ")})`;
}
