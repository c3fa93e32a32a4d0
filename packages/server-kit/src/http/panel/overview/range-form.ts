// The form that selects the days of the overview: presets, or two dates.
import { type Html, html } from "../../html.js";
import { dayMs, isoDay } from "../day.js";
import { dateField } from "../form-fields.js";
import { presets, type SelectedRange } from "./range.js";

export function renderRange(path: string, range: SelectedRange): Html {
  const last = range.from + (range.days - 1) * dayMs;
  return html`<div class="row range"><nav class="segments" aria-label="Days">${presets.map(
    (days) =>
      html`<a href="${path}?days=${days}"${range.preset === days && html` aria-current="true"`}>${days} days</a>`,
  )}</nav>
<details class="menu"${(range.preset === undefined || range.problem !== undefined) && html` open`}><summary>Choose dates</summary>
<form method="get" action="${path}" class="row end">
${dateField({ name: "from", label: "First day", value: isoDay(range.from) })}
${dateField({ name: "to", label: "Last day", value: isoDay(last) })}
<button class="second">Show</button></form></details></div>
${range.problem !== undefined && html`<div class="notice bad" role="alert"><p>${range.problem}</p></div>`}
<p class="hint">${isoDay(range.from)} to ${isoDay(last)}, days in UTC</p>`;
}
