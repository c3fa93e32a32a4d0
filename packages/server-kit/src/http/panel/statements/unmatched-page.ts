// The entries of all statements that need a decision, and the page of an entry whose decision was refused.
import { listUnmatched, readEntry } from "../../../flows/statements/read-statements.js";
import { html } from "../../html.js";
import { emptyState, notice, pager } from "../elements.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { doneText, type StoreVisit } from "../visit.js";
import { type RefusedEntry, renderEntries } from "./entry-view.js";
import { statementPath, statementsList, unmatchedPath } from "./paths.js";

const pageSize = 25;

/** What a page says after a decision about one of its entries. */
export const entryDone: Readonly<Record<string, string>> = {
  assign: "The entry is assigned to its payment.",
  split: "The entry is assigned to its payments.",
  aside: "The entry is put aside.",
};

export async function showUnmatched(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { after } = visit.call.query;
  const found = await listUnmatched(dependencies, visit.store.merchantId, { limit: pageSize + 1, after });
  const entries = found.slice(0, pageSize);
  const path = unmatchedPath(visit);
  const last = found.length > pageSize ? entries.at(-1)?.entryId : undefined;
  const done = doneText(visit, entryDone);
  sendPage(visit.call, visit.frame, {
    title: "Unmatched entries",
    current: "/statements",
    back: statementsList(visit),
    body: html`${done !== undefined && notice(done)}
${
  entries.length > 0
    ? renderEntries(visit, entries, { back: "/statements/unmatched" })
    : html`<section class="card">${emptyState("No unmatched entries", "Every entry is assigned to a payment or put aside.")}</section>`
}
${pager({
  back: after !== undefined && { href: path, label: "Newest" },
  next: last !== undefined && { href: `${path}?after=${last}`, label: "Older" },
})}`,
  });
}

/** Only that entry: the list may have it on another page. An unknown one leaves the error. */
export async function showRefusedEntry(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  refused: RefusedEntry,
): Promise<void> {
  const entry = await readEntry(dependencies, visit.store.merchantId, refused.entryId);
  const isOfStatement = visit.form.back !== "/statements/unmatched" && entry !== undefined;
  sendPage(visit.call, visit.frame, {
    title: "Entry of a statement",
    current: "/statements",
    status: 400,
    back: isOfStatement
      ? { path: statementPath(visit, entry.statementId), label: "The statement" }
      : { path: unmatchedPath(visit), label: "Unmatched entries" },
    body: html`${refused.fill.summary}${entry !== undefined && renderEntries(visit, [entry], { back: visit.form.back ?? "", refused })}`,
  });
}
