// Reads a statement file as a stream of entries: detects format, ZIP and encoding.
import { createCamtReader } from "./camt.js";
import { createCsvReader } from "./csv.js";
import type { CsvColumnMap } from "./csv-column-map.js";
import { createMt940Reader } from "./mt940.js";
import type { StatementEntry, StatementFormat, StatementReader } from "./statement-entry.js";
import { asciiOf, concatBytes, createLineText, createXmlText, type TextSource } from "./statement-text.js";
import { statementRefusal } from "./statement-values.js";
import { createZipSource } from "./statement-zip.js";

export interface ReadStatementOptions {
  /** Default: detected from the start of the file. */
  format?: StatementFormat | undefined;
  /** Required for CSV. */
  columnMap?: CsvColumnMap | undefined;
  /** Called once per file, before its first entry. */
  onFormat?: (format: StatementFormat) => void;
}

/** Number of bytes used to detect the format. */
const detectionBytes = 512;

/**
 * Yields the entries of a statement in file order. Neither input nor output is held in memory as a whole, zipped files included.
 * @throws Refusal VALIDATION_ERROR with `line`, and `column` where there is one.
 */
export async function* readStatement(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadStatementOptions = {},
): AsyncGenerator<StatementEntry[]> {
  const file = createFileReader(options, true);
  for await (const chunk of chunks) {
    for (const entries of file.push(chunk)) if (entries.length > 0) yield entries;
  }
  for (const entries of file.end()) if (entries.length > 0) yield entries;
}

interface FileReader {
  push(bytes: Uint8Array): Iterable<StatementEntry[]>;
  end(): Iterable<StatementEntry[]>;
}

/** Buffers enough bytes to detect the format, then passes everything to the reader of that format. */
function createFileReader(options: ReadStatementOptions, mayBeZip: boolean): FileReader {
  let start: Uint8Array = new Uint8Array(0);
  let inner: FileReader | undefined;

  function open(): FileReader {
    if (mayBeZip && isZip(start)) return createZipReader(options);
    const format = options.format ?? detectFormat(start, options);
    options.onFormat?.(format);
    return createTextFileReader(textOf(format, start, options), readerOf(format, options));
  }

  return {
    *push(bytes) {
      if (inner !== undefined) return yield* inner.push(bytes);
      start = concatBytes(start, bytes);
      if (start.length < detectionBytes) return;
      inner = open();
      yield* inner.push(start);
    },
    *end() {
      if (inner === undefined) {
        if (start.length === 0) throw statementRefusal("empty", "the file is empty", { line: 1 });
        inner = open();
        yield* inner.push(start);
      }
      yield* inner.end();
    },
  };
}

function createTextFileReader(source: TextSource, reader: StatementReader): FileReader {
  let isFirst = true;
  const withoutMark = (text: string) => {
    if (!isFirst || text === "") return text;
    isFirst = false;
    return text.replace(/^\uFEFF/, "");
  };
  return {
    *push(bytes) {
      yield reader.push(withoutMark(source.push(bytes)));
    },
    *end() {
      yield reader.push(withoutMark(source.end()));
      yield reader.end();
    },
  };
}

function createZipReader(options: ReadStatementOptions): FileReader {
  const zip = createZipSource();
  const files = new Map<string, FileReader>();

  function* readPieces(pieces: ReturnType<typeof zip.push>): Iterable<StatementEntry[]> {
    for (const { fileName, bytes, isLast } of pieces) {
      const file = files.get(fileName) ?? createFileReader(options, false);
      files.set(fileName, file);
      yield* file.push(bytes);
      if (!isLast) continue;
      yield* file.end();
      files.delete(fileName);
    }
  }
  return {
    push: (bytes) => readPieces(zip.push(bytes)),
    end: () => readPieces(zip.end()),
  };
}

function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
}

function detectFormat(start: Uint8Array, { columnMap }: ReadStatementOptions): StatementFormat {
  const text = asciiOf(start.subarray(0, detectionBytes))
    .replaceAll("\0", "")
    .trimStart()
    .replace(/^\?+\s*/, (marks) => (marks.length > 3 ? marks : ""));
  if (text.startsWith("<")) return "camt";
  if (/^(?:\{1:|:20:|:\d\d[A-Z]?:)/.test(text) || /(?:^|[\r\n]):(?:20|25|60F):/.test(text)) return "mt940";
  if (columnMap !== undefined) return "csv";
  throw statementRefusal(
    "format",
    "the file is neither CAMT nor MT940; for CSV, define the store's column map first, with statement import --column-map or in the panel",
    { line: 1 },
  );
}

function textOf(format: StatementFormat, start: Uint8Array, { columnMap }: ReadStatementOptions): TextSource {
  return format === "camt"
    ? createXmlText(start)
    : createLineText(start, (format === "csv" && columnMap?.encoding) || "auto");
}

function readerOf(format: StatementFormat, { columnMap }: ReadStatementOptions): StatementReader {
  switch (format) {
    case "camt":
      return createCamtReader();
    case "mt940":
      return createMt940Reader();
    case "csv":
      if (columnMap !== undefined) return createCsvReader(columnMap);
      throw statementRefusal("columnMap", "a CSV file needs a column map, and the store has none", { line: 1 });
  }
}
