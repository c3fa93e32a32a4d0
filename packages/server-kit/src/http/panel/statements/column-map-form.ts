// The form of a store's column map: its fields, how they are parsed, and the values that it shows.
import type { CsvColumn, CsvColumnMap, CsvColumns } from "../../../domain/statements/csv-column-map.js";
import type { FormValues } from "../filled-from.js";

export const columnFields: readonly [name: keyof CsvColumns, label: string, isRequired?: boolean][] = [
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

/** Every value that the form shows, by the path used in messages. */
export function columnMapValues(fields: Readonly<Record<string, string>>): FormValues {
  const columns = columnFields.map(([name]) => [`columns.${name}`, fields[`column-${name}`] ?? ""]);
  const others = Object.keys(columnMapFields(undefined)).map((name) => [name, fields[name] ?? ""]);
  return Object.fromEntries([...columns, ...others]);
}

/** Unvalidated: setColumnMap validates every field. */
export function readColumnMap(form: Record<string, string>): unknown {
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

/** The fields as the form shows a stored map, or the defaults of a new one. */
export function columnMapFields(map: CsvColumnMap | undefined): Record<string, string> {
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
