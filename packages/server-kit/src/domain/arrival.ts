// Decides whether reported money is a known arrival or additional money (docs/decisions/arrivals.md).
import type { ArrivalSource, Payment, PaymentArrival, ReturnedMoney } from "./payment.js";
import { comparableReference } from "./reported-text.js";

/** A report of money, normalised, with amount and currency checked. */
export interface ReportedMoney {
  source: ArrivalSource;
  attemptId: string | undefined;
  statementEntryId: string | undefined;
  reference: string | undefined;
  /** Undefined: the report is about the whole amount. */
  amountCents: number | undefined;
  currency: string;
  /** False while only the provider has reported it (`provider.success`), without a settlement or statement entry. */
  isProven: boolean;
  /** When the money arrived, epoch milliseconds; undefined when that was not reported. */
  receivedAt: number | undefined;
  /** `receivedAt` is only the start of a day: two reports of one day are not the same for that. */
  isDayOnly?: boolean | undefined;
  /**
   * The references of the successes that the session, or a host that names none, has reported before; undefined for one without a
   * reference.
   */
  announcedBefore?: readonly (string | undefined)[] | undefined;
  /** Those of the settlements that they have reported before. */
  settledBefore?: readonly (string | undefined)[] | undefined;
}

/**
 * The classification of a report of money.
 * - `new`: additional money, with its amount.
 * - `repeated`: a known arrival reported again; `arrival` includes the facts that the new report adds.
 * - `corrected`: the proof of an arrival has a different amount than the provider had announced.
 * - `contradicted`: a known arrival with a different amount than before. The first amount is kept.
 */
export type ClassifiedArrival =
  | { kind: "new"; amountCents: number }
  | { kind: "repeated" | "corrected" | "contradicted"; arrival: PaymentArrival };

/** What the sum of a payment is made of. */
type CountedArrival = Pick<PaymentArrival, "amountCents" | "currency" | "statementEntryId" | "receivedAt">;

/**
 * The sum that has arrived in the payment's currency and was not returned, minor units. In the order of the bank's days, because a
 * statement can be imported after a later one: what the bank returned before an entry was booked was not this entry's money.
 */
export function receivedCents(
  { currency }: Pick<Payment, "currency">,
  arrivals: readonly CountedArrival[],
  returned: readonly ReturnedMoney[] = [],
): number {
  const moves = [
    // Providers and people may report money long after it arrived; only its statement entry has the day.
    ...arrivals.map((arrival) => ({ ...arrival, at: arrival.statementEntryId === undefined ? 0 : arrival.receivedAt })),
    ...returned.map((one) => ({ ...one, amountCents: -one.amountCents, at: one.returnedAt })),
  ]
    .filter((move) => move.currency === currency)
    .sort((left, right) => left.at - right.at || right.amountCents - left.amountCents);
  return moves.reduce((sum, { amountCents }) => Math.max(0, sum + amountCents), 0);
}

/** Whether the bank has returned the money of the payment's currency: the payment is not paid any more. Other money may be left. */
export function isAmountReturned(
  payment: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly CountedArrival[],
  returned: readonly ReturnedMoney[],
): boolean {
  const paid = paidWith(payment, arrivals);
  return paid.some(({ currency }) => currency === payment.currency) && receivedCents(payment, paid, returned) === 0;
}

/** Whether the bank has returned all money, that of other currencies too: nothing of the buyer's is left with the store. */
export function isAllMoneyReturned(
  payment: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly CountedArrival[],
  returned: readonly ReturnedMoney[],
): boolean {
  const paid = paidWith(payment, arrivals);
  return returned.length > 0 && paid.every(({ currency }) => receivedCents({ currency }, paid, returned) === 0);
}

/** The arrivals of a paid payment. One without any was resolved by a person, and counts as paid in full. */
export function paidWith(
  { amountCents, currency }: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly CountedArrival[],
): readonly CountedArrival[] {
  return arrivals.length > 0 ? arrivals : [{ amountCents, currency, statementEntryId: undefined, receivedAt: 0 }];
}

/**
 * Decides whether the report is about a known arrival.
 * @param isCardSession card money reaches the account as part of a bulk payout, never as its own entry.
 */
export function classifyArrival(
  payment: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  isCardSession: (attemptId: string) => boolean,
  returned: readonly ReturnedMoney[] = [],
): ClassifiedArrival {
  const missing = payment.amountCents - receivedCents(payment, arrivals, returned);
  const known = findKnownArrival(
    arrivals.filter(({ currency }) => currency === reported.currency),
    reported,
    // Without the returns: money that the bank took back was reported all the same.
    { payment, isPaid: receivedCents(payment, arrivals) >= payment.amountCents, isCardSession },
  );
  if (known === undefined)
    return { kind: "new", amountCents: reported.amountCents ?? wholeOrRest(payment, arrivals, reported, missing) };
  const learned: PaymentArrival = {
    ...known,
    // From now on another session's report is not about the same entry.
    attemptId: known.attemptId ?? (known.source === "statement" ? reported.attemptId : undefined),
    statementEntryId: known.statementEntryId ?? reported.statementEntryId,
    receivedAt: (provesByEntry(known, reported) ? reported.receivedAt : undefined) ?? known.receivedAt,
    ...withReference(known, reported.reference),
    isProven: known.isProven || reported.isProven,
    isConfirmed: known.isConfirmed || isSettlement(reported),
  };
  const isOtherAmount = reported.amountCents !== undefined && reported.amountCents !== known.amountCents;
  // An announcement that is repeated after the settlement is the one that the settlement has corrected.
  if (!isOtherAmount || (known.isConfirmed && !reported.isProven)) return { kind: "repeated", arrival: learned };
  if (reported.isProven && !known.isProven) {
    return { kind: "corrected", arrival: { ...learned, amountCents: reported.amountCents ?? known.amountCents } };
  }
  return { kind: "contradicted", arrival: { ...learned, isProven: known.isProven } };
}

function provesByEntry(known: PaymentArrival, reported: ReportedMoney): boolean {
  return known.statementEntryId === undefined && reported.statementEntryId !== undefined;
}

/** The provider's own settlement, as opposed to its announcement. */
export function isSettlement({ source, isProven }: Pick<ReportedMoney, "source" | "isProven">): boolean {
  return source === "provider" && isProven;
}

/** Every reference under which the arrival was reported. */
export function referencesOf({
  reference,
  otherReferences = [],
}: Pick<PaymentArrival, "reference" | "otherReferences">): string[] {
  return reference === undefined ? otherReferences : [reference, ...otherReferences];
}

export function sharesReference(one: PaymentArrival, other: PaymentArrival): boolean {
  return referencesOf(other).some((reference) => hasReference(one, comparableReference(reference)));
}

function hasReference(arrival: PaymentArrival, comparable: string | undefined): boolean {
  return (
    comparable !== undefined && referencesOf(arrival).some((reference) => comparableReference(reference) === comparable)
  );
}

function withReference(
  arrival: PaymentArrival,
  reported: string | undefined,
): Pick<PaymentArrival, "reference" | "otherReferences"> {
  const { reference, otherReferences } = arrival;
  if (reported === undefined || hasReference(arrival, comparableReference(reported)))
    return { reference, otherReferences };
  if (reference === undefined) return { reference: reported, otherReferences };
  return { reference, otherReferences: [...(otherReferences ?? []), reported] };
}

/**
 * A report without amount, session or reference is about the amount still missing; a session's success after parts of it, about the rest of
 * the session.
 */
function wholeOrRest(
  { amountCents }: Pick<Payment, "amountCents">,
  arrivals: readonly PaymentArrival[],
  { attemptId, reference, isProven, currency }: ReportedMoney,
  missing: number,
): number {
  const ofSession = arrivals.filter((one) => one.source === "provider" && one.attemptId === attemptId);
  const restOfSession = ofSession.reduce(
    (rest, one) => (one.currency === currency ? rest - one.amountCents : rest),
    amountCents,
  );
  if (attemptId !== undefined && !isProven && restOfSession > 0) return restOfSession;
  const namesSomething = attemptId !== undefined || reference !== undefined;
  return namesSomething || missing <= 0 ? amountCents : missing;
}

function findKnownArrival(
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  {
    payment,
    isPaid,
    isCardSession,
  }: { payment: Pick<Payment, "amountCents">; isPaid: boolean; isCardSession: (attemptId: string) => boolean },
): PaymentArrival | undefined {
  const first = (fits: (arrival: PaymentArrival) => boolean) => arrivals.find(fits);
  if (reported.source === "statement") return findOfStatement(arrivals, reported, isCardSession);
  const reference = comparableReference(reported.reference);
  const isSameAmount = ({ amountCents }: PaymentArrival) =>
    reported.amountCents === undefined || reported.amountCents === amountCents;
  if (reported.source === "person") {
    return first((arrival) => isSameAmount(arrival) && isSameRecord(arrival, reported, reference));
  }
  const isSameSession = (arrival: PaymentArrival) =>
    arrival.source === "provider" && arrival.attemptId === reported.attemptId && !isOtherSettlement(arrival, reported);
  const byReference =
    reference === undefined
      ? undefined
      : (first((arrival) => hasReference(arrival, reference) && isSameSession(arrival)) ??
        first(
          (arrival) =>
            hasReference(arrival, reference) &&
            isSameAmount(arrival) &&
            !isOtherSettlement(arrival, reported) &&
            (reported.attemptId === undefined || arrival.attemptId === undefined),
        ));
  if (byReference !== undefined) return byReference;
  const announced = reported.isProven ? findAnnounced(arrivals.filter(isSameSession), isSameAmount) : undefined;
  if (announced !== undefined) return announced;
  const wholeCents = reported.amountCents ?? payment.amountCents;
  const confirmed = findConfirmedBefore(arrivals.filter(isSameSession), reported, wholeCents);
  if (confirmed !== undefined) return confirmed;
  if (reported.attemptId !== undefined) {
    return (
      first(
        (arrival) =>
          isSameSession(arrival) &&
          isSameAmount(arrival) &&
          (reference === undefined || arrival.reference === undefined),
      ) ??
      (isCardSession(reported.attemptId) ? undefined : findEntryOfSession(arrivals, reported.attemptId, wholeCents))
    );
  }
  if (reference !== undefined) return findEntryOfHost(arrivals, reported, wholeCents);
  // A report without session and reference.
  if (reported.amountCents === undefined) return isPaid ? arrivals.at(-1) : undefined;
  return first((arrival) => isSameSession(arrival) && isSameAmount(arrival)) ?? first(isSameAmount);
}

/**
 * What a session's settlement confirms, or that of a host that names no session, under any reference: the announcement of its amount, also
 * when a statement entry has proven it meanwhile; otherwise an announcement of another amount, which it corrects.
 */
function findAnnounced(
  ofSession: readonly PaymentArrival[],
  isSameAmount: (arrival: PaymentArrival) => boolean,
): PaymentArrival | undefined {
  return (
    ofSession.find(
      (arrival) =>
        isSameAmount(arrival) &&
        (!arrival.isProven || (arrival.statementEntryId !== undefined && !arrival.isConfirmed)),
    ) ?? ofSession.find(({ isProven }) => !isProven)
  );
}

/**
 * What a success announces although its settlement, or those of all parts, were reported before: events arrive in any order. Not what
 * another success has announced.
 */
function findConfirmedBefore(
  ofSession: readonly PaymentArrival[],
  { isProven, announcedBefore = [] }: ReportedMoney,
  amountCents: number,
): PaymentArrival | undefined {
  if (isProven || announcedBefore.includes(undefined)) return undefined;
  const open = ofSession.filter((arrival) => arrival.isConfirmed && !isAnnounced(arrival, announcedBefore));
  const isInParts = open.reduce((sum, arrival) => sum + arrival.amountCents, 0) === amountCents;
  return open.find((arrival) => arrival.amountCents === amountCents) ?? (isInParts ? open.at(-1) : undefined);
}

function isAnnounced(arrival: PaymentArrival, references: readonly (string | undefined)[]): boolean {
  return references.some((reference) => hasReference(arrival, comparableReference(reference)));
}

/**
 * The statement entry that was imported before a host that names no session announced its money: it takes one announcement, and then one
 * settlement. As in the other order, a settlement alone is not about an entry: card money has none of its own.
 */
function findEntryOfHost(
  arrivals: readonly PaymentArrival[],
  { isProven, announcedBefore = [] }: ReportedMoney,
  amountCents: number,
): PaymentArrival | undefined {
  return arrivals.find((arrival) => {
    const isOwn = arrival.source === "statement" && arrival.attemptId === undefined;
    if (!isOwn || arrival.amountCents !== amountCents) return false;
    return isAnnounced(arrival, announcedBefore) ? isProven && !arrival.isConfirmed : !isProven;
  });
}

/**
 * The statement entry that was imported before its bank session reported the same money. Its reference is the bank's, and says nothing
 * about the session's.
 */
function findEntryOfSession(
  arrivals: readonly PaymentArrival[],
  attemptId: string,
  amountCents: number,
): PaymentArrival | undefined {
  const entries = arrivals.filter((arrival) => arrival.source === "statement" && arrival.amountCents === amountCents);
  return (
    entries.find((entry) => entry.attemptId === attemptId) ?? entries.find((entry) => entry.attemptId === undefined)
  );
}

/**
 * A host reported this settlement's announcement after a settlement under another reference, so that it was taken for that one's. Its own
 * settlement shows that the two are different money.
 */
function isOtherSettlement(
  { isConfirmed, reference, attemptId }: PaymentArrival,
  { isProven, reference: reported, settledBefore = [] }: ReportedMoney,
): boolean {
  const wasSettled = (text: string | undefined) =>
    settledBefore.some((one) => comparableReference(one) === comparableReference(text));
  const isOfHost = attemptId === undefined && reported !== undefined && reference !== undefined;
  return isOfHost && isProven && isConfirmed && wasSettled(reference) && !wasSettled(reported);
}

/** Two equal parts may be recorded manually; only an equal reference or an equal time identifies the same record. */
function isSameRecord(arrival: PaymentArrival, reported: ReportedMoney, reference: string | undefined): boolean {
  if (reference !== undefined) return hasReference(arrival, reference);
  return (
    arrival.source === "person" &&
    arrival.reference === undefined &&
    reported.receivedAt !== undefined &&
    reported.isDayOnly !== true &&
    arrival.receivedAt === reported.receivedAt
  );
}

/**
 * The arrival that a statement entry proves. An entry is booked once; it may be money that a bank session reported, or that a person
 * recorded under the bank's reference, and is then not a second payment.
 */
function findOfStatement(
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  isCardSession: (attemptId: string) => boolean,
): PaymentArrival | undefined {
  const known = arrivals.find(({ statementEntryId }) => statementEntryId === reported.statementEntryId);
  if (known !== undefined) return known;
  const reference = comparableReference(reported.reference);
  const withoutEntry = arrivals.filter(
    (arrival) => arrival.statementEntryId === undefined && arrival.amountCents === reported.amountCents,
  );
  return (
    withoutEntry.find((arrival) => hasReference(arrival, reference)) ??
    withoutEntry.find(({ source, isProven, attemptId }) =>
      // Money of a bank session reaches the account as its own entry, whether or not the bank has already reported it.
      attemptId === undefined ? source === "provider" && !isProven : !isCardSession(attemptId),
    )
  );
}
