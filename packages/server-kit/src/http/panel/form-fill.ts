// What the fields of a form hold: what is stored, or after a refusal what was sent, letter by letter, and what is wrong with it.
import type { Refusal } from "../../domain/refusal.js";
import type { HtmlValue } from "../html.js";
import { errorAt, problemSummary } from "./form-problem.js";

export interface FormFill {
  text(field: string, stored?: string): string | undefined;
  isOn(field: string, stored: boolean): boolean;
  error(field: string): string | undefined;
  /** Above the form, or above the page: each sentence leads to its field. */
  summary: HtmlValue;
  isRefused: boolean;
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
  /** From the paths that messages name to the names of fields, where they differ. */
  fields?: Readonly<Record<string, string>>;
  /** From the names of fields to their ids, where they differ. */
  ids?: Readonly<Record<string, string>>;
  /** Paths of fields that the person left alone: they hold what is stored now. */
  untouched?: ReadonlySet<string>;
}

export function sentFill(
  form: Readonly<Record<string, string>>,
  { problem, fields = {}, ids = {}, untouched = new Set() }: RefusedForm,
): FormFill {
  const details = Array.isArray(problem.details) ? problem.details : [];
  const paths = new Map(Object.entries(fields).map(([path, field]) => [field, path]));
  const pathOf = (field: string) => paths.get(field) ?? field;
  const isUntouched = (field: string) => untouched.has(pathOf(field));
  // A message about something else than a field, such as the payment's state, leads nowhere.
  const places = details.flatMap(({ path }): [string, string][] => {
    const field = fields[path] ?? path;
    const isField = [fields, ids, form].some((one) => Object.hasOwn(one, one === fields ? path : field));
    return isField ? [[path, ids[field] ?? field]] : [];
  });
  return {
    text: (field, stored) => (isUntouched(field) ? stored : (form[field] ?? stored)),
    isOn: (field, stored) => (isUntouched(field) ? stored : form[field] === "yes"),
    error: (field) => errorAt(problem, pathOf(field)) ?? errorAt(problem, field),
    summary: problemSummary(problem, Object.fromEntries(places)),
    isRefused: true,
  };
}

/** The parts of a field that a fill decides. */
export function filled(fill: FormFill, name: string, stored?: string) {
  return { name, value: fill.text(name, stored), error: fill.error(name) };
}
