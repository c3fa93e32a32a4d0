// The filter of the list of payments, parsed from the page's query, and the fields that could not be parsed.
import type { AmountBound } from "../../../domain/amount-bound.js";
import { type Environment, environments } from "../../../domain/environment.js";
import { type PaymentMethod, paymentMethods } from "../../../domain/payment-method.js";
import { type PaymentState, paymentStates } from "../../../domain/payment-state.js";
import type { ExportFilter } from "../../../flows/export-payments.js";
import { type PaymentOrder, paymentOrders } from "../../../storage/port/payment-list-records.js";
import { readAmounts, readField, readFields, readPeriod } from "../filter-fields.js";
import type { FilterProblem } from "../filter-problems.js";
import { attention } from "./attention.js";

/** Groups of states that match what people search for. */
export const stateGroups: Record<string, { label: string; states: readonly PaymentState[] }> = {
  waiting: { label: "Waiting for the buyer", states: ["created", "opened", "qr_shown", "transfer_instructed"] },
  underway: { label: "In progress", states: ["at_provider", "submitted"] },
  unresolved: { label: "Unresolved", states: ["unresolved"] },
  paid: { label: "Paid", states: ["settled"] },
  ended: { label: "Ended without payment", states: ["declined", "cancelled", "expired"] },
};

/** The form's fields as they were entered; the query uses the same names. */
export const filterFields = ["q", "state", "method", "currency", "min", "max", "from", "to", "mode", "sort"] as const;
export type FilterFields = Record<(typeof filterFields)[number], string>;

export interface ListFilter {
  fields: FilterFields;
  /** Fields that could not be parsed: ignored by the filter, with a message for each. */
  problems: FilterProblem[];
  method: PaymentMethod | "undecided" | undefined;
  minAmount: AmountBound | undefined;
  maxAmount: AmountBound | undefined;
  createdFrom: number | undefined;
  createdUntil: number | undefined;
}

export function readFilter(query: Record<string, string>): ListFilter {
  const fields = readFields(query, filterFields);
  fields.currency = fields.currency.toUpperCase();
  const problems: FilterProblem[] = [];
  const { from, until } = readPeriod(fields, problems, "Created");
  readField(fields, "currency", {
    parse: (text) => (/^[A-Z]{3}$/.test(text) ? text : undefined),
    message: "A currency has three letters, such as EUR.",
    problems,
  });
  return {
    fields,
    problems,
    method: [...paymentMethods, "undecided" as const].find((word) => word === fields.method),
    ...readAmounts(fields, problems),
    createdFrom: from,
    createdUntil: until,
  };
}

/** The filter as the list and the export use it. */
export function toPaymentFilter(
  { fields, ...filter }: ListFilter,
  { merchantId, mode }: { merchantId: string; mode: Environment },
): ExportFilter {
  const { method, minAmount, maxAmount, createdFrom, createdUntil } = filter;
  return {
    merchantId,
    environment: fields.mode === "both" ? undefined : (environments.find((word) => word === fields.mode) ?? mode),
    states: statesOf(fields.state),
    needsAttention: fields.state === attention || undefined,
    search: fields.q === "" ? undefined : fields.q,
    currency: /^[A-Z]{3}$/.test(fields.currency) ? fields.currency : undefined,
    order: orderOf(fields),
    ...{ method, minAmount, maxAmount, createdFrom, createdUntil },
  };
}

export function orderOf({ sort }: FilterFields): PaymentOrder {
  return paymentOrders.find((word) => word === sort) ?? "newest";
}

function statesOf(word: string): readonly PaymentState[] | undefined {
  if (Object.hasOwn(stateGroups, word)) return stateGroups[word]?.states;
  const states = paymentStates.filter((state) => state === word);
  return states.length > 0 ? states : undefined;
}

/** Whether the list shows less than everything of its mode; the order does not narrow it. */
export function isNarrowed({ fields }: ListFilter): boolean {
  return filterFields.some((name) => name !== "sort" && name !== "mode" && fields[name] !== "");
}
