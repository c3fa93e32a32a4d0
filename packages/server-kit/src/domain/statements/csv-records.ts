// Splits chunks of CSV text into records of cells (RFC 4180: quoted cells may contain delimiters and line ends).
import type { Refusal } from "../refusal.js";
import { createLineSplitter } from "./statement-lines.js";
import { statementRefusal } from "./statement-values.js";

const maxCells = 500;
/** With line ends inside quotes; a quotation mark that is never closed would make the rest of the file one record. */
const maxRecordLength = 64 * 1024;

export interface CsvRecord {
  cells: string[];
  /** The line at which the record begins. */
  line: number;
}

export interface CsvRecords {
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

export function createCsvRecords(delimiter: string, skipLines: number): CsvRecords {
  const splitter = createLineSplitter();
  let pending: { text: string; line: number; hasOpenQuote: boolean } | undefined;

  function readLine(text: string, line: number): CsvRecord[] {
    if (line <= skipLines) return [];
    const isContinued = pending !== undefined;
    const record = pending ?? { text: "", line, hasOpenQuote: false };
    record.text = isContinued ? `${record.text}\n${text}` : text;
    record.hasOpenQuote = endsInsideQuotes(text, delimiter, record.hasOpenQuote);
    if (record.text.length > maxRecordLength) throw unclosedQuote(record.line);
    pending = record.hasOpenQuote ? record : undefined;
    if (pending !== undefined || record.text.trim() === "") return [];
    return [{ cells: splitCells(record.text, delimiter, record.line), line: record.line }];
  }

  return {
    push: (text) => splitter.push(text).flatMap((found) => readLine(found.text, found.line)),
    end() {
      const last = splitter.end().flatMap(({ text, line }) => readLine(text, line));
      if (pending !== undefined) throw unclosedQuote(pending.line);
      return last;
    },
  };
}

function unclosedQuote(line: number): Refusal {
  return statementRefusal("quote", "an opening quotation mark here has no closing one", { line });
}

/** A quote opens a cell only at its start; elsewhere it is text, as in some names of counterparties. */
function endsInsideQuotes(text: string, delimiter: string, startsInside: boolean): boolean {
  let isInside = startsInside;
  let isAtStart = !startsInside;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInside) {
      if (character !== '"') continue;
      if (text[index + 1] === '"') index += 1;
      else isInside = false;
    } else if (character === '"' && isAtStart) {
      isInside = true;
      isAtStart = false;
    } else isAtStart = character === delimiter;
  }
  return isInside;
}

function splitCells(text: string, delimiter: string, line: number): string[] {
  const cells: string[] = [];
  let index = 0;
  while (index <= text.length) {
    if (cells.length >= maxCells) throw statementRefusal("length", `there are more than ${maxCells} columns`, { line });
    let cell = "";
    if (text[index] === '"') {
      index += 1;
      while (index < text.length) {
        const close = text.indexOf('"', index);
        cell += text.slice(index, close === -1 ? text.length : close);
        index = close === -1 ? text.length : close + 1;
        if (text[index] !== '"') break;
        cell += '"';
        index += 1;
      }
    }
    const next = text.indexOf(delimiter, index);
    cell += text.slice(index, next === -1 ? text.length : next);
    cells.push(cell.trim());
    if (next === -1) break;
    index = next + 1;
  }
  return cells;
}
