// A decision about a payment is made on the sum that its page showed: whoever sees "nothing received" would record a colleague's money a
// second time, or cancel what has been paid in part meanwhile.
import { formatMoney } from "../../../domain/money-text.js";
import type { Payment } from "../../../domain/payment.js";
import { readReceivedCents } from "../../../flows/read-payment.js";
import type { Records } from "../../../storage/port.js";
import type { Html } from "../../html.js";
import { type FormValues, filledFromField, requireUnchanged } from "../filled-from.js";

function shownValues(receivedCents: number, currency: string): FormValues {
  return { received: formatMoney(receivedCents, currency, "en") };
}

/** The hidden field of a form that decides about the payment. */
export function shownMoney({ receivedCents, currency }: { receivedCents: number; currency: string }): Html {
  return filledFromField(shownValues(receivedCents, currency));
}

/**
 * In the decision's unit of work. A form without the field showed no sum.
 * @throws Refusal VALIDATION_ERROR when the payment has received or returned money since.
 */
export async function requireShownMoney(
  filledFrom: string | undefined,
  records: Records,
  payment: Payment,
): Promise<void> {
  if (filledFrom === undefined) return;
  requireUnchanged(filledFrom, shownValues(await readReceivedCents(records, payment), payment.currency));
}
