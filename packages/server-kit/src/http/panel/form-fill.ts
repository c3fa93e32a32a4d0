// The values of a form's fields: the stored ones, or after a refusal exactly those that were sent, with the errors.
import type { Refusal } from "../../domain/refusal.js";
import { UsedForm } from "../../flows/use-form-once.js";
import type { HtmlValue } from "../html.js";
import { isConflict } from "./filled-from.js";
import { errorAt, problemSummary } from "./form-problem.js";

export interface FormFill {
  text(field: string, stored?: string): string | undefined;
  isOn(field: string, stored: boolean): boolean;
  error(field: string): string | undefined;
  /** Shown above the form or the page: each message links to its field. */
  summary: HtmlValue;
  isRefused: boolean;
  /** Of the page that shows a refused form: 409 when what is stored has changed since the form was opened. */
  status?: 400 | 409;
}

export const storedFill: FormFill = {
  text: (_, stored) => stored,
  isOn: (_, stored) => stored,
  error: () => undefined,
  summary: undefined,
  isRefused: false,
};

export interface RefusedForm {
  problem: Refusal;
  /** From the paths used in messages to the names of fields, where they differ. */
  fields?: Readonly<Record<string, string>>;
  /** From the names of fields to their ids, where they differ. */
  ids?: Readonly<Record<string, string>>;
  /** Paths of fields that the user did not change: they show what is stored now. */
  untouched?: ReadonlySet<string>;
}

export function sentFill(
  form: Readonly<Record<string, string>>,
  { problem, fields = {}, ids = {}, untouched = new Set() }: RefusedForm,
): FormFill {
  const refused = { isRefused: true, status: isConflict(problem) ? 409 : 400 } as const;
  const isDone = problem instanceof UsedForm && problem.hasActed;
  // Filled as before, one more press would do it a second time.
  if (isDone) return { ...storedFill, summary: problemSummary(problem), ...refused };
  const details = Array.isArray(problem.details) ? problem.details : [];
  const paths = new Map(Object.entries(fields).map(([path, field]) => [field, path]));
  const pathOf = (field: string) => paths.get(field) ?? field;
  const isUntouched = (field: string) => untouched.has(pathOf(field));
  // A message that is not about a field, such as one about the payment's state, has no link.
  const places = details.flatMap(({ path }): [string, string][] => {
    const field = fields[path] ?? path;
    const isField = Object.hasOwn(fields, path) || Object.hasOwn(ids, field) || Object.hasOwn(form, field);
    return isField ? [[path, ids[field] ?? field]] : [];
  });
  return {
    text: (field, stored) => (isUntouched(field) ? stored : (form[field] ?? stored)),
    isOn: (field, stored) => (isUntouched(field) ? stored : form[field] === "yes"),
    error: (field) => errorAt(problem, pathOf(field)) ?? errorAt(problem, field),
    summary: problemSummary(problem, Object.fromEntries(places)),
    ...refused,
  };
}

/** The options of a field that depend on the fill. */
export function filled(fill: FormFill, name: string, stored?: string) {
  return { name, value: fill.text(name, stored), error: fill.error(name) };
}
