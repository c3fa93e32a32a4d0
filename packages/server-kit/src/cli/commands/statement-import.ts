// payment-sessions statement import: imports a bank statement; a dry run prints the expected result of each entry.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { CsvColumnMap } from "../../domain/statements/csv-column-map.js";
import type { EntryOutcome } from "../../flows/statements/record-slice.js";
import type { PaymentService } from "../../payment-service.js";
import type { StatementCounts } from "../../storage/port/statement-records.js";
import { type Command, type GivenOptions, type OptionSpec, type Outcome, UsageError } from "../command.js";
import type { CommandIo } from "../command-io.js";
import { databaseOptions, withService } from "../open-service.js";
import { oneOf } from "../option-values.js";
import { commandActor } from "../system-user.js";
import { facts, showSignedAmount, table } from "../table.js";

/** A dry run prints at most this many entries; --json has all of them. */
const maxShownEntries = 100;
/** Entries between two lines of progress on standard error. */
const progressEvery = 1000;

export const storeOption: OptionSpec = {
  name: "merchant-id",
  value: "<id>",
  summary: "the store that the bank account belongs to",
};

export const actorOption: OptionSpec = {
  name: "actor",
  value: "<name>",
  summary: "who does this, for the audit log; default: the operating system's user",
};

export const statementImportCommand: Command = {
  name: "statement import",
  summary:
    "Reads a bank statement (CAMT.053, CAMT.054, MT940, CSV; also zipped): booked credits settle the payments they name.",
  argument: "file",
  options: [
    { name: "file", value: "<path>", summary: "the statement" },
    storeOption,
    { name: "format", value: "<word>", summary: "camt, mt940 or csv; default: detected from the content" },
    { name: "column-map", value: "<path>", summary: "JSON column map of the store's CSV; stored for later files" },
    { name: "dry-run", summary: "show what would happen and store nothing" },
    actorOption,
    ...databaseOptions,
  ],
  async run(given, io) {
    const path = given.required("file");
    const merchantId = given.required("merchant-id");
    const format = oneOf(given, "format", ["camt", "mt940", "csv"]);
    const dryRun = given.flag("dry-run");
    requireFile(path);
    const columnMap = readColumnMap(given.text("column-map"));
    const outcomes: EntryOutcome[] = [];
    const result = await withService(given, {}, async (service) => {
      const actor = actorOf(given);
      if (columnMap !== undefined && !dryRun) await service.statements.setColumnMap(merchantId, columnMap, { actor });
      return service.statements.import({
        merchantId,
        content: () => createReadStream(path),
        format,
        columnMap,
        fileName: basename(path).slice(0, 255),
        actor,
        dryRun,
        onProgress: reportProgress(io),
        onEntry(outcome) {
          if (dryRun && (given.isJson || outcomes.length < maxShownEntries)) outcomes.push(outcome);
        },
      });
    });
    return dryRun ? dryRunOutcome(result, outcomes) : { document: result, text: showResult(result, "matched") };
  },
};

type ImportResult = Awaited<ReturnType<PaymentService["statements"]["import"]>>;

function reportProgress(io: Pick<CommandIo, "error">): (counts: StatementCounts) => void {
  let reported = 0;
  return ({ entries, matched }) => {
    if (entries - reported < progressEvery) return;
    reported = entries;
    io.error(`${entries} entries read, ${matched} matched`);
  };
}

function dryRunOutcome(result: ImportResult, outcomes: readonly EntryOutcome[]): Outcome {
  const preview = outcomes.map(({ entry, kind, paymentId }) => ({
    line: entry.line,
    outcome: kind,
    direction: entry.direction,
    amountCents: entry.amountCents,
    currency: entry.currency,
    counterpartyName: entry.counterpartyName,
    text: entry.remittanceLines.join(" "),
    paymentId,
  }));
  const rows = preview.map((one) => [
    one.line,
    one.outcome.replace("_", " "),
    showSignedAmount(one),
    one.counterpartyName,
    one.text,
    one.paymentId,
  ]);
  const list = table(["LINE", "OUTCOME", "AMOUNT", "FROM", "TEXT", "PAYMENT"], rows, "No entries.");
  return { document: { ...result, preview }, text: `${showResult(result, "would match")}\n\n${list}` };
}

function showResult(result: ImportResult, matchedLabel: string): string {
  return facts([
    ["statement id", result.statementId ?? "none: this was a dry run"],
    ["format", result.format],
    ["entries", result.entries],
    [matchedLabel, result.matched],
    ["unmatched", result.unmatched],
    ["duplicates", result.duplicates],
    ["not counted", result.notCounted],
    ["announced only", result.announced],
  ]);
}

function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UsageError(`--file must name a file; there is none at "${path}".`);
  }
}

function readColumnMap(path: string | undefined): CsvColumnMap | undefined {
  if (path === undefined) return undefined;
  try {
    // `setColumnMap` checks every field.
    return JSON.parse(readFileSync(path, "utf8")) as CsvColumnMap;
  } catch (error) {
    throw new UsageError(`--column-map must name a file with JSON: ${error instanceof Error ? error.message : error}`);
  }
}

export function actorOf(given: GivenOptions): string {
  return given.text("actor") ?? commandActor();
}
