// Reads MT940 (SWIFT customer statement), any number of messages per file, line by line. Field 86: mt940-information.ts.
import { readInformation } from "./mt940-information.js";
import { blankEntry, type StatementEntry, type StatementReader } from "./statement-entry.js";
import { createLineSplitter } from "./statement-lines.js";
import {
  calendarDay,
  type FilePosition,
  meaningfulReference,
  plainText,
  readAccount,
  readAmount,
  shorten,
  statementRefusal,
} from "./statement-values.js";

/** Lines per field; banks write at most 6, a few up to 14. */
const maxFieldLines = 100;

interface Field {
  tag: string;
  lines: string[];
  line: number;
}

/** Value date, entry date, mark, funds code, amount, type, the customer's reference, the bank's. */
const statementLine =
  /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,15}(?:,\d{0,4})?)(?:([A-Z][A-Z0-9]{3})(.*?)(?:\/\/(.*))?)?$/;

export function createMt940Reader(): StatementReader {
  const splitter = createLineSplitter();
  const fields = createFieldCollector();
  const entries = createEntryCollector();

  function readLine(text: string, line: number): void {
    const ended = fields.push(text, line);
    if (ended.field !== undefined) entries.push(ended.field);
    if (ended.isMessageOver) entries.close();
  }

  return {
    push(text) {
      for (const { text: own, line } of splitter.push(text)) readLine(own, line);
      return entries.take();
    },
    end() {
      for (const { text, line } of splitter.end()) readLine(text, line);
      const last = fields.end();
      if (last !== undefined) entries.push(last);
      entries.close();
      if (!entries.hasStatement()) throw statementRefusal("field", "no field :20: starts a statement", { line: 1 });
      return entries.take();
    },
  };
}

/** Joins the lines of each field. */
function createFieldCollector() {
  let field: Field | undefined;
  /** The line "-" after lines of a field 86: the end of the message if a message or nothing follows, otherwise text of the field. */
  let dash: number | undefined;

  function end(): Field | undefined {
    const ended = field;
    field = undefined;
    dash = undefined;
    return ended;
  }

  return {
    /** @returns the field that ends before this line, and whether the line ends the message. */
    push(text: string, line: number): { field: Field | undefined; isMessageOver: boolean } {
      // The envelope of a SWIFT message: {1:…}{2:…}{4: before the text block, -} or - after it.
      const bare = text.replace(/^(?:\{[1-5]:[^{}]*\}?)+/, "").replace(/^-\}.*$/, "-");
      const [, tag, rest] = /^:(\d{2}[A-Z]?):(.*)$/.exec(bare) ?? [];
      const isMessageOver = dash !== undefined && tag === "20";
      if (dash !== undefined && !isMessageOver && bare.trim() !== "") {
        addLine(field, "-", dash);
        dash = undefined;
      }
      if (tag !== undefined) {
        const ended = end();
        field = { tag, lines: [rest ?? ""], line };
        return { field: ended, isMessageOver };
      }
      if (text === "-" && field?.tag === "86") dash = line;
      else if (bare === "-") return { field: end(), isMessageOver: true };
      else if (bare.trim() !== "" && !(field === undefined && isHeader(bare))) addLine(field, bare, line);
      return { field: undefined, isMessageOver: false };
    },
    end,
  };
}

/**
 * What some banks write before each message: ABN AMRO `ABNANL2A` and `940`, ING `0000 01INGBNL2AXXXX00001`, Rabobank `:940:`. Also the
 * end-of-file character of MS-DOS.
 */
function isHeader(line: string): boolean {
  return /^(?:[0-9A-Z ]{1,40}|:940:|\u001a)$/.test(line.trim());
}

function addLine(field: Field | undefined, text: string, line: number): void {
  if (field === undefined) {
    throw statementRefusal("field", `"${shorten(text)}" is not part of an MT940 field`, { line });
  }
  if (field.lines.length >= maxFieldLines) {
    throw statementRefusal("length", `field ${field.tag} has more than ${maxFieldLines} lines`, { line });
  }
  field.lines.push(text);
}

/** Makes entries of fields: 61 begins one, 86 completes it. */
function createEntryCollector() {
  let account = "";
  let currency = "";
  let entry: StatementEntry | undefined;
  let hasStatement = false;
  let ready: StatementEntry[] = [];

  function close(): void {
    if (entry !== undefined) ready.push(entry);
    entry = undefined;
  }

  return {
    push({ tag, lines, line }: Field): void {
      const [first = ""] = lines;
      if (tag === "20") {
        close();
        hasStatement = true;
      } else if (tag === "25" || tag === "25P") account = readAccountField(first);
      else if (tag === "60F" || tag === "60M") currency = readBalanceCurrency(first, { line });
      else if (tag === "61") {
        close();
        entry = readStatementLine(lines, { account, currency }, { line });
      } else if (tag === "86") {
        if (entry !== undefined) entry = { ...entry, ...readInformation(lines, entry), line };
      } else close();
    },
    close,
    hasStatement: () => hasStatement,
    /** The completed entries since the last call. */
    take(): StatementEntry[] {
      const taken = ready;
      ready = [];
      return taken;
    },
  };
}

function readStatementLine(
  [first = "", ...supplement]: string[],
  { account, currency }: { account: string; currency: string },
  position: FilePosition,
): StatementEntry {
  const found = statementLine.exec(first.trimEnd());
  if (found === null) {
    throw statementRefusal("field", `"${shorten(first)}" is not a statement line (:61:)`, position);
  }
  if (currency === "")
    throw statementRefusal("currency", "there is no opening balance (:60F:) with the currency", position);
  const [, valueDate = "", entryDate, mark = "", , amount = "", , customerReference, bankReference] = found;
  const value = readShortDate(valueDate, position);
  return {
    ...blankEntry(),
    account,
    currency,
    amountCents: readAmount(amount, currency, position, ","),
    // RC reverses a credit, so money leaves; RD reverses a debit. EC and ED are only expected.
    direction: mark === "C" || mark === "RD" || mark === "EC" ? "credit" : "debit",
    isBooked: !mark.startsWith("E"),
    isReversal: mark.startsWith("R"),
    valueOn: value,
    bookedOn: entryDate === undefined ? value : entryDay(value, entryDate, position),
    entryReference: meaningfulReference(customerReference),
    customerReference: meaningfulReference(customerReference),
    bankReference: meaningfulReference(bankReference),
    remittanceLines: supplement.map((line) => plainText(line)).filter((line) => line !== ""),
    line: position.line,
  };
}

/** `C240131EUR1234,56`: only the currency is used. */
function readBalanceCurrency(text: string, position: FilePosition): string {
  const [, currency] = /^[CD]\d{6}([A-Z]{3})\d/.exec(text) ?? [];
  if (currency === undefined) {
    throw statementRefusal("currency", `"${shorten(text)}" is not an opening balance (:60F:)`, position);
  }
  return currency;
}

/** An IBAN, an IBAN followed by a currency, or a bank code and an account number. */
function readAccountField(text: string): string {
  const bare = text.trim();
  const [, iban] = /^([A-Z]{2}\d{2}[A-Z0-9]{10,30}?)(?:\/?[A-Z]{3})?$/.exec(bare) ?? [];
  return iban === undefined ? readAccount(bare) : readAccount(iban);
}

/** Two-digit years 80 to 99 are 1980 to 1999 (SWIFT). */
function readShortDate(text: string, position: FilePosition): string {
  const year = Number(text.slice(0, 2));
  const day = calendarDay((year >= 80 ? 1900 : 2000) + year, Number(text.slice(2, 4)), Number(text.slice(4, 6)));
  if (day === undefined) throw statementRefusal("date", `"${text}" is not a date (YYMMDD)`, position);
  return day;
}

/** The entry date has no year: the year closest to the value date is used. */
function entryDay(valueOn: string, monthDay: string, position: FilePosition): string {
  const year = Number(valueOn.slice(0, 4));
  const value = Date.parse(valueOn);
  const days = [year - 1, year, year + 1]
    .map((own) => calendarDay(own, Number(monthDay.slice(0, 2)), Number(monthDay.slice(2))))
    .filter((day) => day !== undefined)
    .sort((left, right) => Math.abs(Date.parse(left) - value) - Math.abs(Date.parse(right) - value));
  const [closest] = days;
  if (closest === undefined) throw statementRefusal("date", `"${monthDay}" is not a date (MMDD)`, position);
  return closest;
}
