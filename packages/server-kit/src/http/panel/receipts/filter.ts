// The filter of the list of receipts, parsed from the page's query.
import type { ReceiptFilter } from "../../../storage/port/receipt-records.js";
import { readAmounts, readFields, readPeriod } from "../filter-fields.js";
import type { FilterProblem } from "../filter-problems.js";
import type { StoreVisit } from "../visit.js";

const receiptFields = ["state", "from", "to", "min", "max"] as const;
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
  const fields = readFields(query, receiptFields);
  const problems: FilterProblem[] = [];
  const { from, until } = readPeriod(fields, problems, "Arrived");
  return {
    fields,
    problems,
    filter: {
      merchantId: store.merchantId,
      environment: mode,
      ...(Object.hasOwn(receiptStates, fields.state) && receiptStates[fields.state]?.filter),
      ...readAmounts(fields, problems),
      receivedFrom: from,
      receivedUntil: until,
      before: query.before,
    },
  };
}
