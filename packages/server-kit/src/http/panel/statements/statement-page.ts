// The page of one imported statement: entries that were matched, that have suggestions, that are open, and that were decided manually.
import { Refusal } from "../../../domain/refusal.js";
import { type EntryView, listEntries, readStatementRecord } from "../../../flows/statements/read-statements.js";
import type { EntryState } from "../../../storage/port/statement-entry-records.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { badge, dataTable, emptyState, moment, notice, pager } from "../elements.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { transactionPath } from "../transactions/paths.js";
import { doneText, type StoreVisit } from "../visit.js";
import { entryAmount, renderEntries } from "./entry-view.js";
import { statementPath, statementsList } from "./paths.js";
import type { ImportProgress, RunningImports } from "./running-imports.js";
import { entryDone } from "./unmatched-page.js";

const pageSize = 25;
const refreshSeconds = 2;

const tabs: Record<string, { label: string; states: readonly EntryState[]; whenEmpty: string }> = {
  open: {
    label: "Unmatched",
    states: ["unmatched"],
    whenEmpty: "Every entry of this file is assigned to a payment or put aside.",
  },
  matched: {
    label: "Matched",
    states: ["matched", "assigned"],
    whenEmpty: "No entry of this file is assigned to a payment.",
  },
  aside: { label: "Put aside", states: ["put_aside"], whenEmpty: "Nothing of this file was put aside." },
  other: { label: "Not counted", states: ["not_counted"], whenEmpty: "This file has no other entries." },
};

const done = { imported: "The statement is imported.", ...entryDone };

export async function showStatement(
  dependencies: PanelDependencies,
  imports: RunningImports,
  visit: StoreVisit,
): Promise<void> {
  const { merchantId } = visit.store;
  const { statementId = "" } = visit.call.params;
  const statement = await readStatementRecord(dependencies, merchantId, statementId);
  if (statement === undefined) throw new Refusal("ROUTE_NOT_FOUND", { message: "There is no such statement." });
  const progress = statement.finishedAt === undefined ? imports.progressOf(statementId) : undefined;
  if (progress !== undefined) return showProgress(visit, statement.fileName, progress);
  const { show = "", after } = visit.call.query;
  const countOf = (name: string) => (tabs[name]?.states ?? []).reduce((sum, state) => sum + statement.states[state], 0);
  const current = Object.hasOwn(tabs, show) ? show : countOf("open") > 0 ? "open" : "matched";
  const { states, whenEmpty } = tabs[current] ?? { states: [], whenEmpty: "" };
  const found = await listEntries(dependencies, { merchantId, statementId, states, after, limit: pageSize + 1 });
  const entries = found.slice(0, pageSize);
  const last = found.length > pageSize ? entries.at(-1)?.entryId : undefined;
  const path = statementPath(visit, statementId);
  const text = doneText(visit, done);
  sendPage(visit.call, visit.frame, {
    title: statement.fileName ?? "Statement",
    current: "/statements",
    back: statementsList(visit),
    body: html`${text !== undefined && notice(text)}
${statement.finishedAt === undefined && notice("This import has not finished: it still runs, or it was interrupted. If no entries are added, import the file again: nothing is counted twice.", "warn")}
<div class="card"><div class="row">${badge(`${countOf("matched")} matched`, "good")} ${badge(`${countOf("open")} unmatched`, countOf("open") > 0 ? "warn" : "neutral")} ${statement.duplicates > 0 && badge(`${statement.duplicates} imported before`)} ${statement.announced > 0 && badge(`${statement.announced} announced only`)}</div>
<p class="hint spaced">${statement.entries} ${statement.entries === 1 ? "entry" : "entries"}, imported ${moment(statement.createdAt)} by ${outsideText(statement.actor)}</p></div>
<nav class="tabs" aria-label="Entries">${Object.entries(tabs).map(([name, { label }]) => html`<a href="${path}?show=${name}"${name === current && html` aria-current="page"`}>${label} (${countOf(name)})</a>`)}</nav>
${
  entries.length === 0
    ? html`<section class="card">${emptyState("Nothing here", whenEmpty)}</section>`
    : current === "open" || current === "aside"
      ? renderEntries(visit, entries, { back: `/statements/${statementId}` })
      : html`<section class="card">${renderRows(visit, entries)}</section>`
}
${pager({
  back: after !== undefined && { href: `${path}?show=${current}`, label: "First" },
  next: last !== undefined && { href: `${path}?show=${current}&after=${last}`, label: "More" },
})}`,
  });
}

/** Without the entries: the page refreshes itself, and would lose a form that is being filled in. */
function showProgress(visit: StoreVisit, fileName: string | undefined, { entries, entryCount }: ImportProgress): void {
  const count = (value: number) => value.toLocaleString("en");
  const text =
    entryCount === undefined ? `${count(entries)} entries` : `${count(entries)} of ${count(entryCount)} entries`;
  // A header, so that the page refreshes without a script too.
  visit.call.ctx.set("Refresh", String(refreshSeconds));
  sendPage(visit.call, visit.frame, {
    title: fileName ?? "Statement",
    current: "/statements",
    back: statementsList(visit),
    body: html`<section class="card" aria-labelledby="progress-title"><h2 id="progress-title">Importing</h2>
<p role="status">${text} so far. This page refreshes itself; you can leave it, the import continues.</p>
<progress aria-labelledby="progress-title" value="${entries}" max="${entryCount ?? entries + 1}">${text}</progress></section>`,
  });
}

function renderRows(visit: StoreVisit, entries: readonly EntryView[]): Html {
  return dataTable(
    "Entries, in the file's order",
    [
      { label: "Booked" },
      { label: "Amount", isNumber: true },
      { label: "Payer or payee" },
      { label: "Text" },
      { label: "Outcome" },
    ],
    entries.map((entry): HtmlValue[] => [
      entry.bookedOn !== undefined && html`<span class="nowrap">${entry.bookedOn}</span>`,
      entryAmount(entry),
      entry.counterpartyName !== undefined && html`<span class="clamp">${outsideText(entry.counterpartyName)}</span>`,
      html`<span class="clamp">${outsideText(entry.remittanceLines.join(" "))}</span>`,
      renderOutcome(visit, entry),
    ]),
  );
}

function renderOutcome(visit: StoreVisit, entry: EntryView): HtmlValue {
  const links = entry.assignments.map(
    ({ paymentId }) =>
      html`<div><a class="nowrap" href="${transactionPath(visit, paymentId)}" title="${paymentId}">…${paymentId.slice(-8)}</a></div>`,
  );
  if (entry.state === "matched") return html`${badge("by reference", "good")}${links}`;
  if (entry.state === "assigned")
    return html`${badge("assigned", "good")}${links}<div class="hint">by ${outsideText(entry.handledBy ?? "")}</div>`;
  return badge(entry.direction === "debit" ? "money out" : entry.isReturn ? "returned to us" : "reversal");
}
