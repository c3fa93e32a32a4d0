// The filter of the list of receipts, parsed from the page's query and written back to it.
import { readAmountBound } from "../../../domain/amount-bound.js";
import type { ReceiptFilter } from "../../../storage/port/receipt-records.js";
import { dayMs, readDay } from "../day.js";
import type { FilterProblem } from "../filter-problems.js";
import type { StoreVisit } from "../visit.js";

export const receiptFields = ["state", "from", "to", "min", "max"] as const;
export type ReceiptFields = Record<(typeof receiptFields)[number], string>;

/** The filter's choices: how the receipt was counted, and whether the payment is paid. */
export const receiptStates: Record<string, { label: string; filter: Pick<ReceiptFilter, "outcome" | "isPaid"> }> = {
  paid: { label: "Payment paid", filter: { outcome: "counted", isPaid: true } },
  open: { label: "Payment not paid", filter: { outcome: "counted", isPaid: false } },
  known: { label: "Recorded before", filter: { outcome: "known" } },
  other_currency: { label: "Other currency", filter: { outcome: "other_currency" } },
};

export function readReceiptFilter({ call: { query }, store, mode }: StoreVisit): {
  fields: ReceiptFields;
  filter: Omit<ReceiptFilter, "limit">;
  problems: FilterProblem[];
} {
  // Every name is given a value.
  const fields = Object.fromEntries(
    receiptFields.map((name) => [name, (query[name] ?? "").trim().slice(0, 32)]),
  ) as ReceiptFields;
  const problems: FilterProblem[] = [];
  const read = <Value>(field: keyof ReceiptFields, parse: (text: string) => Value | undefined, message: string) => {
    const text = fields[field];
    const value = text === "" ? undefined : parse(text);
    if (text !== "" && value === undefined) problems.push({ field, message });
    return value;
  };
  const from = read("from", readDay, "The first day must be a date, such as 2027-01-31.");
  const to = read("to", readDay, "The last day must be a date, such as 2027-01-31.");
  return {
    fields,
    problems,
    filter: {
      merchantId: store.merchantId,
      environment: mode,
      ...(Object.hasOwn(receiptStates, fields.state) && receiptStates[fields.state]?.filter),
      minAmount: read(
        "min",
        (text) => readAmountBound(text, "min"),
        "The lowest amount must be an amount, such as 19.99.",
      ),
      maxAmount: read(
        "max",
        (text) => readAmountBound(text, "max"),
        "The highest amount must be an amount, such as 19.99.",
      ),
      receivedFrom: from,
      receivedUntil: to === undefined ? undefined : to + dayMs,
      before: query.before,
    },
  };
}

/** The filter as a query string. */
export function receiptQuery(fields: ReceiptFields, before?: string): string {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  if (before !== undefined) query.set("before", before);
  return query.size === 0 ? "" : `?${query}`;
}
