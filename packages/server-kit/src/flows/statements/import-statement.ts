// Imports a bank statement: entry by entry, each once, in slices. An interrupted import can be repeated.
import { createTimedId } from "../../domain/identifiers.js";
import { Refusal, requireNoViolations } from "../../domain/refusal.js";
import { findMissingText } from "../../domain/required-text.js";
import { type CsvColumnMap, parseColumnMap } from "../../domain/statements/csv-column-map.js";
import { fingerprintOf, otherFingerprintsOf } from "../../domain/statements/entry-fingerprint.js";
import type { ReadStatementOptions } from "../../domain/statements/read-statement.js";
import {
  type StatementEntry,
  type StatementFormat,
  statementFormats,
} from "../../domain/statements/statement-entry.js";
import type { Statement, StatementCounts } from "../../storage/port/statement-records.js";
import { appendAudit } from "../append-audit.js";
import type { EntryOutcome, SliceDependencies } from "./record-slice.js";
import { createSliceWriter } from "./slice-writer.js";
import { type OpenedContent, openContent, type StatementContent } from "./statement-content.js";

export interface StatementImport {
  merchantId: string;
  /**
   * The file: its text, its bytes, or a function that opens a stream of bytes each time it is called. These are read to their end before
   * anything is written. A stream that can be read only once is written while it is read; if it turns out to be invalid half-way, the
   * entries so far are kept, and the whole file can be imported later.
   */
  content: StatementContent;
  /** Default: detected from the content. CSV requires the store's column map. */
  format?: StatementFormat | undefined;
  /** Of a CSV file; not stored. Default: the store's. */
  columnMap?: CsvColumnMap | undefined;
  fileName?: string | undefined;
  /** The actor of the import, such as the e-mail address of a panel user or `operator:cron`. */
  actor: string;
  /** Reports the expected results, and writes nothing. */
  dryRun?: boolean | undefined;
  /** Called once, before the first entry is recorded, with the number of entries in the file if it could be read to its end before. */
  onStarted?: ((started: { statementId: string; entryCount: number | undefined }) => void) | undefined;
  /** Called after each slice with the counts so far. */
  onProgress?: ((counts: StatementCounts) => void) | undefined;
  /** Called with the result, or the expected result, of each entry. */
  onEntry?: ((outcome: EntryOutcome) => void) | undefined;
}

export interface StatementImportResult extends StatementCounts {
  /** Undefined for a dry run. */
  statementId: string | undefined;
  format: StatementFormat;
  dryRun: boolean;
}

/**
 * Imports a bank statement: entries with the reference of a live payment of the store settle it, others wait for a person.
 * @throws Refusal STORE_NOT_FOUND; VALIDATION_ERROR that names line and column of the part that cannot be parsed.
 */
export async function importStatement(
  dependencies: SliceDependencies,
  input: StatementImport,
): Promise<StatementImportResult> {
  requireInput(input);
  const kept = await readColumnMap(dependencies, input.merchantId);
  const columnMap = input.columnMap === undefined ? kept : parseColumnMap(input.columnMap);
  const content = openContent(input.content);
  let format: StatementFormat | undefined = input.format;
  const occurrences = new Map<string, number>();
  const read = () =>
    readEntries(content, {
      format: input.format,
      columnMap,
      // Reset per file: each file of a ZIP is handled as if imported alone.
      onFormat: (seen) => {
        format = seen;
        occurrences.clear();
      },
    });
  // Read to its end first, so that nothing of an invalid file is written.
  const entryCount = content.isRepeatable && input.dryRun !== true ? await countEntries(read()) : undefined;

  const counts: StatementCounts = { entries: 0, matched: 0, unmatched: 0, duplicates: 0, notCounted: 0, announced: 0 };
  const begun = input.dryRun === true ? undefined : await begin(dependencies, input, format ?? "camt");
  if (begun !== undefined) input.onStarted?.({ statementId: begun.statementId, entryCount });
  const writer = createSliceWriter(dependencies, input, counts);
  for await (const entry of read()) {
    if (!entry.isBooked) {
      counts.announced += 1;
      continue;
    }
    counts.entries += 1;
    const { merchantId } = input;
    const place = { merchantId, statementId: begun?.statementId ?? "", position: counts.entries };
    await writer.add({
      entry,
      place: { ...place, ...numbered(fingerprintOf(entry), occurrences) },
      others: otherFingerprintsOf(entry).map((fingerprint) => numbered(fingerprint, occurrences)),
    });
  }
  await writer.flush();
  if (begun !== undefined) await finish(dependencies, { ...begun, ...counts, format: format ?? begun.format });
  return { statementId: begun?.statementId, format: format ?? "camt", dryRun: begun === undefined, ...counts };
}

async function* readEntries(content: OpenedContent, options: ReadStatementOptions): AsyncGenerator<StatementEntry> {
  // Loaded with the first statement: the XML and ZIP readers would slow down every start.
  const { readStatement } = await import("../../domain/statements/read-statement.js");
  for await (const entries of readStatement(content.chunks(), options)) yield* entries;
}

async function countEntries(entries: AsyncIterable<StatementEntry>): Promise<number> {
  let count = 0;
  for await (const _ of entries) count += 1;
  return count;
}

const maxFileNameLength = 255;

function requireInput({ merchantId, actor, fileName, format }: StatementImport): void {
  requireNoViolations([
    ...findMissingText("merchantId", merchantId, "the store's id"),
    ...findMissingText("actor", actor, "name who imports it"),
    ...(fileName === undefined || (typeof fileName === "string" && fileName.length <= maxFileNameLength)
      ? []
      : [{ path: "fileName", rule: "maxLength", message: `must be text of at most ${maxFileNameLength} characters` }]),
    ...(format === undefined || statementFormats.includes(format)
      ? []
      : [
          {
            path: "format",
            rule: "enum",
            message: `must be one of ${statementFormats.join(", ")}; got ${JSON.stringify(format)}`,
          },
        ]),
  ]);
}

/** The store's column map. @throws Refusal STORE_NOT_FOUND. */
async function readColumnMap({ storage }: SliceDependencies, merchantId: string): Promise<CsvColumnMap | undefined> {
  const { store, columnMap } = await storage.read(async (records) => ({
    store: await records.stores.find(merchantId),
    columnMap: await records.statements.findColumnMap(merchantId),
  }));
  if (store === undefined) throw new Refusal("STORE_NOT_FOUND");
  return columnMap === undefined ? undefined : parseColumnMap(columnMap);
}

/** Equal entries of one file are distinguished by a running number. */
function numbered(fingerprint: string, occurrences: Map<string, number>) {
  const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
  occurrences.set(fingerprint, occurrence);
  return { fingerprint, occurrence };
}

async function begin(
  dependencies: SliceDependencies,
  { merchantId, fileName, actor }: StatementImport,
  format: StatementFormat,
): Promise<Statement> {
  const { storage, clock, randomBytes } = dependencies;
  const createdAt = clock.now();
  const statement: Statement = {
    statementId: createTimedId("sta", createdAt, randomBytes),
    merchantId,
    format,
    fileName,
    actor,
    createdAt,
    finishedAt: undefined,
    entries: 0,
    matched: 0,
    unmatched: 0,
    duplicates: 0,
    notCounted: 0,
    announced: 0,
  };
  await storage.write(async (records) => {
    await records.statements.insert(statement);
    await appendAudit(dependencies, records, {
      actor,
      action: "statement.import_started",
      merchantId,
      subject: statement.statementId,
      detail: fileName === undefined ? {} : { fileName },
    });
  });
  return statement;
}

async function finish(dependencies: SliceDependencies, statement: Statement): Promise<void> {
  const { entries, matched, unmatched, duplicates, notCounted, announced } = statement;
  await dependencies.storage.write(async (records) => {
    await records.statements.update({ ...statement, finishedAt: dependencies.clock.now() });
    await appendAudit(dependencies, records, {
      actor: statement.actor,
      action: "statement.import_finished",
      merchantId: statement.merchantId,
      subject: statement.statementId,
      detail: { entries, matched, unmatched, duplicates, notCounted, announced },
    });
  });
}
