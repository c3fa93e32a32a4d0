// payment-sessions statement import: imports a bank statement; a dry run prints the expected result of each entry.
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import type { CsvColumnMap } from "../../domain/statements/csv-column-map.js";
import { statementFormats } from "../../domain/statements/statement-entry.js";
import type { EntryOutcome } from "../../flows/statements/record-slice.js";
import type { PaymentService } from "../../payment-service.js";
import type { StatementCounts } from "../../storage/port/statement-records.js";
import { actorOf, actorOption } from "../actor-option.js";
import { type Command, type OptionSpec, type Outcome, UsageError } from "../command.js";
import type { CommandIo } from "../command-io.js";
import { readJson } from "../json-input.js";
import { databaseOptions, withService } from "../open-service.js";
import { oneOf } from "../option-values.js";
import { facts, showSignedAmount, table } from "../table.js";

/** A dry run prints at most this many entries; --json has all of them. */
const maxShownEntries = 100;
/** Entries between two lines of progress on standard error. */
const progressEveryEntries = 1000;

export const storeOption: OptionSpec = {
  name: "merchant-id",
  value: "<id>",
  summary: "the store that the bank account belongs to",
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
    const format = oneOf(given, "format", statementFormats);
    const dryRun = given.flag("dry-run");
    requireFile(path);
    const hasColumnMap = given.text("column-map") !== undefined;
    // The flow checks every field.
    const columnMap = hasColumnMap ? ((await readJson(given, "column-map")) as CsvColumnMap) : undefined;
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
    if (entries - reported < progressEveryEntries) return;
    reported = entries;
    io.error(`${entries} entries read, ${matched} matched`);
  };
}

function dryRunOutcome(result: ImportResult, outcomes: readonly EntryOutcome[]): Outcome {
  const preview = outcomes.map(({ entry, kind, paymentId, testPaymentId }) => ({
    line: entry.line,
    outcome: kind,
    direction: entry.direction,
    amountCents: entry.amountCents,
    currency: entry.currency,
    counterpartyName: entry.counterpartyName,
    text: entry.remittanceLines.join(" "),
    paymentId,
    testPaymentId,
  }));
  const rows = preview.map((one) => [
    one.line,
    one.outcome.replace("_", " ") + (one.testPaymentId ? `: names the test payment ${one.testPaymentId}` : ""),
    showSignedAmount(one),
    one.counterpartyName,
    one.text,
    one.paymentId,
  ]);
  const parts = [
    showResult(result, "would match"),
    table(["LINE", "OUTCOME", "AMOUNT", "FROM", "TEXT", "PAYMENT"], rows, "No entries."),
    ...(result.entries > rows.length ? [`The first ${rows.length} of ${result.entries} entries; --json has all.`] : []),
  ];
  return { document: { ...result, preview }, text: parts.join("\n\n") };
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
