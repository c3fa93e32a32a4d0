// Money that a person records, and the check of it.
import { limits } from "./generated/limits.js";
import type { RefusalDetail } from "./refusal.js";
import { reportedCurrency } from "./reported-text.js";
import { findMissingText, maxTextLength } from "./required-text.js";

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

const maxAmountCents = limits.amountCentsMax;
/** Tolerance for a clock that is behind the bank's. */
const clockSkewToleranceMs = 24 * 60 * 60 * 1000;

export function violationsOfReceivedMoney(
  given: Partial<Record<keyof ReceivedMoney, unknown>>,
  now: number,
): RefusalDetail[] {
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
