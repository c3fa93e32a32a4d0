// payment-sessions store …: disables, enables and deletes a store, and rotates its webhook secret in two steps.
import type { PaymentService } from "../../payment-service.js";
import { type Command, type GivenOptions, type OptionSpec, type Outcome, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";

const options: readonly OptionSpec[] = [
  { name: "merchant-id", value: "<id>", summary: "the store's merchant identifier" },
  ...databaseOptions,
];

export const storeLifecycleCommands: readonly Command[] = [
  {
    name: "store announce-secret",
    summary: "Creates the next webhook secret and shows it once. Deliveries are signed with it after the switch.",
    argument: "merchant-id",
    options,
    async run(given) {
      const merchantId = given.required("merchant-id");
      const { webhookSecret } = await withService(given, {}, (service) =>
        service.stores.announceWebhookSecret(merchantId),
      );
      const text = [
        `Next webhook secret (shown only once): ${webhookSecret}`,
        `Configure the receiver to accept both secrets, then run: payment-sessions store switch-secret ${merchantId}`,
      ].join("\n");
      return { document: { merchantId, webhookSecret }, text };
    },
  },
  {
    name: "store switch-secret",
    summary: "Signs deliveries with the announced webhook secret from now on.",
    argument: "merchant-id",
    options,
    run: (given) => change(given, (service, id) => service.stores.switchWebhookSecret(id), "signs with the new secret"),
  },
  {
    name: "store disable",
    summary: "Refuses new payments and pauses deliveries until the store is enabled again.",
    argument: "merchant-id",
    options,
    run: (given) => change(given, (service, id) => service.stores.disable(id), "is disabled"),
  },
  {
    name: "store enable",
    summary: "Accepts payments again and resumes paused deliveries.",
    argument: "merchant-id",
    options,
    run: (given) => change(given, (service, id) => service.stores.enable(id), "is enabled"),
  },
  {
    name: "store delete",
    summary: "Deletes a store: its keys are revoked and its pending deliveries are cancelled. Its payments are kept.",
    argument: "merchant-id",
    options: [...options, { name: "yes", summary: "required, since this cannot be undone" }],
    run(given) {
      const merchantId = given.required("merchant-id");
      if (!given.flag("yes")) {
        throw new UsageError(
          `Nothing was deleted, since this cannot be undone: add --yes to delete the store ${merchantId}.`,
        );
      }
      return change(given, (service, id) => service.stores.delete(id), "is deleted");
    },
  },
];

async function change(
  given: GivenOptions,
  verb: (service: PaymentService, merchantId: string) => Promise<void>,
  result: string,
): Promise<Outcome> {
  const merchantId = given.required("merchant-id");
  await withService(given, {}, (service) => verb(service, merchantId));
  return { document: { merchantId, ok: true }, text: `Store ${merchantId} ${result}.` };
}
