// Form fields: label, value, hint and error, linked for screen readers.
import { maxPasswordCharacters, minPasswordCharacters } from "../../domain/password.js";
import { type Html, type HtmlValue, html } from "../html.js";

interface AnyField {
  name: string;
  label: HtmlValue;
  value?: string | undefined;
  hint?: HtmlValue;
  required?: boolean;
  maxLength?: number;
  /** The error message, shown at the field. */
  error?: string | undefined;
  /** Defaults to the name; required where a page has several fields of this name. */
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

/** For a password that the user chooses. */
export function newPasswordField(field: Omit<FieldOptions, "label" | "hint">): Html {
  const hint = `At least ${minPasswordCharacters} characters; a few words in a row are fine.`;
  // The error says the same.
  return passwordField({
    ...field,
    label: "New password",
    autocomplete: "new-password",
    ...(field.error === undefined && { hint }),
  });
}

export function passwordField(field: FieldOptions): Html {
  return textField({ ...field, type: "password", required: true, maxLength: maxPasswordCharacters });
}

export function textArea(field: AnyField): Html {
  const { name, id = name, value } = field;
  // HTML parsers drop a line break at the start of a textarea.
  return around(
    field,
    html`<textarea id="${id}" name="${name}"${constraints(field)} dir="auto">\n${value ?? ""}</textarea>`,
  );
}

/** A day in the format of the browser's date field: `2027-01-31`. */
export function dateField(field: Omit<AnyField, "maxLength">): Html {
  const { name, id = name, value } = field;
  return around(field, html`<input id="${id}" name="${name}" type="date" value="${value ?? ""}"${constraints(field)}>`);
}

/** Browsers never restore its value: the file has to be chosen again. */
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
