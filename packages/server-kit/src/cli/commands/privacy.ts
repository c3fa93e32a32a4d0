// payment-sessions privacy …: exports and erases the personal data of one buyer.
import type { BuyerChoice } from "../../flows/privacy.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { table } from "../table.js";

const options: readonly OptionSpec[] = [
  { name: "payment-id", value: "<id>", summary: "one payment" },
  { name: "email", value: "<address>", summary: "all payments with this e-mail address" },
  { name: "merchant-id", value: "<id>", summary: "with --email: only of this store" },
  ...databaseOptions,
];

export const privacyCommands: readonly Command[] = [
  {
    name: "privacy export",
    summary: "Prints everything stored about a buyer's payments, as JSON. The audit log records it.",
    options,
    async run(given) {
      const buyer = chosenBuyer(given);
      const exported = await withService(given, {}, (service) => service.privacy.export(buyer));
      return { document: exported, text: JSON.stringify(exported, undefined, 2) };
    },
  },
  {
    name: "privacy erase",
    summary:
      "Erases a buyer's personal data from payments that have ended; the payments themselves are kept. The audit log records it.",
    options: [...options, { name: "yes", summary: "required, since this cannot be undone" }],
    async run(given) {
      const buyer = chosenBuyer(given);
      if (!given.flag("yes"))
        throw new UsageError(
          'Nothing was erased, since this cannot be undone: add --yes to erase. "payment-sessions privacy export" shows the data first.',
        );
      const report = await withService(given, {}, (service) => service.privacy.erase(buyer));
      const rows = [
        ...report.erased.map((paymentId) => [paymentId, "erased"]),
        ...report.kept.map(({ paymentId, reason }) => [paymentId, `kept: ${reason.replaceAll("_", " ")}`]),
      ];
      return { document: report, text: table(["PAYMENT", "PERSONAL DATA"], rows, "No payments match.") };
    },
  },
];

function chosenBuyer(given: GivenOptions): BuyerChoice {
  const [paymentId, email, merchantId] = ["payment-id", "email", "merchant-id"].map((name) => given.text(name));
  if (paymentId !== undefined && email === undefined && merchantId === undefined) return { paymentId };
  if (paymentId === undefined && email !== undefined) return { email, merchantId };
  throw new UsageError("Give either --payment-id, or --email (with --merchant-id for one store only).");
}
