// The view of statement entries that can be decided: the bank's data, suggested payments, and the forms of the decisions.
import { groupIban, normalizeIban } from "../../../domain/iban.js";
import { formatMoney } from "../../../domain/money-text.js";
import type { PaymentState } from "../../../domain/payment-state.js";
import { maxTextLength } from "../../../domain/required-text.js";
import type { SuggestionReason } from "../../../domain/statements/suggest-payments.js";
import type { EntryView, SuggestionView } from "../../../flows/statements/read-statements.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { badge, stateBadge } from "../elements.js";
import { textField } from "../form-fields.js";
import { type FormFill, filled, storedFill } from "../form-fill.js";
import { transactionPath } from "../transactions/paths.js";
import type { StoreVisit } from "../visit.js";

/** Rows of the split form; splits into more payments are made on the command line or with the service's own method. */
export const splitRows = [1, 2, 3, 4] as const;

export type DecisionKind = "assign" | "split" | "aside";

/** A refused decision about an entry: its form is shown again, open, with the values that were sent. */
export interface RefusedEntry {
  entryId: string;
  kind: DecisionKind;
  fill: FormFill;
}

interface EntryOptions {
  /** The page that a decision leads back to, relative to the store's pages. */
  back: string;
  refused?: RefusedEntry | undefined;
}

export function renderEntries(visit: StoreVisit, entries: readonly EntryView[], options: EntryOptions): Html[] {
  return entries.map((entry) => renderEntry(visit, entry, options));
}

function renderEntry(visit: StoreVisit, entry: EntryView, options: EntryOptions): Html {
  const mayDecide = entry.state === "unmatched" || entry.state === "put_aside";
  return html`<section class="card entry" aria-labelledby="${entry.entryId}">
<div class="head"><h2 id="${entry.entryId}"><span class="amount">${entryAmount(entry)}</span></h2>
<div class="row">${renderBadges(entry)}</div></div>
${renderFacts(entry)}
${mayDecide && visit.may("statements:write") ? renderDecisions(visit, entry, options) : renderSuggestionsOnly(visit, entry)}
</section>`;
}

function renderBadges(entry: EntryView): Html {
  return html`${entry.batchKind === "total" && badge("sum of several transfers", "info")}${entry.batchKind === "difference" && badge("rest of a batch", "info")}${entry.direction === "debit" && badge(entry.isReturn ? "returned" : "reversed", "bad")}${
    entry.suggestions.length > 0
      ? badge("suggested", "info")
      : badge(entry.state.replaceAll("_", " "), entry.state === "unmatched" ? "warn" : "neutral")
  }`;
}

export function entryAmount({
  amountCents,
  currency,
  direction,
}: Pick<EntryView, "amountCents" | "currency" | "direction">): string {
  return `${direction === "debit" ? "−" : ""}${formatMoney(amountCents, currency, "en")}`;
}

function renderFacts(entry: EntryView): Html {
  const fact = (label: string, value: HtmlValue) =>
    value !== undefined && value !== false && value !== "" && html`<dt>${label}</dt><dd>${value}</dd>`;
  const outside = (text: string | undefined) => text !== undefined && outsideText(text);
  const iban = entry.counterpartyIban;
  return html`<dl class="facts">
${fact("Booked", entry.bookedOn)}
${fact(entry.direction === "credit" ? "From" : "To", outside(entry.counterpartyName))}
${fact("Account", iban !== undefined && outsideText(normalizeIban(iban) === undefined ? iban : groupIban(iban)))}
${fact("Text", entry.remittanceLines.length > 0 && outsideText(entry.remittanceLines.join(" ")))}
${fact("Structured reference", outside(entry.structuredReference))}
${fact("End-to-end id", outside(entry.endToEndId))}
${fact("Bank's reference", outside(entry.bankReference))}
${fact("Reason for the return", outside(entry.returnReason))}
${fact("Put aside by", entry.state === "put_aside" && outside(entry.handledBy))}
${fact("Reason", entry.state === "put_aside" && outside(entry.reason))}
</dl>`;
}

function renderDecisions(visit: StoreVisit, entry: EntryView, { back, refused }: EntryOptions): Html {
  const { entryId, suggestions } = entry;
  const fillOf = (kind: DecisionKind) =>
    refused?.entryId === entryId && refused.kind === kind ? refused.fill : storedFill;
  const assign = fillOf("assign");
  const action = (kind: string) => visit.storePath(`/statements/entries/${encodeURIComponent(entryId)}/${kind}`);
  const guard = html`${visit.formGuard()}<input type="hidden" name="back" value="${back}"><input type="hidden" name="shown" value="${entry.state}">`;
  const verb = entry.direction === "credit" ? "Assign" : "Record on payment";
  return html`${
    suggestions.length > 0 &&
    html`<h3 class="spaced">Suggested</h3><ul class="plain suggestions">${suggestions.map(
      (one) => html`<li>${describe(visit, one)}
<form method="post" action="${action("assign")}">${guard}<input type="hidden" name="paymentId" value="${one.paymentId}"><button class="second">${verb}<span class="sr"> order ${one.orderId}</span></button></form></li>`,
    )}</ul>`
  }
<div class="row spaced decisions">
<details class="confirm"${assign.isRefused && html` open`}><summary>${suggestions.length > 0 ? "Another payment" : `${entry.direction === "credit" ? "Assign to" : "Record on"} a payment`}</summary><div class="confirm-body">
<form method="post" action="${action("assign")}">${guard}
${textField({ ...filled(assign, "paymentId"), id: `${entryId}-payment`, label: "Payment id", required: true, maxLength: 64, placeholder: "pay_…" })}
<button>${verb}</button></form></div></details>
${entry.direction === "credit" && renderSplit(entry, { action: action("split"), guard, fill: fillOf("split") })}
${entry.state === "unmatched" && renderPutAside(entryId, { action: action("aside"), guard, fill: fillOf("aside") })}</div>`;
}

function renderSuggestionsOnly(visit: StoreVisit, { suggestions }: EntryView): HtmlValue {
  return (
    suggestions.length > 0 &&
    html`<h3 class="spaced">Suggested</h3><ul class="plain">${suggestions.map((one) => html`<li>${describe(visit, one)}</li>`)}</ul>`
  );
}

const reasonWords: Record<SuggestionReason, string> = {
  reference: "reference",
  order: "order number",
  iban: "account",
  amount: "amount",
  name: "name",
};

function describe(visit: StoreVisit, suggestion: SuggestionView): Html {
  const { paymentId, orderId, amountCents, currency, state, customerName, reasons } = suggestion;
  return html`<div><div><a href="${transactionPath(visit, paymentId)}">Order ${outsideText(orderId)}</a>
· ${formatMoney(amountCents, currency, "en")}${customerName !== undefined && html` · ${outsideText(customerName)}`}
${/* A payment's state. */ stateBadge(state as PaymentState)}</div>
<div class="hint">Matches: ${reasons.map((reason) => reasonWords[reason]).join(", ")}</div></div>`;
}

interface DecisionFormOptions {
  action: string;
  guard: Html;
  fill: FormFill;
}

function renderSplit(entry: EntryView, { action, guard, fill }: DecisionFormOptions): Html {
  return html`<details class="confirm"${fill.isRefused && html` open`}><summary>Split</summary><div class="confirm-body"><p>One transfer for several payments. The parts add up to ${entryAmount(entry)}.</p>
<form method="post" action="${action}">${guard}${splitRows.map(
    (
      row,
    ) => html`<div class="row split">${textField({ ...filled(fill, `payment${row}`), id: `${entry.entryId}-p${row}`, label: `Payment id ${row}`, maxLength: 64 })}
${textField({ ...filled(fill, `amount${row}`), id: `${entry.entryId}-a${row}`, label: `Amount ${row}`, maxLength: 20 })}</div>`,
  )}
<button>Split</button></form></div></details>`;
}

/** The ids of the split form's fields, by their names. */
export function splitIds(entryId: string): Record<string, string> {
  return Object.fromEntries(
    splitRows.flatMap((row) => [
      [`payment${row}`, `${entryId}-p${row}`],
      [`amount${row}`, `${entryId}-a${row}`],
    ]),
  );
}

function renderPutAside(entryId: string, { action, guard, fill }: DecisionFormOptions): Html {
  return html`<details class="confirm"${fill.isRefused && html` open`}><summary>Put aside</summary><div class="confirm-body"><p>It belongs to no payment of this store.</p>
<form method="post" action="${action}">${guard}
${textField({ ...filled(fill, "reason"), id: `${entryId}-reason`, label: "Reason", required: true, maxLength: maxTextLength })}
<button>Put aside</button></form></div></details>`;
}
