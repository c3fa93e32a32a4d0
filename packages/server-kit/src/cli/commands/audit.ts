// payment-sessions audit …: who changed what, shown and exported.
import { auditFormats } from "../../domain/audit-export.js";
import type { Command, GivenOptions, OptionSpec } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { moment, requiredOneOf, wholeNumber } from "../option-values.js";
import { showTime, table } from "../table.js";

const filterOptions: readonly OptionSpec[] = [
  { name: "merchant-id", value: "<id>", summary: "of this store only" },
  { name: "actor", value: "<text>", summary: "of this actor only, as the list names it" },
  { name: "action", value: "<word>", summary: "this action only, such as api_key.issued" },
  { name: "subject", value: "<id>", summary: "about this key, user or delivery only" },
  { name: "since", value: "<time>", summary: "from then on, such as 2026-01-31 or 2026-01-31T10:00:00Z" },
  { name: "until", value: "<time>", summary: "before then" },
];

function filterOf(given: GivenOptions) {
  return {
    merchantId: given.text("merchant-id"),
    actor: given.text("actor"),
    action: given.text("action"),
    subject: given.text("subject"),
    since: moment(given, "since"),
    before: moment(given, "until"),
  };
}

export const auditCommands: readonly Command[] = [
  {
    name: "audit list",
    summary: "Who changed what, newest first.",
    options: [
      ...filterOptions,
      { name: "limit", value: "<number>", summary: "maximum number; default 50" },
      ...databaseOptions,
    ],
    async run(given) {
      const limit = wholeNumber(given, "limit", { min: 1, max: 1000 }) ?? 50;
      const records = await withService(given, {}, (service) => service.audit.list({ ...filterOf(given), limit }));
      const rows = records.map(({ at, actor, address, action, merchantId, subject, detail }) => [
        showTime(at),
        actor,
        address,
        action,
        merchantId,
        subject,
        JSON.stringify(detail),
      ]);
      const head = ["AT", "WHO", "FROM", "WHAT", "MERCHANT ID", "ABOUT", "DETAIL"];
      return { document: records, text: table(head, rows, "There are no such records.") };
    },
  },
  {
    name: "audit export",
    summary: "Writes all matching records to standard output: CSV for spreadsheets, or NDJSON.",
    options: [
      { name: "format", value: "<word>", summary: auditFormats.join(" or ") },
      ...filterOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const format = requiredOneOf(given, "format", auditFormats);
      const lines: string[] = [];
      await withService(given, {}, async (service) => {
        for await (const line of service.audit.export(format, filterOf(given))) lines.push(line);
      });
      const text = lines.join("").replace(/\r?\n$/, "");
      return { document: { format, text }, text };
    },
  },
];
