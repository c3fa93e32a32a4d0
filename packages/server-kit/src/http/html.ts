// Writes HTML in which every value is text unless it was made by this same function: escaping is what happens when nobody thinks of it.

/** A piece of HTML that is safe to put into a page. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: text and numbers are escaped, pieces of HTML and lists of them go in as they are, the rest is nothing. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/**
 * @example
 * html`<p title="${name}">${name}</p>`;
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${toText(values[index - 1])}${part}`));
}

function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"'`\0]/g, (character) => escapes[character] ?? "");
}

/** Text from outside with a direction of its own, so that it cannot turn the words around it. */
export function outsideText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
  "\0": "\ufffd",
};

function toText(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(toText).join("");
  return escapeHtml(String(value));
}
