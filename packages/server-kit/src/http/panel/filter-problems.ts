// Filter fields that could not be parsed: ignored, listed above the results, and marked at their field.
import { type HtmlValue, html } from "../html.js";

export interface FilterProblem {
  /** Name and id of the field. */
  field: string;
  message: string;
}

export function problemOf(problems: readonly FilterProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}

export function filterProblems(problems: readonly FilterProblem[]): HtmlValue {
  if (problems.length === 0) return undefined;
  return html`<div class="notice bad" role="alert">${problems.map(({ field, message }) => html`<p><a href="#${field}">${message}</a></p>`)}</div>`;
}
