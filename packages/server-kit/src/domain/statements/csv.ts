// Reads CSV statements by the store's column map. A cell that does not match the map is rejected with its column and line.
import { currencyExponent } from "../currency-exponent.js";
import type { CsvColumn, CsvColumnMap, CsvColumns, CsvDateForm } from "./csv-column-map.js";
import { type CsvRecord, createCsvRecords } from "./csv-records.js";
import { blankEntry, type StatementEntry, type StatementReader } from "./statement-entry.js";
import {
  calendarDay,
  maxRemittanceLines,
  maxUnsplitTextLength,
  meaningfulReference,
  plainText,
  readAccount,
  readAmount,
  shorten,
  statementRefusal,
} from "./statement-values.js";

const datePatterns: Record<CsvDateForm, RegExp> = {
  "YYYY-MM-DD": /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  "DD.MM.YYYY": /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  "DD.MM.YY": /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2})$/,
  "DD-MM-YYYY": /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})$/,
  "DD/MM/YYYY": /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  "MM/DD/YYYY": /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};

/** Currency symbols that banks write next to the amount; the currency code is accepted too. */
const currencySigns = new Map([
  ["EUR", "€"],
  ["GBP", "£"],
  ["USD", "$"],
]);

// H and S: German Haben (credit) and Soll (debit).
const usualCreditWords = ["C", "CR", "CRDT", "H", "HABEN", "CREDIT"];
const usualDebitWords = ["D", "DB", "DR", "DBIT", "S", "SOLL", "DEBIT", "DEBET"];

/** The cells of a record by their meaning. */
interface Row {
  line: number;
  /** Empty when the map has no such column. */
  cell(name: keyof CsvColumns): string;
  cells(name: keyof CsvColumns): string[];
  refuse(name: keyof CsvColumns, what: string): Error;
}

export function createCsvReader(map: CsvColumnMap): StatementReader {
  const records = createCsvRecords(map.delimiter ?? ";", map.skipLines ?? 0);
  let header: string[] | undefined;

  function readRecord(record: CsvRecord): StatementEntry[] {
    if (header === undefined && map.hasHeaderRow !== false) {
      header = record.cells;
      requireColumns(map.columns, header, record.line);
      return [];
    }
    // Empty rows that a spreadsheet appends after the last entry.
    if (record.cells.every((cell) => cell === "")) return [];
    if (header !== undefined) requireWidth(record, header);
    return [readRow(rowOf(record, map.columns, header), map)];
  }

  return {
    push: (text) => records.push(text).flatMap(readRecord),
    end() {
      const entries = records.end().flatMap(readRecord);
      if (header === undefined && map.hasHeaderRow !== false) {
        throw statementRefusal("header", "the header row is missing", { line: (map.skipLines ?? 0) + 1 });
      }
      return entries;
    },
  };
}

function requireColumns(columns: CsvColumns, header: string[], line: number): void {
  for (const [name, value] of Object.entries(columns)) {
    for (const column of [value].flat()) {
      if (column === undefined || placeOf(column, header) !== undefined) continue;
      const present = header.map((text) => `"${shorten(text)}"`).join(", ");
      throw statementRefusal(
        "column",
        `the header row has no column ${JSON.stringify(column)} (mapped to ${name}); it has ${present}`,
        { line },
      );
    }
  }
}

/** A text that contains the delimiter without quotation marks would move what follows it to other columns. */
function requireWidth({ cells, line }: CsvRecord, header: string[]): void {
  // Where the header row ends with a delimiter, so does each line; otherwise a spreadsheet may have added empty cells.
  const width = header.at(-1) === "" ? cells.length : cells.findLastIndex((cell) => cell !== "") + 1;
  if (width <= header.length) return;
  const advice = "put texts that contain the delimiter in quotation marks, and name every column";
  const what = `the line has ${width} columns, and the header row ${header.length}: ${advice}`;
  throw statementRefusal("column", what, { line });
}

function placeOf(column: CsvColumn, header: string[] | undefined): number | undefined {
  if (typeof column === "number") return header !== undefined && column > header.length ? undefined : column - 1;
  const wanted = column.trim().toLowerCase();
  const place = header?.findIndex((name) => name.replace(/^\uFEFF/, "").toLowerCase() === wanted) ?? -1;
  return place === -1 ? undefined : place;
}

function rowOf({ cells, line }: CsvRecord, columns: CsvColumns, header: string[] | undefined): Row {
  const refuse = (name: keyof CsvColumns, what: string) => {
    const column = [columns[name]].flat()[0];
    return statementRefusal("column", `column ${JSON.stringify(column ?? name)} (${name}): ${what}`, { line });
  };
  const cellsOf = (name: keyof CsvColumns) =>
    [columns[name]].flat().flatMap((column) => {
      if (column === undefined) return [];
      const cell = cells[placeOf(column, header) ?? -1];
      if (cell === undefined) throw refuse(name, `the line has only ${cells.length} columns`);
      return [cell];
    });
  return { line, refuse, cells: cellsOf, cell: (name) => cellsOf(name)[0] ?? "" };
}

function readRow(row: Row, map: CsvColumnMap): StatementEntry {
  const currency = row.cell("currency").toUpperCase() || (map.currency ?? "");
  if (!/^[A-Z]{3}$/.test(currency)) throw row.refuse("currency", `"${shorten(currency)}" is not a currency`);
  const isBooked = map.bookedWords === undefined || isOneOf(row.cell("status"), map.bookedWords);
  // An entry that is only announced may have no day yet, or a word in its place.
  const dayOf = (name: "bookedOn" | "valueOn") => (isBooked ? readDay(row, name, map) : undefined);
  const bookedOn = dayOf("bookedOn");
  if (isBooked && bookedOn === undefined) throw row.refuse("bookedOn", "the date is missing");
  return {
    ...blankEntry(),
    account: readAccount(row.cell("account") || (map.account ?? "")),
    currency,
    ...readAmountAndDirection(row, currency, map),
    isBooked,
    bookedOn,
    valueOn: dayOf("valueOn"),
    bankReference: meaningfulReference(row.cell("bankReference")),
    endToEndId: meaningfulReference(row.cell("endToEndId")),
    structuredReference: meaningfulReference(row.cell("structuredReference"))?.replace(/\s+/g, ""),
    remittanceLines: row
      .cells("remittance")
      .flatMap((cell) => cell.split("\n"))
      .map((line) => plainText(line, maxUnsplitTextLength))
      .filter((line) => line !== "")
      .slice(0, maxRemittanceLines),
    counterpartyName: plainText(row.cell("counterpartyName")) || undefined,
    counterpartyIban: readAccount(row.cell("counterpartyIban")) || undefined,
    line: row.line,
  };
}

function readAmountAndDirection(
  row: Row,
  currency: string,
  map: CsvColumnMap,
): Pick<StatementEntry, "amountCents" | "direction"> & { isReversal?: boolean } {
  if (map.columns.amount === undefined) {
    const credit = readNumber(row, "credit", currency, map);
    const debit = readNumber(row, "debit", currency, map);
    const isCredit = credit !== undefined && credit !== 0;
    if (credit === undefined && debit === undefined) throw row.refuse("credit", "there is no amount");
    if (isCredit && debit !== undefined && debit !== 0) {
      throw row.refuse("credit", "the credit and the debit column both contain an amount");
    }
    if (!isCredit) {
      // Some banks also write a minus sign in the column for money out.
      return { amountCents: Math.abs(debit ?? 0), direction: "debit" };
    }
    if (credit > 0) return { amountCents: credit, direction: "credit" };
    // Beside a column for money out, the bank has cancelled a credit; otherwise the column has both directions.
    return { amountCents: -credit, direction: "debit", isReversal: map.columns.debit !== undefined };
  }
  const amount = readNumber(row, "amount", currency, map);
  if (amount === undefined) throw row.refuse("amount", "there is no amount");
  if (map.columns.direction === undefined) {
    return { amountCents: Math.abs(amount), direction: amount < 0 ? "debit" : "credit" };
  }
  const word = row.cell("direction");
  if (word.trim() === "" && map.creditWords === undefined) {
    const advice = "fill it in, or set creditWords if the bank leaves it empty for money out";
    throw row.refuse("direction", `it is empty: ${advice}`);
  }
  const isCredit = isOneOf(word, map.creditWords ?? usualCreditWords);
  if (!isCredit && map.creditWords === undefined && !isOneOf(word, usualDebitWords)) {
    throw row.refuse(
      "direction",
      `"${shorten(word)}" is not a known word for a direction: set creditWords to the words for money in`,
    );
  }
  return { amountCents: Math.abs(amount), direction: isCredit && amount >= 0 ? "credit" : "debit" };
}

function readNumber(
  row: Row,
  name: "amount" | "credit" | "debit",
  currency: string,
  map: CsvColumnMap,
): number | undefined {
  const text = row.cell(name);
  if (text === "") return undefined;
  const decimal = map.decimalSeparator ?? ",";
  const bare = withoutCurrency(text.replaceAll("\u2212", "-"), currency);
  const [, before = "", digits = "", after = ""] = /^([+-]?)\s*([\d.,'’\s]+?)\s*([+-]?)$/.exec(bare) ?? [];
  const [whole = "", fraction, ...more] = digits.split(decimal);
  const thousands = whole.split(/[.,'’\s]/);
  // "1.234" with a decimal comma is 1234; "12.34" has no thousands group, so the map is wrong, and a guess could record a wrong amount.
  const isGrouped = thousands.every((group, index) => (index === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group));
  const isWhole = /^\d+$/.test(whole) || (thousands.length > 1 && isGrouped);
  if (!isWhole || more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) {
    throw row.refuse(name, `"${shorten(text)}" is not an amount with the decimal separator "${decimal}"`);
  }
  if (!/^0+$/.test(whole)) requireOneMeaning(row, name, { text, currency, groups: thousands.length, fraction }, map);
  const plain = `${thousands.join("")}${fraction ? `.${fraction}` : ""}`;
  try {
    const amount = readAmount(plain, currency, { line: row.line });
    return before === "-" || after === "-" ? -amount : amount;
  } catch (error) {
    throw Object.assign(row.refuse(name, `"${shorten(text)}" is not an amount in ${currency}`), { cause: error });
  }
}

/**
 * One separator before three digits may be of thousands or of decimals: 12,000 JPY, 1,000 EUR, 1.500 BHD. It is not guessed, because the
 * other meaning would be a thousand times the amount.
 */
function requireOneMeaning(
  row: Row,
  name: "amount" | "credit" | "debit",
  {
    text,
    currency,
    groups,
    fraction,
  }: { text: string; currency: string; groups: number; fraction: string | undefined },
  { decimalSeparator }: CsvColumnMap,
): void {
  const digits = currencyExponent(currency);
  const isLoneFraction = groups === 1 && fraction?.length === 3;
  const isLoneGroup = groups === 2 && fraction === undefined;
  const where = `"${shorten(text)}" may be thousands or decimals`;
  if (digits < 3 && isLoneFraction) {
    const other = decimalSeparator === "." ? "," : ".";
    const decimals = digits === 0 ? "without decimals" : `with ${digits} decimals`;
    throw row.refuse(
      name,
      `${where}: if they are thousands, set decimalSeparator to "${other}"; otherwise export amounts ${decimals}`,
    );
  }
  if (digits >= 3 && decimalSeparator === undefined && (isLoneFraction || isLoneGroup)) {
    throw row.refuse(name, `${where}: set decimalSeparator to "." or ","`);
  }
}

/** Strips the currency of the entry: `19,99 €`, `EUR 19,99`, `-€19,99`. The symbol of another currency stays, and is rejected later. */
function withoutCurrency(text: string, currency: string): string {
  for (const word of [currency, currencySigns.get(currency)]) {
    if (word === undefined) continue;
    if (text.toUpperCase().endsWith(word)) return text.slice(0, -word.length).trim();
    const sign = /^[+-]?/.exec(text)?.[0] ?? "";
    if (text.toUpperCase().startsWith(word, sign.length)) return sign + text.slice(sign.length + word.length).trim();
  }
  return text;
}

function readDay(row: Row, name: "bookedOn" | "valueOn", map: CsvColumnMap): string | undefined {
  const text = row.cell(name);
  if (text === "") return undefined;
  const form = map.dateForm ?? "DD.MM.YYYY";
  // "24.06.2024 13:05" is a date followed by a time.
  const found: Record<string, string | undefined> = datePatterns[form].exec(text.split(/[ T]/)[0] ?? "")?.groups ?? {};
  const year = Number(found.year) + (found.year?.length === 2 ? 2000 : 0);
  const day = calendarDay(year, Number(found.month), Number(found.day));
  if (day === undefined) throw row.refuse(name, `"${shorten(text)}" is not a date of the form ${form}`);
  return day;
}

function isOneOf(text: string, words: readonly string[]): boolean {
  return words.some((word) => word.trim().toLowerCase() === text.trim().toLowerCase());
}
