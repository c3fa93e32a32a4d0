// payment-sessions privacy …: what is stored about one buyer, and erasing it.
import type { BuyerChoice } from "../../flows/privacy.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { table } from "../table.js";

const options: readonly OptionSpec[] = [
  { name: "payment-id", value: "<id>", summary: "one payment" },
  { name: "email", value: "<address>", summary: "or all payments with this e-mail address" },
  { name: "merchant-id", value: "<id>", summary: "with --email: of this store only" },
  ...databaseOptions,
];

export const privacyCommands: readonly Command[] = [
  {
    name: "privacy export",
    summary: "Prints everything that is stored about a buyer's payments, as JSON. Leaves a row in the audit log.",
    options,
    async run(given) {
      const exported = await withService(given, {}, (service) => service.privacy.export(chosenBuyer(given)));
      return { document: exported, text: JSON.stringify(exported, undefined, 2) };
    },
  },
  {
    name: "privacy erase",
    summary:
      "Erases a buyer's personal data from payments that are over; the payments themselves stay. Leaves a row in the audit log.",
    options: [...options, { name: "yes", summary: "this cannot be undone: without it nothing is erased" }],
    async run(given) {
      const buyer = chosenBuyer(given);
      if (!given.flag("yes")) throw new UsageError("Nothing was erased: add --yes, after `privacy export` if need be.");
      const report = await withService(given, {}, (service) => service.privacy.erase(buyer));
      const rows = [
        ...report.erased.map((paymentId) => [paymentId, "erased"]),
        ...report.kept.map(({ paymentId, reason }) => [paymentId, `kept: ${reason.replaceAll("_", " ")}`]),
      ];
      return { document: report, text: table(["PAYMENT", "PERSONAL DATA"], rows, "No payment of this buyer.") };
    },
  },
];

function chosenBuyer(given: GivenOptions): BuyerChoice {
  const [paymentId, email, merchantId] = ["payment-id", "email", "merchant-id"].map((name) => given.text(name));
  if (paymentId !== undefined && email === undefined && merchantId === undefined) return { paymentId };
  if (paymentId === undefined && email !== undefined) return { email, merchantId };
  throw new UsageError("Give --payment-id alone, or --email, with --merchant-id if it is about one store.");
}
