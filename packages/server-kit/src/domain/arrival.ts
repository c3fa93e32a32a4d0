// Is this the money that is known already, or money that came besides? (docs/decisions/arrivals.md)
import type { ArrivalSource, Payment, PaymentArrival } from "./payment.js";
import { comparableReference } from "./reported-text.js";

/** A word that money came, brought to one form, amount and currency checked. */
export interface ReportedMoney {
  source: ArrivalSource;
  attemptId: string | undefined;
  statementEntryId: string | undefined;
  reference: string | undefined;
  /** Undefined: the word is about the whole amount. */
  amountCents: number | undefined;
  currency: string;
  /** False for a provider's word before the money is seen (`provider.success`). */
  isProven: boolean;
  /** When the money came; undefined when that was not reported. */
  receivedAt: number | undefined;
}

/**
 * What a word that money came means.
 * - `new`: money besides what is known, and how much.
 * - `repeated`: a known arrival reported again; `arrival` has what was learned about it.
 * - `corrected`: the proof of an arrival brought another amount than the provider had said.
 * - `contradicted`: a known arrival, with another amount than before. The first amount stays.
 */
export type ArrivalJudgement =
  | { kind: "new"; amountCents: number }
  | { kind: "repeated" | "corrected" | "contradicted"; arrival: PaymentArrival };

/** What has arrived in the payment's own currency, minor units. */
export function receivedCents(
  { currency }: Pick<Payment, "currency">,
  arrivals: readonly Pick<PaymentArrival, "amountCents" | "currency">[],
): number {
  return arrivals.reduce((sum, arrival) => sum + (arrival.currency === currency ? arrival.amountCents : 0), 0);
}

/** @param isCardSession whether a session took a card: its money reaches the account in a sum with others, never as an entry of its own. */
export function judgeArrival(
  payment: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  isCardSession: (attemptId: string) => boolean,
): ArrivalJudgement {
  const missing = payment.amountCents - receivedCents(payment, arrivals);
  const known = findKnownArrival(
    arrivals.filter(({ currency }) => currency === reported.currency),
    reported,
    { isPaid: missing <= 0, isCardSession },
  );
  if (known === undefined)
    return { kind: "new", amountCents: reported.amountCents ?? wholeOrRest(payment, reported, missing) };
  const learned: PaymentArrival = {
    ...known,
    statementEntryId: known.statementEntryId ?? reported.statementEntryId,
    reference: known.reference ?? reported.reference,
    isProven: known.isProven || reported.isProven,
  };
  const isOther = reported.amountCents !== undefined && reported.amountCents !== known.amountCents;
  if (!isOther) return { kind: "repeated", arrival: learned };
  if (reported.isProven && !known.isProven) {
    return { kind: "corrected", arrival: { ...learned, amountCents: reported.amountCents ?? known.amountCents } };
  }
  return { kind: "contradicted", arrival: { ...learned, isProven: known.isProven } };
}

/** A word without an amount that names nothing else speaks of what is still missing. */
function wholeOrRest({ amountCents }: Pick<Payment, "amountCents">, reported: ReportedMoney, missing: number): number {
  const namesSomething = reported.attemptId !== undefined || reported.reference !== undefined;
  return namesSomething || missing <= 0 ? amountCents : missing;
}

function findKnownArrival(
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  { isPaid, isCardSession }: { isPaid: boolean; isCardSession: (attemptId: string) => boolean },
): PaymentArrival | undefined {
  const first = (fits: (arrival: PaymentArrival) => boolean) => arrivals.find(fits);
  if (reported.source === "statement") return findOfStatement(arrivals, reported, isCardSession);
  const reference = comparableReference(reported.reference);
  const isSameAmount = ({ amountCents }: PaymentArrival) =>
    reported.amountCents === undefined || reported.amountCents === amountCents;
  if (reported.source === "person") {
    return first((arrival) => isSameAmount(arrival) && isSameRecord(arrival, reported, reference));
  }
  const isSameSession = ({ source, attemptId }: PaymentArrival) =>
    source === "provider" && attemptId === reported.attemptId;
  const byReference =
    reference === undefined
      ? undefined
      : (first((arrival) => comparableReference(arrival.reference) === reference && isSameSession(arrival)) ??
        first(
          (arrival) =>
            comparableReference(arrival.reference) === reference &&
            isSameAmount(arrival) &&
            (reported.attemptId === undefined || arrival.attemptId === undefined),
        ));
  if (byReference !== undefined) return byReference;
  if (reported.attemptId !== undefined) {
    return (
      // The settlement that proves what the session had announced, whatever it is called and however much it is.
      (reported.isProven ? first((arrival) => isSameSession(arrival) && !arrival.isProven) : undefined) ??
      first(
        (arrival) =>
          isSameSession(arrival) &&
          isSameAmount(arrival) &&
          (reference === undefined || arrival.reference === undefined),
      )
    );
  }
  if (reference !== undefined) return undefined;
  // Names neither session nor reference.
  if (reported.amountCents === undefined) return isPaid ? arrivals.at(-1) : undefined;
  return first((arrival) => isSameSession(arrival) && isSameAmount(arrival)) ?? first(isSameAmount);
}

/** People may record two equal parts; the same reference, or the same time, makes it the same record. */
function isSameRecord(arrival: PaymentArrival, reported: ReportedMoney, reference: string | undefined): boolean {
  if (reference !== undefined) return comparableReference(arrival.reference) === reference;
  return (
    arrival.source === "person" &&
    arrival.reference === undefined &&
    reported.receivedAt !== undefined &&
    arrival.receivedAt === reported.receivedAt
  );
}

/**
 * An entry is booked once. It may be the money that a bank's session reported of, or what a person recorded under the bank's reference; then it
 * is no second payment.
 */
function findOfStatement(
  arrivals: readonly PaymentArrival[],
  reported: ReportedMoney,
  isCardSession: (attemptId: string) => boolean,
): PaymentArrival | undefined {
  const known = arrivals.find(({ statementEntryId }) => statementEntryId === reported.statementEntryId);
  if (known !== undefined) return known;
  const reference = comparableReference(reported.reference);
  const free = arrivals.filter(
    (arrival) => arrival.statementEntryId === undefined && arrival.amountCents === reported.amountCents,
  );
  return (
    free.find((arrival) => reference !== undefined && comparableReference(arrival.reference) === reference) ??
    free.find(({ source, isProven, attemptId }) =>
      // What a bank's session brought reaches the account as an entry of its own, whether or not the bank has said so already.
      attemptId === undefined ? source === "provider" && !isProven : !isCardSession(attemptId),
    )
  );
}
