// The alerts that an arrival raises: money that was not due, arrived too late, or is not enough (spec/rules.md#arrivals).
import { referencesOf } from "./arrival.js";
import { type AlertDraft, underPaid } from "./evidence.js";
import { reportedAmount } from "./money-text.js";
import type { Payment, PaymentArrival } from "./payment.js";
import { stateText } from "./payment-state.js";

export interface ArrivalPlace {
  payment: Pick<Payment, "amountCents" | "currency" | "state">;
  arrival: PaymentArrival;
  /** The sum without this arrival, and with it, minor units. */
  beforeCents: number;
  sumCents: number;
  /** What the bank has returned, in the payment's currency. */
  returnedCents: number;
  /** Earlier arrivals in the payment's currency. */
  earlier: readonly PaymentArrival[];
  /** Describes an arrival by session, amount and reference. */
  describe(arrival: PaymentArrival): string;
  /** The graph has no transition from the payment's state to success: it has ended, or its late window is over. */
  isOver: boolean;
}

/** Alerts for an arrival in the payment's currency that was not recorded before. */
export function alertsOfNewArrival(place: ArrivalPlace): AlertDraft[] {
  const { payment, arrival, beforeCents, sumCents, returnedCents, earlier, describe, isOver } = place;
  const due = payment.amountCents;
  const subject = arrival.arrivalId;
  if (isOver && payment.state !== "settled") {
    const detail = `${describe(arrival)} after the payment was ${stateText(payment.state)}`;
    return [{ type: "success_after_end", subject, detail }];
  }
  if (beforeCents >= due) {
    const returned =
      returnedCents > 0 ? `, of which ${reportedAmount(returnedCents, payment.currency)} was returned` : "";
    const detail = `${describe(arrival)} in addition to ${earlier.map(describe).join(" and ")}${returned}; ${reportedAmount(due, payment.currency)} was due${doubtOf(place)}`;
    return [{ type: arrival.amountCents >= due ? "duplicate_payment" : "over_paid", subject, detail }];
  }
  return alertsOfSum(payment, sumCents, subject, doubtOf(place));
}

/** A person and a bank, or a bank and a statement, may have reported one transfer: who returns it then loses it. */
function doubtOf({ arrival, earlier }: ArrivalPlace): string {
  const isOneSource = earlier.every(({ source }) => source === arrival.source);
  return isOneSource ? "" : ": return the excess only if the account received both";
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
