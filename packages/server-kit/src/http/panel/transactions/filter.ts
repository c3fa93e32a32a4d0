// The filter of the list of payments: parsed from the page's query, written back to it, and the fields that could not be parsed.
import { type AmountBound, readAmountBound } from "../../../domain/amount-bound.js";
import { type Environment, environments } from "../../../domain/environment.js";
import { type PaymentMethod, paymentMethods } from "../../../domain/payment-method.js";
import { type PaymentState, paymentStates } from "../../../domain/payment-state.js";
import type { ExportFilter } from "../../../flows/export-payments.js";
import { dayMs, readDay } from "../day.js";
import type { FilterProblem } from "../filter-problems.js";
import { attention } from "./paths.js";

/** Groups of states that match what people search for. */
export const stateGroups: Record<string, { label: string; states: readonly PaymentState[] }> = {
  waiting: { label: "Waiting for the buyer", states: ["created", "opened", "qr_shown", "transfer_instructed"] },
  underway: { label: "In progress", states: ["at_provider", "submitted"] },
  unresolved: { label: "Unresolved", states: ["unresolved"] },
  paid: { label: "Paid", states: ["settled"] },
  ended: { label: "Ended without payment", states: ["declined", "cancelled", "expired"] },
};

const paymentOrders = ["oldest", "largest", "smallest"] as const;

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
  // Every name is given a value.
  const fields = Object.fromEntries(
    filterFields.map((name) => [name, (query[name] ?? "").trim().slice(0, 255)]),
  ) as FilterFields;
  fields.currency = fields.currency.toUpperCase();
  const problems: FilterProblem[] = [];
  const read = <Value>(field: keyof FilterFields, parse: (text: string) => Value | undefined, message: string) => {
    const text = fields[field];
    const value = text === "" ? undefined : parse(text);
    if (text !== "" && value === undefined) problems.push({ field, message });
    return value;
  };
  const from = read("from", readDay, "The first day must be a date, such as 2027-01-31.");
  const to = read("to", readDay, "The last day must be a date, such as 2027-01-31.");
  if (from !== undefined && to !== undefined && from > to)
    problems.push({ field: "to", message: "The first day is after the last one." });
  read(
    "currency",
    (text) => (/^[A-Z]{3}$/.test(text) ? text : undefined),
    "A currency has three letters, such as EUR.",
  );
  return {
    fields,
    problems,
    method: [...paymentMethods, "undecided" as const].find((word) => word === fields.method),
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
    createdFrom: from,
    createdUntil: to === undefined ? undefined : to + dayMs,
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
    order: paymentOrders.find((word) => word === fields.sort) ?? "newest",
    ...{ method, minAmount, maxAmount, createdFrom, createdUntil },
  };
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

/** The filter as a query string, with some fields changed. */
export function queryOf(fields: FilterFields, changes: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}
