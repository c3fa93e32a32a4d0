// Builds HTML in which every value is escaped unless it was made by this same function: escaping is the default.

/** A piece of HTML that is safe to insert into a page. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Values allowed in a template: text and numbers are escaped, HTML and lists of it are inserted as they are, undefined and false render
 * nothing.
 */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/**
 * @example
 * html`<p title="${name}">${name}</p>`;
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? "";
  for (let index = 0; index < values.length; index += 1) text += toText(values[index]) + (parts[index + 1] ?? "");
  return new Html(text);
}

/** Most texts need no escaping; half of a surrogate pair takes the slow path. */
const mayNeedEscape = /[&<>"'`\0\ud800-\udfff]/;

function escapeHtml(text: string): string {
  if (!mayNeedEscape.test(text)) return text;
  return text.toWellFormed().replace(/[&<>"'`\0]/g, (character) => escapes[character] ?? "");
}

/** External text in its own bidirectional isolate, so that it cannot reorder the text around it. */
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
  if (typeof value === "string") return escapeHtml(value);
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) {
    let text = "";
    for (const each of value) text += toText(each);
    return text;
  }
  return escapeHtml(String(value));
}
