// The fields of forms: label, value, hint, and what is wrong with the value, tied together for screen readers.
import { type Html, type HtmlValue, html } from "../html.js";

interface AnyField {
  name: string;
  label: string;
  value?: string | undefined;
  hint?: HtmlValue;
  required?: boolean;
  maxLength?: number;
  /** What is wrong with the value, said at the field. */
  error?: string | undefined;
  /** The name, where a page has one field of this name. */
  id?: string | undefined;
}

export interface FieldOptions extends AnyField {
  type?: "text" | "email" | "url" | "password" | "search";
  autocomplete?: string;
  placeholder?: string;
}

export function textField(field: FieldOptions): Html {
  const { name, id = name, value, type = "text", autocomplete, placeholder } = field;
  return around(
    field,
    html`<input id="${id}" name="${name}" type="${type}" value="${type === "password" ? "" : (value ?? "")}" dir="auto"${constraints(field)}${
      autocomplete !== undefined && html` autocomplete="${autocomplete}"`
    }${placeholder !== undefined && html` placeholder="${placeholder}"`} spellcheck="false">`,
  );
}

export function textArea(field: AnyField): Html {
  const { name, id = name, value } = field;
  // A line break at the start of its text is not part of it.
  return around(
    field,
    html`<textarea id="${id}" name="${name}"${constraints(field)} dir="auto">\n${value ?? ""}</textarea>`,
  );
}

/** A day as the browser's own date field gives it: `2027-01-31`. */
export function dateField(field: Omit<AnyField, "maxLength">): Html {
  const { name, id = name, value } = field;
  return around(field, html`<input id="${id}" name="${name}" type="date" value="${value ?? ""}"${constraints(field)}>`);
}

/** Browsers never fill it again: the file has to be chosen once more. */
export function fileField({ accept, ...field }: Omit<AnyField, "value" | "maxLength"> & { accept: string }): Html {
  const { name, id = name } = field;
  return around(field, html`<input id="${id}" name="${name}" type="file" accept="${accept}"${constraints(field)}>`);
}

export interface SelectOptions extends AnyField {
  options: readonly (readonly [value: string, label: string])[];
}

export function selectField({ options, ...field }: SelectOptions): Html {
  const { name, id = name, value } = field;
  return around(
    field,
    html`<select id="${id}" name="${name}"${constraints(field)}>${options.map(
      ([word, text]) => html`<option value="${word}"${word === value && html` selected`}>${text}</option>`,
    )}</select>`,
  );
}

function around({ name, id = name, label, hint, error }: AnyField, control: Html): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
${control}
${error !== undefined && html`<p class="field-error" id="${id}-error">${error}</p>`}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`;
}

function constraints({ name, id = name, required, maxLength, hint, error }: AnyField): HtmlValue {
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter((one) => one !== false);
  return html`${required && html` required`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${
    error !== undefined && html` aria-invalid="true"`
  }${ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`}`;
}
