// The alerts that an arrival raises: money that was not due, arrived too late, or is not enough (spec/rules.md#arrivals).
import { paidWith, receivedCents, referencesOf, sharesReference } from "./arrival.js";
import { type AlertDraft, underPaid } from "./evidence.js";
import { reportedAmount } from "./money-text.js";
import type { Payment, PaymentAlert, PaymentArrival, ReturnedMoney } from "./payment.js";
import { stateText } from "./payment-state.js";

/** An arrival among the others of its payment. */
export interface ArrivalContext {
  payment: Pick<Payment, "amountCents" | "currency" | "state">;
  arrival: PaymentArrival;
  /** The sum without this arrival, and with it, minor units. */
  beforeCents: number;
  sumCents: number;
  /** Earlier arrivals in the payment's currency. */
  earlier: readonly PaymentArrival[];
  /** Describes an arrival by session, amount and reference. */
  describe(arrival: PaymentArrival): string;
  /** The graph has no transition from the payment's state to success: it has ended, or its late window is over. */
  isOver: boolean;
}

/** Alerts for an arrival in the payment's currency that was not recorded before. */
export function alertsOfNewArrival(context: ArrivalContext): AlertDraft[] {
  const { payment, arrival, beforeCents, sumCents, earlier, describe, isOver } = context;
  const due = payment.amountCents;
  const subject = arrival.arrivalId;
  if (isOver && payment.state !== "settled") return [arrivedAfterEnd(context)];
  if (beforeCents >= due) {
    // A return may be of money that was never recorded.
    const returnedCents = sumOf(earlier) - beforeCents;
    const returned =
      returnedCents > 0 ? `, of which ${reportedAmount(returnedCents, payment.currency)} was returned` : "";
    const before = `${earlier.map(describe).join(" and ")}${returned}`;
    const detail = `${describe(arrival)} in addition to ${before}; ${reportedAmount(due, payment.currency)} was due${doubtOf(context)}`;
    return [{ type: arrival.amountCents >= due ? "duplicate_payment" : "over_paid", subject, detail }];
  }
  return [...alertsOfSum(payment, sumCents, subject, doubtOf(context)), ...possiblyCountedTwice(context)];
}

export function arrivedAfterEnd({
  payment,
  arrival,
  sumCents,
  describe,
}: Pick<ArrivalContext, "payment" | "arrival" | "sumCents" | "describe">): AlertDraft {
  // A part may have arrived before the end, or within the time in which the rest could have settled the payment.
  const inAll =
    sumCents === arrival.amountCents ? "" : `; ${reportedAmount(sumCents, payment.currency)} received in all`;
  const detail = `${describe(arrival)} after the payment was ${stateText(payment.state)}${inAll}`;
  return { type: "success_after_end", subject: arrival.arrivalId, detail };
}

/** Two sources report one amount, and without one of the two the payment is not paid: it may be one transfer. */
function possiblyCountedTwice({ payment, arrival, sumCents, earlier, describe }: ArrivalContext): AlertDraft[] {
  const due = payment.amountCents;
  const pair = pairsOfSources([...earlier, arrival]).find(
    // After a return, the sum may contain one of the two only.
    ([{ amountCents }]) => sumCents >= 2 * amountCents && sumCents - amountCents < due,
  );
  if (sumCents < due || pair === undefined) return [];
  const detail = `${pair.map(describe).join(" and ")} may be one transfer; ${reportedAmount(due, payment.currency)} was due`;
  return [{ type: "possibly_counted_twice", subject: arrival.arrivalId, detail }];
}

/** Arrivals of one amount that different sources have reported, two by two; none when each has its statement entry. */
export function pairsOfSources(arrivals: readonly PaymentArrival[]): [PaymentArrival, PaymentArrival][] {
  return arrivals.flatMap((one, index): [PaymentArrival, PaymentArrival][] => {
    const other = arrivals
      .slice(index + 1)
      .find(
        (later) =>
          later.amountCents === one.amountCents && later.currency === one.currency && originOf(later) !== originOf(one),
      );
    return other === undefined ? [] : [[one, other]];
  });
}

/** An arrival that has its own statement entry is certain, whoever reported it first. */
function originOf({ source, statementEntryId }: PaymentArrival): PaymentArrival["source"] {
  return statementEntryId === undefined ? source : "statement";
}

/**
 * A person and a bank, or a bank and a statement, may have reported one transfer, and a person may have corrected an amount: a merchant who
 * returns the excess then loses it.
 */
function doubtOf({ arrival, earlier }: ArrivalContext): string {
  const isSameSource = earlier.every(({ source }) => source === arrival.source);
  const isCorrected = arrival.source === "person" && earlier.some((one) => sharesReference(one, arrival));
  return isSameSource && !isCorrected ? "" : ": return the excess only if the account received both";
}

/** Alerts for a sum that differs from the amount due. `subject` identifies the arrival that made it too large. */
export function alertsOfSum(
  { amountCents, currency }: Pick<Payment, "amountCents" | "currency">,
  sumCents: number,
  subject: string,
  doubt = "",
): AlertDraft[] {
  const detail = `${reportedAmount(sumCents, currency)} received, ${reportedAmount(amountCents, currency)} due`;
  if (sumCents < amountCents) return [underPaid(detail)];
  return sumCents > amountCents ? [{ type: "over_paid", subject, detail: `${detail}${doubt}` }] : [];
}

/** The money that an alert is about, minor units. */
export interface MoneyOfAlert {
  currency: string;
  /** What is left of it to decide about. */
  leftCents: number;
  /** What the bank has taken back of all that arrived. */
  takenBackCents: number;
}

/** Undefined: the alert is not about money that the bank could take back. */
export function moneyOfAlert(
  { type, subject }: Pick<PaymentAlert, "type" | "subject">,
  payment: Pick<Payment, "amountCents" | "currency">,
  arrivals: readonly PaymentArrival[],
  returned: readonly ReturnedMoney[],
): MoneyOfAlert | undefined {
  const currency = currencyOfAlert({ type, subject }, payment, arrivals);
  if (currency === undefined) return undefined;
  const counted = type === "other_payment_of_order_paid" ? paidWith(payment, arrivals) : arrivals;
  const sum = receivedCents({ currency }, counted, returned);
  return {
    currency,
    leftCents: isAboutExcess(type) ? Math.max(0, sum - payment.amountCents) : sum,
    takenBackCents: sumOf(counted.filter((arrival) => arrival.currency === currency)) - sum,
  };
}

function currencyOfAlert(
  { type, subject }: Pick<PaymentAlert, "type" | "subject">,
  payment: Pick<Payment, "currency">,
  arrivals: readonly PaymentArrival[],
): string | undefined {
  if (type === "wrong_currency") return arrivals.find(({ arrivalId }) => arrivalId === subject)?.currency;
  const isAboutSum = isAboutExcess(type) || type === "success_after_end" || type === "other_payment_of_order_paid";
  return isAboutSum ? payment.currency : undefined;
}

/** Whether the alert asks to return what is more than the amount due. */
export function isAboutExcess(type: PaymentAlert["type"]): boolean {
  return type === "duplicate_payment" || type === "over_paid";
}

function sumOf(arrivals: readonly Pick<PaymentArrival, "amountCents">[]): number {
  return arrivals.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The detail of an alert after a return or a correction: who returns the amount of the alert as well pays twice. */
export function detailWithRest(detail: string, { currency, leftCents, takenBackCents }: MoneyOfAlert): string {
  const what =
    takenBackCents > 0
      ? `the bank has taken back ${reportedAmount(takenBackCents, currency)} of this payment`
      : "an amount was corrected since";
  // Empty after an erasure.
  const before = detail.replace(/(^|; )(the bank has taken back|an amount was corrected since).*$/s, "");
  const rest = `${what}: at most ${reportedAmount(leftCents, currency)} is left to return in all`;
  return before === "" ? rest : `${before}; ${rest}`;
}

/** A known arrival reported with a different amount: the first amount is kept, and an operator decides. */
export function amountChanged(arrival: PaymentArrival, reportedCents: number): AlertDraft {
  const { amountCents, currency } = arrival;
  const [reported, before] = [reportedAmount(reportedCents, currency), reportedAmount(amountCents, currency)];
  const references = referencesOf(arrival).join(" and ");
  const reference = references === "" ? "" : ` under the reference ${references}`;
  return {
    type: "amount_changed",
    subject: `${arrival.arrivalId} ${reportedCents}`,
    detail: `${reported} reported after ${before}${reference}`,
  };
}
