// The list of imported bank statements, the form to upload one, and the number of entries that need a decision.
import { findColumnMap } from "../../../flows/statements/keep-column-map.js";
import { listStatements } from "../../../flows/statements/read-statements.js";
import type { Statement } from "../../../storage/port/statement-records.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { badge, breakable, dataTable, emptyState, moment, notice, pager } from "../elements.js";
import { fileField } from "../form-fields.js";
import { type FormFill, filled, storedFill } from "../form-fill.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { statementMaxBytes } from "../read-upload.js";
import type { StoreVisit } from "../visit.js";
import { statementPath, unmatchedPath } from "./paths.js";
import type { RunningImports } from "./running-imports.js";

const pageSize = 25;
/** Unmatched entries are counted up to this number. */
const maxCountedEntries = 100;

export async function showStatements(
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
  const path = visit.storePath("/statements");
  sendPage(visit.call, visit.frame, {
    title: "Bank statements",
    current: "/statements",
    ...(fill.status !== undefined && { status: fill.status }),
    body: html`${fill.summary}${check}
${
  unmatched > 0 &&
  notice(
    html`<p><strong>${unmatched === 1 ? "1 entry needs" : `${unmatched >= maxCountedEntries ? `${maxCountedEntries} or more` : unmatched} entries need`} a decision.</strong> <a href="${unmatchedPath(visit)}">Decide now</a></p>`,
    "warn",
  )
}
${visit.may("statements:write") && renderUpload(visit, fill, columnMap !== undefined)}
<section class="card" aria-labelledby="imports-title"><h2 id="imports-title">Imports</h2>
${statements.length > 0 ? renderImports(visit, imports, statements) : emptyState("No statement yet", "Import the file that your bank offers for download, each day or as often as you like: nothing is counted twice.")}
${pager({
  back: before !== undefined && { href: path, label: "Newest" },
  next: last !== undefined && { href: `${path}?before=${last}`, label: "Older" },
})}</section>`,
  });
}

async function countUnmatched({ storage }: PanelDependencies, merchantId: string): Promise<number> {
  const query = { merchantId, states: ["unmatched"] as const, limit: maxCountedEntries };
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
  hint: html`CAMT.053, CAMT.054, MT940 or CSV, also as ZIP, at most ${statementMaxBytes / 1024 / 1024} MiB. Only booked credits to live payments count.
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
      html`<a class="clamp" href="${statementPath(visit, one.statementId)}">${outsideText(one.fileName ?? one.statementId)}</a>${one.finishedAt === undefined && html` ${imports.progressOf(one.statementId) === undefined ? badge("not finished", "warn") : badge("importing", "info")}`}`,
      one.entries,
      one.matched,
      one.unmatched,
      one.duplicates,
      html`<span class="word">${breakable(one.actor)}</span>`,
    ]),
  );
}
