// The CSV format of a store's bank: the meaning of columns, and the format of amounts and dates. Stored once per store.
import { type FieldNames, findUnknownFields } from "../known-fields.js";
import { type RefusalDetail, requireNoViolations } from "../refusal.js";

export const csvDateForms = [
  "YYYY-MM-DD",
  "DD.MM.YYYY",
  "DD.MM.YY",
  "DD-MM-YYYY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "YYYYMMDD",
] as const;
export type CsvDateForm = (typeof csvDateForms)[number];
export const csvDelimiters = [";", ",", "\t", "|"] as const;
/** `auto`: UTF-8, and windows-1252 for lines that are not valid UTF-8. */
export const csvEncodings = ["auto", "utf-8", "windows-1252"] as const;

/** A column by the name in the header row, or by its number from 1. */
export type CsvColumn = string | number;

export interface CsvColumns {
  bookedOn: CsvColumn;
  valueOn?: CsvColumn | undefined;
  /** One column for both directions; a minus sign or the `direction` column distinguishes them. */
  amount?: CsvColumn | undefined;
  /** Two columns instead of one: money in, and money out. A negative amount in `credit` is not money in. */
  credit?: CsvColumn | undefined;
  debit?: CsvColumn | undefined;
  /** A column with a word for the direction. */
  direction?: CsvColumn | undefined;
  currency?: CsvColumn | undefined;
  account?: CsvColumn | undefined;
  counterpartyName?: CsvColumn | undefined;
  counterpartyIban?: CsvColumn | undefined;
  /** One or more columns with the text of the transfer. */
  remittance: CsvColumn | CsvColumn[];
  endToEndId?: CsvColumn | undefined;
  structuredReference?: CsvColumn | undefined;
  bankReference?: CsvColumn | undefined;
  /** A column with the booking status. */
  status?: CsvColumn | undefined;
}

export interface CsvColumnMap {
  columns: CsvColumns;
  /** Default `;`. */
  delimiter?: (typeof csvDelimiters)[number] | undefined;
  /**
   * Default comma. The other one of `.` and `,`, blanks and apostrophes are accepted as thousands separators. Without a default in
   * currencies with three decimals: 1.500 could be either.
   */
  decimalSeparator?: "," | "." | undefined;
  /** Default `DD.MM.YYYY`. */
  dateForm?: CsvDateForm | undefined;
  encoding?: (typeof csvEncodings)[number] | undefined;
  /** Lines before the header row, or before the first entry. Default 0. */
  skipLines?: number | undefined;
  /** Default true. Without a header row, columns are given by number. */
  hasHeaderRow?: boolean | undefined;
  /** For files without such a column. */
  currency?: string | undefined;
  account?: string | undefined;
  /**
   * Words of the `direction` column for money in; when given, all others and an empty cell are money out. By default `C`, `CR`, `CRDT`,
   * `H`, `Haben`, `Credit` are money in, `D`, `DB`, `DR`, `DBIT`, `S`, `Soll`, `Debit`, `Debet` money out, and others are refused.
   */
  creditWords?: string[] | undefined;
  /** Words of the `status` column for booked entries. Default: every entry is booked. */
  bookedWords?: string[] | undefined;
}

const fieldNames: FieldNames<CsvColumnMap> = {
  columns: true,
  delimiter: true,
  decimalSeparator: true,
  dateForm: true,
  encoding: true,
  skipLines: true,
  hasHeaderRow: true,
  currency: true,
  account: true,
  creditWords: true,
  bookedWords: true,
};

const columnNames: FieldNames<CsvColumns> = {
  bookedOn: true,
  valueOn: true,
  amount: true,
  credit: true,
  debit: true,
  direction: true,
  currency: true,
  account: true,
  counterpartyName: true,
  counterpartyIban: true,
  remittance: true,
  endToEndId: true,
  structuredReference: true,
  bankReference: true,
  status: true,
};

/**
 * Parses a column map from a host, an operator or the panel.
 * @throws Refusal VALIDATION_ERROR that names each invalid field.
 */
export function parseColumnMap(given: unknown): CsvColumnMap {
  const map = isRecord(given) ? given : {};
  const columns = isRecord(map.columns) ? map.columns : {};
  const violations = [
    ...(isRecord(given) ? [] : [violation("columnMap", "required", "must be an object")]),
    ...findUnknownFields(map, fieldNames),
    ...findUnknownFields(columns, columnNames, "columns"),
    ...columnViolations(columns, map.hasHeaderRow !== false),
    ...choiceViolation(map, "delimiter", csvDelimiters),
    ...choiceViolation(map, "decimalSeparator", [",", "."]),
    ...choiceViolation(map, "dateForm", csvDateForms),
    ...choiceViolation(map, "encoding", csvEncodings),
    ...choiceViolation(map, "hasHeaderRow", [true, false]),
    ...wordViolations(map, "creditWords"),
    ...wordViolations(map, "bookedWords"),
  ];
  const { skipLines, currency, account } = map;
  if (skipLines !== undefined && !isCount(skipLines, 0, 1000)) {
    violations.push(violation("skipLines", "range", "must be a whole number from 0 to 1000"));
  }
  if (currency !== undefined && !(typeof currency === "string" && /^[A-Z]{3}$/.test(currency))) {
    violations.push(violation("currency", "pattern", "must be three capital letters, such as EUR"));
  }
  if (account !== undefined && !(typeof account === "string" && account.length <= 64)) {
    violations.push(violation("account", "type", "must be the account's IBAN or number"));
  }
  if (currency === undefined && columns.currency === undefined) {
    violations.push(violation("currency", "required", "is required when no column contains it"));
  }
  requireNoViolations(violations);
  // Every field has been checked above.
  return given as CsvColumnMap;
}

function columnViolations(columns: Record<string, unknown>, hasHeaderRow: boolean): RefusalDetail[] {
  const violations: RefusalDetail[] = [];
  for (const [name, value] of Object.entries(columns)) {
    const list = name === "remittance" && Array.isArray(value) ? value : [value];
    const isRight = list.length > 0 && list.every((column) => value === undefined || isColumn(column, hasHeaderRow));
    if (isRight) continue;
    const wanted = hasHeaderRow
      ? "a name of the header row or a number from 1"
      : "a number from 1: there is no header row";
    violations.push(violation(`columns.${name}`, "type", `must be ${wanted}`));
  }
  for (const name of ["bookedOn", "remittance"]) {
    if (columns[name] === undefined) violations.push(violation(`columns.${name}`, "required", "is required"));
  }
  if (columns.amount === undefined && columns.credit === undefined) {
    violations.push(violation("columns.amount", "required", "is required, or credit and debit instead"));
  }
  return violations;
}

function isColumn(value: unknown, hasHeaderRow: boolean): boolean {
  if (typeof value === "number") return isCount(value, 1, 500);
  return hasHeaderRow && typeof value === "string" && value.trim() !== "" && value.length <= 200;
}

function choiceViolation(map: Record<string, unknown>, name: string, choices: readonly unknown[]): RefusalDetail[] {
  if (map[name] === undefined || choices.includes(map[name])) return [];
  return [violation(name, "enum", `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`)];
}

function wordViolations(map: Record<string, unknown>, name: string): RefusalDetail[] {
  const words = map[name];
  if (words === undefined) return [];
  const areWords = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string");
  return areWords ? [] : [violation(name, "type", "must be a list of words")];
}

function isCount(value: unknown, from: number, to: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function violation(path: string, rule: string, message: string): RefusalDetail {
  return { path, rule, message };
}
