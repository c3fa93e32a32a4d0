// Reads the fields of a list's filter from the page's query, and writes them back to it. Fields that cannot be parsed are ignored and reported.
import { type AmountBound, readAmountBound } from "../../domain/amount-bound.js";
import { html } from "../html.js";
import { dayMs, readDay } from "./day.js";
import type { FilterProblem } from "./filter-problems.js";

/** The fields as they were entered; empty when the query does not contain them. */
export function readFields<Name extends string>(
  query: Record<string, string>,
  names: readonly Name[],
): Record<Name, string> {
  // Every name is given a value.
  return Object.fromEntries(names.map((name) => [name, (query[name] ?? "").trim().slice(0, 255)])) as Record<
    Name,
    string
  >;
}

/** The value of a field; undefined for an empty one, and for one that cannot be parsed, which is added to the problems. */
export function readField<Name extends string, Value>(
  fields: Readonly<Record<Name, string>>,
  field: Name,
  { parse, message, problems }: { parse(text: string): Value | undefined; message: string; problems: FilterProblem[] },
): Value | undefined {
  const text = fields[field];
  if (text === "") return undefined;
  const value = parse(text);
  if (value === undefined) problems.push({ field, message });
  return value;
}

/** Beside the fields of `readPeriod`: the rows show local times. */
export const daysInUtc = html`<span class="hint">Days in UTC</span>`;

/**
 * From the beginning of the first day until the end of the last one, epoch milliseconds.
 * @param what what the labels of both fields begin with, such as "Created"
 */
export function readPeriod(
  fields: Readonly<Record<"from" | "to", string>>,
  problems: FilterProblem[],
  what: string,
): { from: number | undefined; until: number | undefined } {
  const read = (field: "from" | "to") => {
    const message = `"${what} ${field}" must be a date, such as 2027-01-31.`;
    return readField(fields, field, { parse: readDay, message, problems });
  };
  const [from, to] = [read("from"), read("to")];
  if (from !== undefined && to !== undefined && from > to)
    problems.push({ field: "to", message: `"${what} to" must not be before "${what} from".` });
  return { from, until: to === undefined ? undefined : to + dayMs };
}

export function readAmounts(
  fields: Readonly<Record<"min" | "max", string>>,
  problems: FilterProblem[],
): { minAmount: AmountBound | undefined; maxAmount: AmountBound | undefined } {
  const read = (field: "min" | "max", message: string) =>
    readField(fields, field, { parse: (text) => readAmountBound(text, field), message, problems });
  return {
    minAmount: read("min", '"Amount from" must be an amount, such as 19.99.'),
    maxAmount: read("max", '"Amount to" must be an amount, such as 19.99.'),
  };
}

/** The filter as a query string, with some fields changed; empty when nothing is set. */
export function queryOf(
  fields: Readonly<Record<string, string>>,
  changes: Record<string, string | undefined> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}
