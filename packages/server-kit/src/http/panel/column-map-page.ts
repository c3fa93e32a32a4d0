// The form for a store's column map, which defines how its CSV statements are read.
import { Refusal } from "../../domain/refusal.js";
import {
  type CsvColumn,
  type CsvColumnMap,
  type CsvColumns,
  csvDateForms,
  csvEncodings,
} from "../../domain/statements/csv-column-map.js";
import { findColumnMap, setColumnMap } from "../../flows/statements/keep-column-map.js";
import type { Endpoint } from "../call.js";
import { html } from "../html.js";
import { seeOther } from "../page-headers.js";
import { notice } from "./elements.js";
import { type FormValues, filledFromField, isConflict, requireUnchanged, untouchedIn } from "./filled-from.js";
import { selectField, textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { statementsList } from "./statement-page.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

const columnFields: readonly [name: keyof CsvColumns, label: string, isRequired?: boolean][] = [
  ["bookedOn", "Date of the booking", true],
  ["amount", "Amount"],
  ["remittance", "Text of the transfer", true],
  ["credit", "Money in, if it has its own column"],
  ["debit", "Money out, if it has its own column"],
  ["direction", "Credit or debit, as a word"],
  ["currency", "Currency"],
  ["account", "Account of the store"],
  ["counterpartyName", "Name of the payer"],
  ["counterpartyIban", "IBAN of the payer"],
  ["endToEndId", "End-to-end id"],
  ["structuredReference", "Structured reference"],
  ["bankReference", "Bank's reference"],
  ["valueOn", "Value date"],
  ["status", "Whether it is booked, as a word"],
];

export function columnMapEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/statements/columns",
      async work(visit) {
        showColumnMap(visit, await findColumnMap(dependencies, visit.store.merchantId));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/statements/columns",
      permission: "statements:write",
      work: (visit) => takeColumnMap(dependencies, visit),
    }),
  ];
}

async function takeColumnMap(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { form, store, actor } = visit;
  try {
    await setColumnMap(dependencies, store.merchantId, readFields(form), actor, (stored) =>
      requireUnchanged(form.filledFrom, shownValues(fieldsOf(stored))),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const fields = Object.fromEntries(columnFields.map(([name]) => [`columns.${name}`, `column-${name}`]));
    const untouched = isConflict(error) ? untouchedIn(form.filledFrom, shownValues(form)) : new Set<string>();
    const stored = await findColumnMap(dependencies, store.merchantId);
    return showColumnMap(visit, stored, sentFill(form, { problem: error, fields, untouched }));
  }
  seeOther(visit.call.ctx, visit.storePath("/statements/columns?done=saved"));
}

/** Every value that the form shows, by the path used in messages. */
function shownValues(fields: Readonly<Record<string, string>>): FormValues {
  const columns = columnFields.map(([name]) => [`columns.${name}`, fields[`column-${name}`] ?? ""]);
  const others = Object.keys(fieldsOf(undefined)).map((name) => [name, fields[name] ?? ""]);
  return Object.fromEntries([...columns, ...others]);
}

/** Unvalidated: setColumnMap validates every field. */
function readFields(form: Record<string, string>): unknown {
  const text = (name: string) => (form[name] ?? "").trim() || undefined;
  const column = (written: string): CsvColumn => (/^\d{1,3}$/.test(written) ? Number(written) : written);
  const words = (name: string) =>
    text(name)
      ?.split(",")
      .map((word) => word.trim());
  const columns = Object.fromEntries(
    columnFields.flatMap(([name]) => {
      const written = text(`column-${name}`);
      if (written === undefined) return [];
      const several = written.split("|").map((one) => column(one.trim()));
      return [[name, name === "remittance" ? several : several[0]]];
    }),
  );
  return {
    columns,
    delimiter: form.delimiter === "tab" ? "\t" : text("delimiter"),
    decimalSeparator: text("decimalSeparator"),
    dateForm: text("dateForm"),
    encoding: text("encoding"),
    hasHeaderRow: form.hasHeaderRow !== "no",
    skipLines: text("skipLines") === undefined ? undefined : Number(text("skipLines")),
    currency: text("currency"),
    account: text("account"),
    creditWords: words("creditWords"),
    bookedWords: words("bookedWords"),
  };
}

function fieldsOf(map: CsvColumnMap | undefined): Record<string, string> {
  const columns = Object.entries(map?.columns ?? {}).map(([name, value]) => [
    `column-${name}`,
    [value].flat().join(" | "),
  ]);
  return {
    ...Object.fromEntries(columns),
    delimiter: map?.delimiter === "\t" ? "tab" : (map?.delimiter ?? ";"),
    decimalSeparator: map?.decimalSeparator ?? ",",
    dateForm: map?.dateForm ?? "DD.MM.YYYY",
    encoding: map?.encoding ?? "auto",
    hasHeaderRow: map?.hasHeaderRow === false ? "no" : "yes",
    skipLines: String(map?.skipLines ?? 0),
    currency: map === undefined ? "EUR" : (map.currency ?? ""),
    account: map?.account ?? "",
    creditWords: map?.creditWords?.join(", ") ?? "",
    bookedWords: map?.bookedWords?.join(", ") ?? "",
  };
}

function showColumnMap(visit: StoreVisit, stored: CsvColumnMap | undefined, fill: FormFill = storedFill): void {
  const values = fieldsOf(stored);
  const mayWrite = visit.may("statements:write");
  const field = (name: string, label: string, more: object = {}) =>
    textField({ ...filled(fill, name, values[name]), label, maxLength: 300, ...more });
  sendPage(visit.call, visit.frame, {
    title: "How CSV statements are read",
    current: "/statements",
    back: statementsList(visit),
    ...(fill.isRefused && { status: 400 }),
    body: html`${fill.summary}${visit.call.query.done === "saved" && notice("Saved. Try it with “Only check” first.")}
<form method="post" action="${visit.storePath("/statements/columns")}" class="card">${mayWrite && html`${visit.formGuard()}${filledFromField(shownValues(values))}`}
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
