// Statement entries that need a decision: the bank's data, suggested payments, and the forms that decide.

import { parseTypedAmount } from "../../domain/currency.js";
import { groupIban, normalizeIban } from "../../domain/iban.js";
import { formatMoney } from "../../domain/money-text.js";
import type { PaymentState } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import { maxTextLength } from "../../domain/required-text.js";
import type { SuggestionReason } from "../../domain/statements/suggest-payments.js";
import { assignEntry, putEntryAside, splitEntry } from "../../flows/statements/decide-entry.js";
import type { EntryView, SuggestionView } from "../../flows/statements/read-statements.js";
import type { EntryState } from "../../storage/port/statement-records.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { badge, stateBadge } from "./elements.js";
import { textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

/** Rows of the split form; splits into more payments are made on the command line or with the service's own method. */
const splitRows = 4;

/** A refused decision about an entry: its form is shown again, open, with the values that were sent. */
export interface RefusedEntry {
  entryId: string;
  kind: DecisionKind;
  fill: FormFill;
}

/** Only unmatched entries have these forms: one put aside since keeps its state and reason. */
const shownStates: readonly EntryState[] = ["unmatched"];

type DecisionKind = "assign" | "split" | "aside";

function refuseEntry(kind: DecisionKind, { call, form }: StoreVisit, problem: Refusal): RefusedEntry {
  const { entryId = "" } = call.params;
  const ids = kind === "split" ? splitIds(entryId) : { paymentId: `${entryId}-payment`, reason: `${entryId}-reason` };
  return {
    entryId,
    kind,
    fill: sentFill(form, { problem, fields: kind === "split" ? { parts: "amount1" } : {}, ids }),
  };
}

function splitIds(entryId: string): Record<string, string> {
  const rows = Array.from({ length: splitRows }, (_, index) => index + 1);
  return Object.fromEntries(
    rows.flatMap((row) => [
      [`payment${row}`, `${entryId}-p${row}`],
      [`amount${row}`, `${entryId}-a${row}`],
    ]),
  );
}

/** @param showRefused shows the open entries with the error at its field, so that a typing error does not lose the reader's position. */
export function entryEndpoints(
  context: PanelContext,
  showRefused: (visit: StoreVisit, refused: RefusedEntry) => Promise<void>,
): Endpoint[] {
  const { dependencies } = context;
  const decision = (kind: DecisionKind, decide: (visit: StoreVisit, entryId: string) => Promise<void>): Endpoint =>
    storePage(context, {
      method: "POST",
      path: `/statements/entries/:entryId/${kind}`,
      permission: "statements:write",
      async work(visit) {
        try {
          await decide(visit, visit.call.params.entryId ?? "");
        } catch (error) {
          if (!(error instanceof Refusal) || !["VALIDATION_ERROR", "PAYMENT_NOT_FOUND"].includes(error.code))
            throw error;
          const problem = error.code === "PAYMENT_NOT_FOUND" ? unknownPayment() : error;
          return showRefused(visit, refuseEntry(kind, visit, problem));
        }
        seeOther(visit.call.ctx, visit.storePath(`${pageAfter(visit)}?done=${kind}`));
      },
    });
  const by = (visit: StoreVisit) => ({ actor: visit.actor, merchantId: visit.store.merchantId });
  return [
    decision("assign", (visit, entryId) =>
      assignEntry(dependencies, entryId, (visit.form.paymentId ?? "").trim(), by(visit), shownStates),
    ),
    decision("split", async (visit, entryId) =>
      splitEntry(dependencies, entryId, await readParts(dependencies, visit, entryId), by(visit), shownStates),
    ),
    decision("aside", (visit, entryId) =>
      putEntryAside(dependencies, entryId, { ...by(visit), reason: (visit.form.reason ?? "").trim() }),
    ),
  ];
}

function unknownPayment(): Refusal {
  return new Refusal("VALIDATION_ERROR", {
    details: [
      {
        path: "paymentId",
        rule: "unknown",
        message:
          "is not one of this store. Nothing was changed. The payment id, such as pay_…, is on the payment's page",
      },
    ],
  });
}

/** The page that contained the form; anything other than a statements page is replaced by the default. */
function pageAfter({ form }: StoreVisit): string {
  return /^\/statements\/(?:unmatched|sta_[A-Za-z0-9]{1,64})$/.test(form.back ?? "")
    ? (form.back ?? "")
    : "/statements/unmatched";
}

async function readParts({ storage }: PanelDependencies, { form, store }: StoreVisit, entryId: string) {
  const entry = await storage.read((records) => records.statements.findEntry(store.merchantId, entryId));
  const parts = [];
  for (let row = 1; row <= splitRows; row += 1) {
    const paymentId = (form[`payment${row}`] ?? "").trim();
    const text = (form[`amount${row}`] ?? "").trim();
    if (paymentId === "" && text === "") continue;
    const amountCents = parseTypedAmount(text, entry?.currency ?? "EUR");
    if (amountCents === undefined) {
      const message = `"${text}" is not an amount: write it without a thousands separator, such as 1019.99. Nothing was changed`;
      throw new Refusal("VALIDATION_ERROR", { details: [{ path: `amount${row}`, rule: "amount", message }] });
    }
    parts.push({ paymentId, amountCents });
  }
  return parts;
}

/** @param back the page to return to after a decision, relative to the store's pages. */
export function renderOpenEntries(
  visit: StoreVisit,
  entries: readonly EntryView[],
  { back, refused }: { back: string; refused?: RefusedEntry | undefined },
): HtmlValue {
  return entries.map(
    (entry) => html`<section class="card entry" aria-labelledby="${entry.entryId}">
<div class="head"><h2 id="${entry.entryId}"><span class="amount">${entryAmount(entry)}</span></h2>
<div class="row">${entry.batchKind === "total" && badge("sum of several transfers", "info")}${entry.batchKind === "difference" && badge("rest of a batch", "info")}${entry.direction === "debit" && badge(entry.isReturn ? "returned" : "reversed", "bad")}${entry.suggestions.length > 0 ? badge("suggested", "info") : badge("unmatched", "warn")}</div></div>
${renderFacts(entry)}
${visit.may("statements:write") ? renderDecisions(visit, entry, { back, refused }) : renderSuggestionsOnly(visit, entry)}
</section>`,
  );
}

export function entryAmount({ amountCents, currency, direction }: EntryView): string {
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
${fact("Reason of the return", outside(entry.returnReason))}
</dl>`;
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
  return html`<div><div><a href="${visit.storePath(`/transactions/${encodeURIComponent(paymentId)}`)}">Order ${outsideText(orderId)}</a>
· ${formatMoney(amountCents, currency, "en")}${customerName !== undefined && html` · ${outsideText(customerName)}`}
${/* A payment's state. */ stateBadge(state as PaymentState)}</div>
<div class="hint">Matches: ${reasons.map((reason) => reasonWords[reason]).join(", ")}</div></div>`;
}

function renderSuggestionsOnly(visit: StoreVisit, { suggestions }: EntryView): HtmlValue {
  return (
    suggestions.length > 0 &&
    html`<h3 class="spaced">Suggested</h3><ul class="plain">${suggestions.map((one) => html`<li>${describe(visit, one)}</li>`)}</ul>`
  );
}

function renderDecisions(
  visit: StoreVisit,
  entry: EntryView,
  { back, refused }: { back: string; refused: RefusedEntry | undefined },
): Html {
  const { entryId, suggestions } = entry;
  const fillOf = (kind: DecisionKind) =>
    refused?.entryId === entryId && refused.kind === kind ? refused.fill : storedFill;
  const [assign, aside] = [fillOf("assign"), fillOf("aside")];
  const action = (kind: string) => visit.storePath(`/statements/entries/${encodeURIComponent(entryId)}/${kind}`);
  const guard = html`${visit.formGuard()}<input type="hidden" name="back" value="${back}">`;
  const verb = entry.direction === "credit" ? "Assign" : "Note on payment";
  return html`${
    suggestions.length > 0 &&
    html`<h3 class="spaced">Suggested</h3><ul class="plain suggestions">${suggestions.map(
      (one) => html`<li>${describe(visit, one)}
<form method="post" action="${action("assign")}">${guard}<input type="hidden" name="paymentId" value="${one.paymentId}"><button class="second">${verb}<span class="sr"> order ${one.orderId}</span></button></form></li>`,
    )}</ul>`
  }
<div class="row spaced decisions">
<details class="confirm"${assign.isRefused && html` open`}><summary>${suggestions.length > 0 ? "Another payment" : `${entry.direction === "credit" ? "Assign to" : "Note on"} a payment`}</summary><div class="confirm-body">
<form method="post" action="${action("assign")}">${guard}
${textField({ ...filled(assign, "paymentId"), id: `${entryId}-payment`, label: "Payment id", required: true, maxLength: 64, placeholder: "pay_…" })}
<button>${verb}</button></form></div></details>
${entry.direction === "credit" && renderSplit(entry, { action: action("split"), guard, fill: fillOf("split") })}
<details class="confirm"${aside.isRefused && html` open`}><summary>Put aside</summary><div class="confirm-body"><p>It belongs to no payment of this store.</p>
<form method="post" action="${action("aside")}">${guard}
${textField({ ...filled(aside, "reason"), id: `${entryId}-reason`, label: "Reason", required: true, maxLength: maxTextLength })}
<button>Put aside</button></form></div></details></div>`;
}

function renderSplit(entry: EntryView, { action, guard, fill }: { action: string; guard: Html; fill: FormFill }): Html {
  const rows = Array.from({ length: splitRows }, (_, index) => index + 1);
  return html`<details class="confirm"${fill.isRefused && html` open`}><summary>Split</summary><div class="confirm-body"><p>One transfer for several payments. The parts add up to ${entryAmount(entry)}.</p>
<form method="post" action="${action}">${guard}${rows.map(
    (
      row,
    ) => html`<div class="row split">${textField({ ...filled(fill, `payment${row}`), id: `${entry.entryId}-p${row}`, label: `Payment id ${row}`, maxLength: 64 })}
${textField({ ...filled(fill, `amount${row}`), id: `${entry.entryId}-a${row}`, label: `Amount ${row}`, maxLength: 20 })}</div>`,
  )}
<button>Split</button></form></div></details>`;
}
