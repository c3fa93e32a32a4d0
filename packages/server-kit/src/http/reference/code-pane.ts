// Code panes: a title, a copy button, colours for strings and names, and tabs that work without a script.
import { type Html, type HtmlValue, html } from "../html.js";

/** Longer code scrolls, and is focusable so that it can be scrolled with the keyboard. */
const longestLines = 28;

/** Code with its copy button; the button is shown only when the script runs. */
export function codeBox(code: string, label: string): Html {
  const isLong = code.split("\n").length > longestLines;
  return html`<div class="code"><button type="button" class="copy" data-copy hidden aria-label="Copy: ${label}">Copy</button>${
    isLong
      ? html`<pre class="long" tabindex="0" role="region" aria-label="${label}"><code>${coloured(code)}</code></pre>`
      : html`<pre><code>${coloured(code)}</code></pre>`
  }</div>`;
}

export interface Tab {
  /** A class name; the same in every group whose selection is linked. */
  id: string;
  label: string;
  content: HtmlValue;
}

/** Tabs selected by radio buttons. `name` is the radio group's name. */
export function tabbedPane(title: Html, name: string, tabs: readonly Tab[], legend: string): Html {
  return html`<div class="pane tabs"><div class="pane-head">${title}<fieldset class="switch"><legend class="sr">${legend}</legend>${tabs.map(
    ({ id, label }, index) =>
      html`<label><input type="radio" name="${name}" value="${id}" ${index === 0 && html`checked`}><span>${label}</span></label>`,
  )}</fieldset></div>${tabs.map(({ id, content }) => html`<div class="tab tab-${id}">${content}</div>`)}</div>`;
}

/** Highlights names, strings, numbers and comments; other text is unchanged. */
function coloured(code: string): HtmlValue[] {
  const parts = code.matchAll(
    /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<comment>(?<=^|\s)\/\/[^\n]*)|(?<word>\b(?:import|from|export|const|await|async|new|return|default|curl|true|false|null)\b|(?<![\w./:-])\d[\d.]*(?![\w./:-]))/g,
  );
  const pieces: HtmlValue[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of parts) {
    const kind = Object.entries(groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? "word";
    pieces.push(code.slice(end, index), html`<span class="c-${kind}">${found}</span>`);
    end = index + found.length;
  }
  return [...pieces, code.slice(end)];
}
