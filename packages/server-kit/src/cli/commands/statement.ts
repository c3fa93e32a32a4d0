// payment-sessions statement …: imported bank statements, and decisions on entries that matched no payment.
import { actorOf, actorOption } from "../actor-option.js";
import type { Command, OptionSpec } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { limitOf, limitOption } from "../option-values.js";
import { showSignedAmount, showTime, table } from "../table.js";
import { statementImportCommand, storeOption } from "./statement-import.js";

const entryId: OptionSpec = { name: "entry-id", value: "<id>", summary: "as `statement unmatched` prints it" };
const paymentId: OptionSpec = { name: "payment-id", value: "<id>", summary: "the live payment that the money is for" };

export const statementCommands: readonly Command[] = [
  statementImportCommand,
  {
    name: "statement list",
    summary: "Lists the imported statements of a store, newest first.",
    options: [
      storeOption,
      limitOption(),
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
        statement.finishedAt === undefined ? "not finished: still running, or interrupted (then import it again)" : "",
      ]);
      const head = ["STATEMENT ID", "AT", "FILE", "FORMAT", "ENTRIES", "MATCHED", "UNMATCHED", "DUPLICATES", ""];
      return { document: statements, text: table(head, rows, "No statements were imported.") };
    },
  },
  {
    name: "statement unmatched",
    summary: "Lists entries that matched no payment, newest first, with suggested payments.",
    options: [
      storeOption,
      limitOption(),
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
        showSignedAmount(entry),
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
    summary: "Assigns an entry to a payment and counts its money there.",
    argument: ["entry-id", "payment-id"],
    options: [entryId, paymentId, actorOption, ...databaseOptions],
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
    summary: "Puts aside an entry that belongs to no payment.",
    argument: "entry-id",
    options: [
      entryId,
      { name: "reason", value: "<text>", summary: "why; stored with the entry" },
      actorOption,
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
