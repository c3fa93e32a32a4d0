// payment-sessions audit …: lists and exports the audit log.
import { auditFormats } from "../../domain/audit-export.js";
import type { Command, GivenOptions, OptionSpec } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { limitOf, limitOption, requiredOneOf, timestamp } from "../option-values.js";
import { showTime, table } from "../table.js";

const filterOptions: readonly OptionSpec[] = [
  { name: "merchant-id", value: "<id>", summary: "only of this store" },
  { name: "actor", value: "<text>", summary: "only by this actor, as `audit list` prints it" },
  { name: "action", value: "<word>", summary: "only this action, such as api_key.issued" },
  { name: "subject", value: "<id>", summary: "only about this key, user or delivery" },
  { name: "since", value: "<time>", summary: "at or after this time, such as 2026-01-31 or 2026-01-31T10:00:00Z" },
  { name: "until", value: "<time>", summary: "before this time" },
];

function filterOf(given: GivenOptions) {
  return {
    merchantId: given.text("merchant-id"),
    actor: given.text("actor"),
    action: given.text("action"),
    subject: given.text("subject"),
    since: timestamp(given, "since"),
    before: timestamp(given, "until"),
  };
}

export const auditCommands: readonly Command[] = [
  {
    name: "audit list",
    summary: "Lists who changed what, newest first.",
    options: [...filterOptions, limitOption(), ...databaseOptions],
    async run(given) {
      const limit = limitOf(given);
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
      return { document: records, text: table(head, rows, "No records match.") };
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
      const filter = filterOf(given);
      return {
        fields: { format },
        stream: (write) =>
          withService(given, {}, async (service) => {
            for await (const line of service.audit.export(format, filter)) await write(line);
          }),
      };
    },
  },
];
