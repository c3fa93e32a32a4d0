// The form above the list of payments: search and state visible, other filters folded; and a chip for each active filter, with a link to
// remove it.
import { paymentMethods } from "../../../domain/payment-method.js";
import { paymentStates } from "../../../domain/payment-state.js";
import { type PaymentOrder, paymentOrders } from "../../../storage/port/payment-list-records.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { dayMs, isoDay } from "../day.js";
import { stateLabel } from "../elements.js";
import { daysInUtc, queryOf } from "../filter-fields.js";
import { filterProblems, problemOf } from "../filter-problems.js";
import { dateField, selectField, textField } from "../form-fields.js";
import { methodLabels } from "../method-label.js";
import { modeField } from "../mode-field.js";
import type { StoreVisit } from "../visit.js";
import { attention } from "./attention.js";
import { type FilterFields, type ListFilter, stateGroups } from "./filter.js";

const stateOptions: readonly (readonly [string, string])[] = [
  ["", "All states"],
  [attention, "Needs attention"],
  ...Object.entries(stateGroups).map(([word, { label }]) => [word, label] as const),
  ...paymentStates.map((state) => [state, `– ${stateLabel(state)}`] as const),
];

const methodOptions: readonly (readonly [string, string])[] = [
  ["", "All methods"],
  ...paymentMethods.map((method) => [method, methodLabels[method]] as const),
  ["undecided", "Not chosen yet"],
];

const orderLabels: Record<PaymentOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  largest: "Largest amount first",
  smallest: "Smallest amount first",
};

const sortOptions = paymentOrders.map((order) => [order === "newest" ? "" : order, orderLabels[order]] as const);

export function renderFilter(visit: StoreVisit, { fields, problems }: ListFilter, now: number): Html {
  const { q, state, method, currency, min, max, from, to, mode, sort } = fields;
  const hasMore = problems.length > 0 || [method, currency, min, max, mode, sort].some((value) => value !== "");
  return html`<form method="get" action="${visit.storePath("/transactions")}" class="filter" role="search" aria-label="Payments">
<div class="row end">${textField({ name: "q", label: "Find by order, reference, customer or id", type: "search", value: q, maxLength: 255 })}
${selectField({ name: "state", label: "State", value: state, options: stateOptions })}
<button class="second">Search</button></div>
<details class="menu"${hasMore && html` open`}><summary>More filters</summary><div class="filters">
${dateField({ name: "from", label: "Created from", value: from, error: problemOf(problems, "from") })}${dateField({ name: "to", label: "Created to", value: to, error: problemOf(problems, "to") })}
${selectField({ name: "method", label: "Method", value: method, options: methodOptions })}
${textField({ name: "min", label: "Amount from", value: min, error: problemOf(problems, "min"), maxLength: 16, autocomplete: "off" })}
${textField({ name: "max", label: "Amount to", value: max, error: problemOf(problems, "max"), maxLength: 16, autocomplete: "off" })}
${textField({ name: "currency", label: "Currency", value: currency, error: problemOf(problems, "currency"), maxLength: 3, autocomplete: "off" })}
${selectField({ name: "sort", label: "Sort by", value: sort, options: sortOptions })}
${modeField(mode, visit.mode)}</div></details></form>
${renderPeriods(visit, fields, now)}
${filterProblems(problems)}
${renderChips(visit, fields)}`;
}

/** The most frequently used periods, as links. */
function renderPeriods(visit: StoreVisit, fields: FilterFields, now: number): Html {
  const today = Math.floor(now / dayMs) * dayMs;
  const date = new Date(today);
  const monthFrom = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const periods: [string, number, number][] = [
    ["Today", today, today],
    ["Yesterday", today - dayMs, today - dayMs],
    ["Last 7 days", today - 6 * dayMs, today],
    ["This month", monthFrom(0), monthFrom(1) - dayMs],
    ["Last month", monthFrom(-1), monthFrom(0) - dayMs],
  ];
  return html`<nav class="periods" aria-label="Periods">${periods.map(([label, first, last]) => {
    const [from, to] = [isoDay(first), isoDay(last)];
    const isCurrent = fields.from === from && fields.to === to;
    return html`<a href="${visit.storePath("/transactions")}${queryOf(fields, { from, to })}"${isCurrent && html` aria-current="true"`}>${label}</a>`;
  })}${daysInUtc}</nav>`;
}

function renderChips(visit: StoreVisit, fields: FilterFields): HtmlValue {
  const { q, state, method, currency, min, max, from, to, mode } = fields;
  const path = visit.storePath("/transactions");
  const label = (options: readonly (readonly [string, string])[], word: string) =>
    (options.find(([value]) => value === word)?.[1] ?? word).replace(/^– /, "");
  const chips: [shown: boolean, text: HtmlValue, words: string, unset: Record<string, string>][] = [
    [q !== "", html`“${outsideText(q)}”`, "the search", { q: "" }],
    [state !== "", label(stateOptions, state), "the state", { state: "" }],
    [from !== "" || to !== "", `${from || "…"} to ${to || "today"}`, "the dates", { from: "", to: "" }],
    [method !== "", label(methodOptions, method), "the method", { method: "" }],
    [
      min !== "" || max !== "",
      min === "" ? `up to ${max}` : max === "" ? `from ${min}` : `${min} to ${max}`,
      "the amounts",
      { min: "", max: "" },
    ],
    [currency !== "", currency, "the currency", { currency: "" }],
    [mode === "both", "Live and test", "the mode", { mode: "" }],
  ];
  const set = chips.filter(([isShown]) => isShown);
  if (set.length === 0) return undefined;
  return html`<ul class="chips" aria-label="Filters that are set">${set.map(
    ([, text, words, unset]) =>
      html`<li><a class="chip" href="${path}${queryOf(fields, unset)}"><span class="clamp">${text}</span><span aria-hidden="true">×</span><span class="sr">Remove ${words}</span></a></li>`,
  )}<li><a href="${path}">Show everything</a></li></ul>`;
}
