// The page of a store's column map, which defines how its CSV statements are read: the handlers of its routes, and the form.
import { Refusal } from "../../../domain/refusal.js";
import { type CsvColumnMap, csvDateForms, csvEncodings } from "../../../domain/statements/csv-column-map.js";
import { findColumnMap, setColumnMap } from "../../../flows/statements/keep-column-map.js";
import { html } from "../../html.js";
import { seeOther } from "../../page-headers.js";
import { notice } from "../elements.js";
import { filledFromField, isConflict, requireUnchanged, untouchedIn } from "../filled-from.js";
import { selectField, textField } from "../form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "../form-fill.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";
import { columnFields, columnMapFields, columnMapValues, readColumnMap } from "./column-map-form.js";
import { statementsList } from "./paths.js";

export async function openColumnMap(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  showColumnMap(visit, await findColumnMap(dependencies, visit.store.merchantId));
}

export async function saveColumnMap(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { form, store, actor } = visit;
  try {
    await setColumnMap(dependencies, store.merchantId, readColumnMap(form), actor, async (_, stored) =>
      requireUnchanged(form.filledFrom, columnMapValues(columnMapFields(stored))),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const fields = Object.fromEntries(columnFields.map(([name]) => [`columns.${name}`, `column-${name}`]));
    const untouched = isConflict(error) ? untouchedIn(form.filledFrom, columnMapValues(form)) : new Set<string>();
    const stored = await findColumnMap(dependencies, store.merchantId);
    return showColumnMap(visit, stored, sentFill(form, { problem: error, fields, untouched }));
  }
  seeOther(visit.call.ctx, visit.storePath("/statements/columns?done=saved"));
}

function showColumnMap(visit: StoreVisit, stored: CsvColumnMap | undefined, fill: FormFill = storedFill): void {
  const values = columnMapFields(stored);
  const mayWrite = visit.may("statements:write");
  const field = (name: string, label: string, more: object = {}) =>
    textField({ ...filled(fill, name, values[name]), label, maxLength: 300, ...more });
  sendPage(visit.call, visit.frame, {
    title: "How CSV statements are read",
    current: "/statements",
    back: statementsList(visit),
    ...(fill.status !== undefined && { status: fill.status }),
    body: html`${fill.summary}${visit.call.query.done === "saved" && notice("Saved. Try it with “Only check” first.")}
<form method="post" action="${visit.storePath("/statements/columns")}" class="card">${mayWrite && html`${visit.formGuard()}${filledFromField(columnMapValues(values))}`}
<fieldset class="group"${!mayWrite && html` disabled`}><legend>The file</legend><div class="fields">
${selectField({
  ...filled(fill, "delimiter", values.delimiter),
  label: "Columns are separated by",
  options: [
    [";", "Semicolon ;"],
    [",", "Comma ,"],
    ["tab", "Tab"],
    ["|", "Bar |"],
  ],
})}
${selectField({
  ...filled(fill, "decimalSeparator", values.decimalSeparator),
  label: "Amounts are written",
  options: [
    [",", "1.234,56"],
    [".", "1,234.56"],
  ],
})}
${selectField({ ...filled(fill, "dateForm", values.dateForm), label: "Dates are written", options: csvDateForms.map((form) => [form, form] as const) })}
${selectField({ ...filled(fill, "encoding", values.encoding), label: "Encoding", options: csvEncodings.map((one) => [one, one] as const) })}
${selectField({
  ...filled(fill, "hasHeaderRow", values.hasHeaderRow),
  label: "First row",
  options: [
    ["yes", "Names the columns"],
    ["no", "Is the first entry"],
  ],
})}
${field("skipLines", "Lines to skip before the first row")}
</div></fieldset>
<fieldset class="group"${!mayWrite && html` disabled`}><legend>The columns</legend>
<p class="hint">A name from the first row, or a number from 1. The text may be in several columns: separate them with |.</p><div class="fields">
${columnFields.map(([name, label, isRequired]) => field(`column-${name}`, label, { required: isRequired === true }))}
</div></fieldset>
<fieldset class="group"${!mayWrite && html` disabled`}><legend>Values without a column</legend><div class="fields">
${field("currency", "Currency of every entry")}
${field("account", "Account of the store")}
${field("creditWords", "Words for money in", { hint: "Separated by commas. Left empty: C, CR, CRDT, H, Haben, Credit." })}
${field("bookedWords", "Words for booked", { hint: "Left empty: every entry counts as booked." })}
</div></fieldset>
${mayWrite && html`<button>Save</button>`}</form>`,
  });
}
