// Renders the document's descriptions as HTML: paragraphs and `code`, the only markup they use.
import { type HtmlValue, html } from "../html.js";

export function prose(text: string | undefined): HtmlValue {
  if (text === undefined) return undefined;
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Every second part between backticks is code. */
function inline(text: string): HtmlValue {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
