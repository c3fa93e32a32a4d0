// Imports the uploaded file, or only checks it: shows what an import of it would do.
import { Refusal } from "../../../domain/refusal.js";
import { importStatement } from "../../../flows/statements/import-statement.js";
import type { EntryOutcome } from "../../../flows/statements/record-slice.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { seeOther } from "../../page-headers.js";
import { badge, dataTable } from "../elements.js";
import { sentFill } from "../form-fill.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { transactionPath } from "../transactions/paths.js";
import type { StoreVisit } from "../visit.js";
import { entryAmount } from "./entry-view.js";
import { showStatements } from "./list-page.js";
import { statementPath } from "./paths.js";
import type { RunningImports } from "./running-imports.js";

/** The number of entries that a check lists at most. */
const maxCheckedEntries = 200;

export async function importUpload(
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
      return seeOther(visit.call.ctx, `${statementPath(visit, statementId)}?done=imported`);
    }
    const result = await importStatement(dependencies, {
      ...file,
      dryRun,
      onEntry(outcome) {
        if (outcomes.length < maxCheckedEntries) outcomes.push(outcome);
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
    html`${outcomeWords[kind]}${paymentId !== undefined && html` <a href="${transactionPath(visit, paymentId)}">payment</a>`}${testPaymentId !== undefined && " (names a test payment)"}`,
    entryAmount(entry),
    entry.counterpartyName !== undefined && outsideText(entry.counterpartyName),
    html`<span class="clamp">${outsideText(entry.remittanceLines.join(" "))}</span>`,
  ]),
)}</section>`;
}
