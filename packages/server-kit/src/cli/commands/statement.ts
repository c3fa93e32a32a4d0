// payment-sessions statement …: imports bank statements, and decides unmatched entries.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { CsvColumnMap } from "../../domain/statements/csv-column-map.js";
import type { EntryOutcome } from "../../flows/statements/record-slice.js";
import type { StatementCounts } from "../../storage/port/statement-records.js";
import type { Command, GivenOptions, OptionSpec } from "../command.js";
import { UsageError } from "../command.js";
import type { CommandIo } from "../command-io.js";
import { databaseOptions, withService } from "../open-service.js";
import { oneOf, wholeNumber } from "../option-values.js";
import { commandActor } from "../system-user.js";
import { facts, showAmount, showTime, table } from "../table.js";

const merchantId: OptionSpec = { name: "merchant-id", value: "<id>", summary: "the store whose account it is" };
const actor: OptionSpec = {
  name: "actor",
  value: "<name>",
  summary: "actor; default: the operating system's user",
};
const entryId: OptionSpec = { name: "entry-id", value: "<id>", summary: 'as "statement unmatched" shows it' };
const paymentId: OptionSpec = { name: "payment-id", value: "<id>", summary: "the live payment that the money is for" };

/** A dry run lists at most this many entries for people; --json has all of them. */
const listedEntries = 100;
/** Progress on standard error, so that a large file does not look stuck. */
const progressEvery = 1000;

export const statementCommands: readonly Command[] = [
  {
    name: "statement import",
    summary:
      "Reads a bank statement (CAMT.053, CAMT.054, MT940, CSV; also zipped): booked credits settle the payments they name.",
    argument: "file",
    options: [
      { name: "file", value: "<path>", summary: "the statement" },
      merchantId,
      { name: "format", value: "<word>", summary: "camt, mt940 or csv; default: detected from the content" },
      {
        name: "column-map",
        value: "<path>",
        summary: "JSON column map of the store's CSV; stored for later files",
      },
      { name: "dry-run", summary: "report what would happen, write nothing" },
      actor,
      ...databaseOptions,
    ],
    run: importFile,
  },
  {
    name: "statement list",
    summary: "Imported statements of a store, newest first.",
    options: [
      merchantId,
      { name: "limit", value: "<number>", summary: "maximum number; default 50" },
      { name: "before", value: "<id>", summary: "continue after this statement id" },
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("merchant-id");
      const page = { limit: limitOf(given), before: given.text("before") };
      const statements = await withService(given, {}, (service) => service.statements.list(id, page));
      const rows = statements.map((statement) => [
        statement.statementId,
        showTime(statement.createdAt),
        statement.fileName,
        statement.format,
        statement.entries,
        statement.matched,
        statement.unmatched,
        statement.duplicates,
        statement.finishedAt === undefined ? "interrupted: import it again" : "",
      ]);
      const head = ["STATEMENT ID", "AT", "FILE", "FORMAT", "ENTRIES", "MATCHED", "UNMATCHED", "DUPLICATES", ""];
      return { document: statements, text: table(head, rows, "There are no statements yet.") };
    },
  },
  {
    name: "statement unmatched",
    summary: "Entries that matched no payment, newest first, with the payments they may belong to.",
    options: [
      merchantId,
      { name: "limit", value: "<number>", summary: "maximum number; default 50" },
      { name: "after", value: "<id>", summary: "continue after this entry id" },
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("merchant-id");
      const page = { limit: limitOf(given), after: given.text("after") };
      const entries = await withService(given, {}, (service) => service.statements.unmatched(id, page));
      const rows = entries.map((entry) => [
        entry.entryId,
        entry.bookedOn,
        `${entry.direction === "debit" ? "-" : ""}${showAmount(entry.amountCents, entry.currency)}`,
        entry.counterpartyName,
        entry.remittanceLines.join(" "),
        entry.suggestions.map(({ paymentId: own, reasons }) => `${own} (${reasons.join(", ")})`).join("; "),
      ]);
      const head = ["ENTRY ID", "BOOKED", "AMOUNT", "FROM", "TEXT", "SUGGESTIONS"];
      return { document: entries, text: table(head, rows, "Every entry is assigned to a payment or put aside.") };
    },
  },
  {
    name: "statement assign",
    summary: "Assigns an entry to a payment; the money settles it like any other arrival.",
    argument: ["entry-id", "payment-id"],
    options: [entryId, paymentId, actor, ...databaseOptions],
    async run(given) {
      const [entry, payment] = [given.required("entry-id"), given.required("payment-id")];
      const state = await withService(given, {}, async (service) => {
        await service.statements.assign(entry, payment, { actor: actorOf(given) });
        return (await service.payments.get(payment))?.state;
      });
      return {
        document: { entryId: entry, paymentId: payment, state },
        text: `${entry} is assigned to ${payment}, which is ${state}.`,
      };
    },
  },
  {
    name: "statement put-aside",
    summary: "Puts an entry aside that belongs to no payment.",
    argument: "entry-id",
    options: [
      entryId,
      { name: "reason", value: "<text>", summary: "reason, stored with the entry" },
      actor,
      ...databaseOptions,
    ],
    async run(given) {
      const entry = given.required("entry-id");
      const decision = { reason: given.required("reason"), actor: actorOf(given) };
      await withService(given, {}, (service) => service.statements.putAside(entry, decision));
      return { document: { entryId: entry, state: "put_aside" }, text: `${entry} is put aside.` };
    },
  },
];

async function importFile(given: GivenOptions, io: CommandIo) {
  const path = given.required("file");
  const id = given.required("merchant-id");
  const format = oneOf(given, "format", ["camt", "mt940", "csv"]);
  const dryRun = given.flag("dry-run");
  requireFile(path);
  const columnMap = readColumnMap(given.text("column-map"));
  const outcomes: EntryOutcome[] = [];
  let announced = 0;
  const result = await withService(given, {}, async (service) => {
    if (columnMap !== undefined) await service.statements.setColumnMap(id, columnMap, { actor: actorOf(given) });
    return service.statements.import({
      merchantId: id,
      content: () => createReadStream(path),
      format,
      fileName: basename(path).slice(0, 255),
      actor: actorOf(given),
      dryRun,
      onProgress({ entries, matched }: StatementCounts) {
        if (entries - announced < progressEvery) return;
        announced = entries;
        io.error(`${entries} entries read, ${matched} matched`);
      },
      onEntry(outcome) {
        if (dryRun && (given.isJson || outcomes.length < listedEntries)) outcomes.push(outcome);
      },
    });
  });
  const preview = outcomes.map(({ entry, kind, paymentId: own }) => ({
    line: entry.line,
    outcome: kind,
    direction: entry.direction,
    amountCents: entry.amountCents,
    currency: entry.currency,
    counterpartyName: entry.counterpartyName,
    text: entry.remittanceLines.join(" "),
    paymentId: own,
  }));
  const rows = preview.map((one) => [
    one.line,
    one.outcome.replace("_", " "),
    `${one.direction === "debit" ? "-" : ""}${showAmount(one.amountCents, one.currency)}`,
    one.counterpartyName,
    one.text,
    one.paymentId,
  ]);
  const shown = facts([
    ["statement id", result.statementId ?? "none: this was a dry run"],
    ["format", result.format],
    ["entries", result.entries],
    [dryRun ? "would match" : "matched", result.matched],
    ["unmatched", result.unmatched],
    ["duplicates", result.duplicates],
    ["not counted", result.notCounted],
    ["announced only", result.announced],
  ]);
  const list = dryRun
    ? `\n\n${table(["LINE", "OUTCOME", "AMOUNT", "FROM", "TEXT", "PAYMENT"], rows, "No entries.")}`
    : "";
  return { document: dryRun ? { ...result, preview } : result, text: `${shown}${list}` };
}

function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UsageError(`--file must be a file; there is none at "${path}".`);
  }
}

function readColumnMap(path: string | undefined): CsvColumnMap | undefined {
  if (path === undefined) return undefined;
  try {
    // Sound: setColumnMap judges every field.
    return JSON.parse(readFileSync(path, "utf8")) as CsvColumnMap;
  } catch (error) {
    throw new UsageError(`--column-map must be a file with JSON; ${error instanceof Error ? error.message : error}`);
  }
}

function actorOf(given: GivenOptions): string {
  return given.text("actor") ?? commandActor();
}

function limitOf(given: GivenOptions): number {
  return wholeNumber(given, "limit", { min: 1, max: 1000 }) ?? 50;
}
