// The bank statements of a store: the upload, the imports so far, and every entry that needs a decision.
import { formatMoney } from "../../domain/money-text.js";
import { Refusal } from "../../domain/refusal.js";
import { importStatement } from "../../flows/statements/import-statement.js";
import { findColumnMap } from "../../flows/statements/keep-column-map.js";
import { listStatements, listUnmatched } from "../../flows/statements/read-statements.js";
import type { EntryOutcome } from "../../flows/statements/record-slice.js";
import type { Statement } from "../../storage/port/statement-records.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { columnMapEndpoints } from "./column-map-page.js";
import { badge, breakable, dataTable, emptyState, moment, notice } from "./elements.js";
import { entryEndpoints, type RefusedEntry, renderOpenEntries } from "./entry-section.js";
import { fileField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { statementMaxBytes } from "./read-upload.js";
import { createRunningImports, type RunningImports } from "./running-imports.js";
import { statementEndpoints, statementsList } from "./statement-page.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

const pageSize = 25;
/** The number of entries that a check lists at most. */
const checkedEntries = 200;
/** Open entries are counted up to this number. */
const countedEntries = 100;

export function statementsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const imports = createRunningImports(dependencies);
  return [
    storePage(context, {
      method: "GET",
      path: "/statements",
      work: (visit) => showStatements(dependencies, imports, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/statements",
      permission: "statements:write",
      fileMaxBytes: statementMaxBytes,
      work: (visit) => importUpload(dependencies, imports, visit),
    }),
    storePage(context, {
      method: "GET",
      path: "/statements/unmatched",
      work: (visit) => showUnmatched(dependencies, visit),
    }),
    ...columnMapEndpoints(context),
    ...entryEndpoints(context, (visit, refused) => showUnmatched(dependencies, visit, refused)),
    ...statementEndpoints(context, imports),
  ];
}

async function importUpload(
  dependencies: PanelDependencies,
  imports: RunningImports,
  visit: StoreVisit,
): Promise<void> {
  const { upload, store, actor } = visit;
  const dryRun = visit.form.check === "yes";
  const outcomes: EntryOutcome[] = [];
  try {
    if (upload === undefined)
      throw new Refusal("VALIDATION_ERROR", {
        details: [{ path: "file", rule: "required", message: "is missing: choose one first" }],
      });
    const file = { merchantId: store.merchantId, content: upload.bytes, fileName: upload.name, actor };
    if (!dryRun) {
      const statementId = await imports.begin(file);
      return seeOther(visit.call.ctx, visit.storePath(`/statements/${statementId}?done=imported`));
    }
    const result = await importStatement(dependencies, {
      ...file,
      dryRun,
      onEntry(outcome) {
        if (outcomes.length < checkedEntries) outcomes.push(outcome);
      },
    });
    await showStatements(dependencies, imports, visit, {
      check: renderCheck(visit, upload.name, outcomes, result.entries),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    await showStatements(dependencies, imports, visit, {
      fill: sentFill({ ...visit.form, file: "" }, { problem: fileProblem(error) }),
    });
  }
}

/** Shown at the file field, with the position in the file. */
function fileProblem(error: Refusal): Refusal {
  const details = Array.isArray(error.details) ? error.details : [];
  if (details[0]?.path === "file") return error;
  const [{ rule, message: why } = { rule: "content", message: error.message }] = details;
  const message =
    rule === "format"
      ? "is neither CAMT nor MT940. If it is CSV, describe its columns first"
      : `cannot be imported: ${why}`;
  return new Refusal(error.code, { details: [{ path: "file", rule: "content", message }] });
}

async function showStatements(
  dependencies: PanelDependencies,
  imports: RunningImports,
  visit: StoreVisit,
  { fill = storedFill, check }: { fill?: FormFill; check?: Html } = {},
): Promise<void> {
  const { merchantId } = visit.store;
  const { before } = visit.call.query;
  const found = await listStatements(dependencies, { merchantId, limit: pageSize + 1, before });
  const statements = found.slice(0, pageSize);
  const last = found.length > pageSize ? statements.at(-1)?.statementId : undefined;
  const unmatched = await countUnmatched(dependencies, merchantId);
  const columnMap = await findColumnMap(dependencies, merchantId);
  sendPage(visit.call, visit.frame, {
    title: "Bank statements",
    current: "/statements",
    ...(fill.isRefused && { status: 400 }),
    body: html`${fill.summary}${check}
${
  unmatched > 0 &&
  notice(
    html`<p><strong>${unmatched === 1 ? "1 entry needs" : `${unmatched >= countedEntries ? `${countedEntries} or more` : unmatched} entries need`} a decision.</strong> <a href="${visit.storePath("/statements/unmatched")}">Decide now</a></p>`,
    "warn",
  )
}
${visit.may("statements:write") && renderUpload(visit, fill, columnMap !== undefined)}
<section class="card" aria-labelledby="imports-title"><h2 id="imports-title">Imports</h2>
${statements.length > 0 ? renderImports(visit, imports, statements) : emptyState("No statement yet", "Import the file that your bank offers for download, each day or as often as you like: nothing is counted twice.")}
${renderPager(visit, before, last)}</section>`,
  });
}

async function countUnmatched({ storage }: PanelDependencies, merchantId: string): Promise<number> {
  const query = { merchantId, states: ["unmatched"] as const, limit: countedEntries };
  return (await storage.read(({ statements }) => statements.listEntries(query))).length;
}

function renderUpload(visit: StoreVisit, fill: FormFill, hasColumnMap: boolean): Html {
  return html`<section class="card" aria-labelledby="upload-title"><h2 id="upload-title">Import a statement</h2>
<form method="post" action="${visit.storePath("/statements")}" enctype="multipart/form-data">${visit.formGuard()}
${fileField({
  ...filled(fill, "file"),
  label: "File from your bank",
  accept: ".xml,.zip,.sta,.mta,.mt940,.940,.txt,.csv",
  required: true,
  hint: html`CAMT.053, CAMT.054, MT940 or CSV, also as ZIP, at most 20 MiB. Only booked credits to live payments count.
<a href="${visit.storePath("/statements/columns")}">${hasColumnMap ? "Change how CSV is read" : "For CSV, describe its columns first"}</a>`,
})}
<label class="check"><input type="checkbox" name="check" value="yes"${fill.isOn("check", false) && html` checked`}> Only check: show what would happen, change nothing</label>
<div class="row"><button>Import</button><span class="progress" role="status" data-progress="Importing. This takes a moment for a large file." hidden></span></div></form></section>`;
}

function renderImports(visit: StoreVisit, imports: RunningImports, statements: Statement[]): Html {
  const number = (label: string) => ({ label, isNumber: true });
  return dataTable(
    "Imports, newest first",
    [
      { label: "Imported" },
      { label: "File" },
      number("Entries"),
      number("Matched"),
      number("Unmatched"),
      number("Imported before"),
      { label: "Imported by" },
    ],
    statements.map((one): HtmlValue[] => [
      moment(one.createdAt),
      html`<a class="clamp" href="${visit.storePath(`/statements/${one.statementId}`)}">${outsideText(one.fileName ?? one.statementId)}</a>${one.finishedAt === undefined && html` ${imports.progressOf(one.statementId) === undefined ? badge("not finished", "warn") : badge("importing", "info")}`}`,
      one.entries,
      one.matched,
      one.unmatched,
      one.duplicates,
      html`<span class="word">${breakable(one.actor)}</span>`,
    ]),
  );
}

const outcomeWords: Record<EntryOutcome["kind"], HtmlValue> = {
  matched: badge("would match", "good"),
  unmatched: badge("unmatched", "warn"),
  assigned: badge("assigned", "good"),
  put_aside: badge("put aside"),
  not_counted: badge("not counted"),
  duplicate: badge("imported before"),
};

function renderCheck(visit: StoreVisit, fileName: string, outcomes: EntryOutcome[], count: number): Html {
  return html`<section class="card" role="status" aria-labelledby="check-title"><h2 id="check-title">What would happen</h2>
<p class="hint">${outsideText(fileName)}: ${count} ${count === 1 ? "entry" : "entries"}${count > outcomes.length && html`, the first ${outcomes.length} are shown`}. Nothing was changed. To import it, choose the file again below.</p>
${dataTable(
  "Entries of the file",
  [
    { label: "Line", isNumber: true },
    { label: "Outcome" },
    { label: "Amount", isNumber: true },
    { label: "Payer or payee" },
    { label: "Text" },
  ],
  outcomes.map(({ kind, entry, paymentId, testPaymentId }): HtmlValue[] => [
    entry.line,
    html`${outcomeWords[kind]}${paymentId !== undefined && html` <a href="${visit.storePath(`/transactions/${encodeURIComponent(paymentId)}`)}">payment</a>`}${testPaymentId !== undefined && " (names a test payment)"}`,
    `${entry.direction === "debit" ? "−" : ""}${formatMoney(entry.amountCents, entry.currency, "en")}`,
    entry.counterpartyName !== undefined && outsideText(entry.counterpartyName),
    html`<span class="clamp">${outsideText(entry.remittanceLines.join(" "))}</span>`,
  ]),
)}</section>`;
}

function renderPager(visit: StoreVisit, before: string | undefined, last: string | undefined): HtmlValue {
  if (last === undefined && before === undefined) return undefined;
  const path = visit.storePath("/statements");
  return html`<nav class="pager" aria-label="Pages">
<span>${before !== undefined && html`<a href="${path}">Newest</a>`}</span>
<span>${last !== undefined && html`<a href="${path}?before=${last}" rel="next">Older</a>`}</span></nav>`;
}

async function showUnmatched(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  refused?: RefusedEntry,
): Promise<void> {
  const { after } = visit.call.query;
  const found = await listUnmatched(dependencies, visit.store.merchantId, { limit: pageSize + 1, after });
  const entries = found.slice(0, pageSize);
  const path = visit.storePath("/statements/unmatched");
  const last = found.length > pageSize ? entries.at(-1)?.entryId : undefined;
  sendPage(visit.call, visit.frame, {
    title: "Unmatched entries",
    current: "/statements",
    back: statementsList(visit),
    ...(refused !== undefined && { status: 400 }),
    body: html`${refused?.fill.summary}
${entries.length > 0 ? renderOpenEntries(visit, entries, { back: "/statements/unmatched", refused }) : html`<section class="card">${emptyState("No unmatched entries", "Every entry is assigned to a payment or put aside.")}</section>`}
${(after !== undefined || last !== undefined) && html`<nav class="pager" aria-label="Pages"><span>${after !== undefined && html`<a href="${path}">Newest</a>`}</span><span>${last !== undefined && html`<a href="${path}?after=${last}" rel="next">Older</a>`}</span></nav>`}`,
  });
}
