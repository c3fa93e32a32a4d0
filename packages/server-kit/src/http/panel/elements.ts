// The small elements of panel pages: badges, tables, notices, empty states. Form fields: form-fields.ts.
import type { Environment } from "../../domain/environment.js";
import type { PaymentState } from "../../domain/payment-state.js";
import { type Html, type HtmlValue, html } from "../html.js";

export type Tone = "neutral" | "good" | "warn" | "bad" | "info";

export function badge(text: HtmlValue, tone: Tone = "neutral"): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** Shown on every row with money or keys, to distinguish test from live. */
export function modeBadge(environment: Environment): Html {
  return html`<span class="badge mode ${environment}">${environment === "test" ? "Test" : "Live"}</span>`;
}

const stateWords: Record<PaymentState, [label: string, tone: Tone, hint: string]> = {
  created: ["Created", "neutral", "The buyer has not opened the page yet."],
  opened: ["Opened", "neutral", "The buyer is on the page and has not confirmed a method."],
  qr_shown: ["QR code shown", "info", "The buyer sees the QR code."],
  transfer_instructed: ["Transfer instructed", "info", "The buyer has the bank details; awaiting the money."],
  at_provider: ["At the bank", "info", "The buyer is confirming at the bank or card page."],
  submitted: ["Submitted", "info", "The bank accepted it; awaiting settlement."],
  unresolved: ["Unresolved", "warn", "The provider has not reported a clear outcome yet."],
  settled: ["Paid", "good", "Final: the money is confirmed."],
  declined: ["Declined", "bad", "Final: declined or ended by the bank."],
  cancelled: ["Cancelled", "neutral", "Final: ended by the buyer or the merchant."],
  expired: ["Expired", "neutral", "Final: not paid before the payment expired."],
};

export function stateBadge(state: PaymentState): Html {
  const [label, tone] = stateWords[state];
  return badge(label, tone);
}

export function stateLabel(state: PaymentState): string {
  return stateWords[state][0];
}

export function stateHint(state: PaymentState): string {
  return stateWords[state][2];
}

/**
 * UTC to the minute, or to the second where order matters. The panel's script converts it to the reader's time zone and shows UTC beside
 * it.
 */
export function moment(at: number | undefined, precision: "minute" | "second" = "minute"): HtmlValue {
  if (at === undefined) return html`<span class="hint">–</span>`;
  const iso = new Date(at).toISOString();
  const text = `${iso.slice(0, 10)} ${iso.slice(11, precision === "minute" ? 16 : 19)}`;
  const utc = html`${text} <abbr title="Coordinated Universal Time">UTC</abbr>`;
  return html`<span class="moment"><time datetime="${iso}" data-moment>${utc}</time> <span class="utc" hidden>${utc}</span></span>`;
}

/** Text to copy; the button appears only when the script runs. */
export function copyable(text: string, label: string): Html {
  return html`<span class="copyable"><code>${text}</code><button type="button" class="copy" hidden data-copy="${text}">Copy<span class="sr"> ${label}</span></button></span>`;
}

/** A code word or an address, which a narrow column may break after its punctuation only, as long as the parts fit. */
export function breakable(text: string): Html {
  const pieces = text.split(/(?<=[._@-])/);
  return html`<bdi>${pieces.map((piece, index) => html`${index > 0 && html`<wbr>`}${piece}`)}</bdi>`;
}

/** Shown in the response to one POST and nowhere else. */
export function secretOnce({ title, secret, advice }: { title: string; secret: string; advice: HtmlValue }): Html {
  return html`<section class="card secret" role="status" aria-labelledby="secret-title">
<h2 id="secret-title">${title}</h2>
<p>${copyable(secret, "the secret")}</p>
<p><strong>It is shown only once.</strong> ${advice}</p>
</section>`;
}

export function notice(text: HtmlValue, tone: Tone = "good"): Html {
  return html`<div class="notice ${tone}" role="status">${text}</div>`;
}

export interface Column {
  label: string;
  /** Right-aligned figures. */
  isNumber?: boolean;
}

/** Rows become cards on a narrow screen; the roles keep the table semantics for screen readers there too. */
export function dataTable(caption: string, columns: readonly Column[], rows: readonly HtmlValue[][]): Html {
  const kind = ({ isNumber }: Column) => (isNumber === true ? "number" : "text");
  return html`<table role="table" class="data">
<caption class="sr">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col" class="${kind(column)}">${column.label}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (cells) =>
      html`<tr role="row">${columns.map(
        (column, index) =>
          html`<td role="cell" class="${kind(column)}" data-label="${column.label}">${cell(cells[index])}</td>`,
      )}</tr>`,
  )}</tbody>
</table>`;
}

/**
 * A list with one line per row, which is a link. The widths of the columns, and which of them a narrow screen hides, are in style.ts, by their
 * names below the list's own.
 */
export function linesTable(
  { name, caption, isMixed = false }: { name: string; caption: string; isMixed?: boolean },
  columns: readonly (readonly [name: string, label: string])[],
  rows: readonly Html[],
): Html {
  return html`<table role="table" class="lines ${name}${isMixed && " mixed"}">
<caption class="sr">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(([column, label]) => html`<th role="columnheader" scope="col" class="${column}">${label}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody></table>`;
}

/** One block beside the label that a narrow screen shows; an empty cell stays empty, and is hidden there. */
function cell(value: HtmlValue): HtmlValue {
  const isEmpty = value === undefined || value === false || value === "";
  return isEmpty ? undefined : html`<div>${value}</div>`;
}

export function emptyState(title: string, next: HtmlValue): Html {
  return html`<div class="empty"><p class="empty-title">${title}</p><p>${next}</p></div>`;
}

interface PagerLink {
  href: string;
  label: string;
  /** Left out for a link that skips pages, such as to the newest one. */
  rel?: "prev";
}

/** Links to the pages before and after this one of a list; nothing for a list of one page. */
export function pager({ back, next }: { back?: PagerLink | false; next: PagerLink | false | undefined }): HtmlValue {
  if (!back && !next) return undefined;
  return html`<nav class="pager" aria-label="Pages"><span>${back && html`<a class="button second" href="${back.href}"${back.rel && html` rel="prev"`}>${back.label}</a>`}</span>
<span>${next && html`<a class="button second" href="${next.href}" rel="next">${next.label}</a>`}</span></nav>`;
}

/**
 * A button that asks for confirmation of an action that cannot be undone; works without a script. `isOpen`: its form was refused and is shown
 * again with the errors.
 */
export function confirmButton(label: string, question: HtmlValue, form: Html, isOpen = false): Html {
  return html`<details class="confirm"${isOpen && html` open`}><summary>${label}</summary><div class="confirm-body"><p>${question}</p>${form}</div></details>`;
}
