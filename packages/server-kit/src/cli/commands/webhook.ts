// payment-sessions webhook …: tests a store's endpoint, lists deliveries and sends them again (spec/rules.md#delivery-rules).
import { deliveryStates, failedDeliveryStates } from "../../domain/delivery.js";
import type { WebhookHistory } from "../../flows/read-webhook-history.js";
import type { PaymentService } from "../../payment-service.js";
import { type Command, type GivenOptions, type Outcome, UsageError } from "../command.js";
import type { CommandIo } from "../command-io.js";
import { databaseOptions, webhookAddressOptions, webhookAddressSettings, withService } from "../open-service.js";
import { listOf, timestamp, wholeNumber } from "../option-values.js";
import { facts, showTime, table } from "../table.js";

export const webhookCommands: readonly Command[] = [
  {
    name: "webhook verify",
    summary:
      "Sends a signed challenge to a store's webhook URL and checks the response. Exit status 1 when it is wrong.",
    argument: "merchant-id",
    options: [
      { name: "merchant-id", value: "<id>", summary: "the store whose webhook URL is tested" },
      ...webhookAddressOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const merchantId = given.required("merchant-id");
      const webhooks = webhookAddressSettings(given);
      const result = await withService(given, { webhooks }, (service) =>
        service.webhooks.verifyIntegration(merchantId),
      );
      const text = facts([
        ["result", result.ok ? "verified" : `not verified: ${result.reason}`],
        ["signature valid", result.signatureValid],
        ["http status", result.httpStatus],
        ["explanation", result.explanation],
      ]);
      return { document: { merchantId, ...result }, text, exitCode: result.ok ? 0 : 1 };
    },
  },
  {
    name: "webhook history",
    summary: "Lists the deliveries of a payment with every attempt, newest first.",
    argument: "payment-id",
    options: [
      { name: "payment-id", value: "<id>", summary: "as initialize returned it" },
      { name: "limit", value: "<number>", summary: "maximum number of rows, up to 100; default: 50" },
      { name: "cursor", value: "<text>", summary: "continue after the previous page" },
      ...databaseOptions,
    ],
    async run(given) {
      const paymentId = given.required("payment-id");
      const page = { limit: wholeNumber(given, "limit", { min: 1, max: 100 }), cursor: given.text("cursor") };
      const history = await withService(given, {}, (service) => service.webhooks.history(paymentId, page));
      return { document: history, text: showHistory(history) };
    },
  },
  {
    name: "webhook list",
    summary:
      "Lists failed deliveries of all payments, oldest first; --state chooses others, such as pending, which wait for their next attempt.",
    options: [
      {
        name: "state",
        value: "<words>",
        summary: `${deliveryStates.join(", ")}; default: the first three; the last two need --merchant-id`,
      },
      { name: "merchant-id", value: "<id>", summary: "only of this store" },
      { name: "since", value: "<time>", summary: "created at or after this time" },
      { name: "until", value: "<time>", summary: "created before this time" },
      { name: "limit", value: "<number>", summary: "maximum number of rows, up to 500; default: 100" },
      { name: "cursor", value: "<text>", summary: "continue after the previous page" },
      ...databaseOptions,
    ],
    async run(given) {
      const filter = {
        merchantId: given.text("merchant-id"),
        states: listOf(given, "state", deliveryStates),
        since: timestamp(given, "since"),
        until: timestamp(given, "until"),
        limit: wholeNumber(given, "limit", { min: 1, max: 500 }),
        cursor: given.text("cursor"),
      };
      const found = await withService(given, {}, (service) => service.webhooks.list(filter));
      const isDefault = filter.states === undefined;
      return { document: found, text: showList(found, isDefault ? noneHaveFailed : "No deliveries match.") };
    },
  },
  {
    name: "webhook off",
    summary:
      "Stops sending to a store's webhook URL until `webhook on`. Deliveries wait and lose no attempts; payments continue.",
    argument: "merchant-id",
    options: [
      { name: "merchant-id", value: "<id>", summary: "the store whose webhook URL is not called" },
      { name: "reason", value: "<text>", summary: "why; shown in the panel and by doctor" },
      ...databaseOptions,
    ],
    async run(given) {
      const merchantId = given.required("merchant-id");
      const reason = given.required("reason");
      const store = await withService(given, {}, (service) => service.webhooks.switchOff(merchantId, { reason }));
      return {
        document: store,
        text: `Nothing is sent to ${store.webhookUrl} until you run "payment-sessions webhook on ${merchantId}".`,
      };
    },
  },
  {
    name: "webhook on",
    summary:
      "Sends to a store's webhook URL again, including the deliveries that waited. The running service starts within a second.",
    argument: "merchant-id",
    options: [
      { name: "merchant-id", value: "<id>", summary: "the store whose webhook URL is called again" },
      ...databaseOptions,
    ],
    async run(given) {
      const merchantId = given.required("merchant-id");
      const store = await withService(given, {}, (service) => service.webhooks.switchOn(merchantId));
      return {
        document: store,
        text:
          store.webhookUrl === undefined
            ? "Webhooks are on, but the store has no webhook URL."
            : `Webhooks are sent to ${store.webhookUrl} again.`,
      };
    },
  },
  {
    name: "webhook redeliver",
    summary:
      "Sends a delivery again, or all failed ones that --state, --merchant-id, --since or --until choose. The running service sends it within a second, otherwise the next start does.",
    argument: "delivery-id",
    options: [
      { name: "delivery-id", value: "<uuid>", summary: "as `webhook history` prints it" },
      {
        name: "state",
        value: "<words>",
        summary: "instead of one delivery: exhausted, dead, parked; default: all three",
      },
      { name: "merchant-id", value: "<id>", summary: "instead of one delivery: only of this store" },
      { name: "since", value: "<time>", summary: "instead of one delivery: created at or after this time" },
      { name: "until", value: "<time>", summary: "instead of one delivery: created before this time" },
      { name: "dry-run", summary: "count the chosen deliveries and send none" },
      { name: "as-new", summary: "as a new delivery, with its own id and schedule" },
      ...databaseOptions,
    ],
    async run(given, io) {
      if (given.text("delivery-id") === undefined && filters.some((name) => given.text(name) !== undefined))
        return redeliverFailed(given, io);
      const batchOption = [...filters, "dry-run"].find((name) =>
        name === "dry-run" ? given.flag(name) : given.text(name) !== undefined,
      );
      if (batchOption !== undefined)
        throw new UsageError(
          `--${batchOption} is for many deliveries: give --state, --merchant-id, --since or --until, and no --delivery-id.`,
        );
      if (given.text("delivery-id") === undefined) {
        throw new UsageError(
          "--delivery-id is missing: give the id of a delivery, or choose failed ones with --state, --merchant-id, --since or --until.",
        );
      }
      const wanted = given.required("delivery-id");
      const asNew = given.flag("as-new");
      const { deliveryId } = await withService(given, {}, (service) => service.webhooks.redeliver(wanted, { asNew }));
      const text = asNew
        ? `Delivery ${deliveryId} is queued, a copy of ${wanted}.`
        : `Delivery ${deliveryId} is queued.`;
      return { document: { deliveryId, ...(asNew ? { redeliveryOf: wanted } : {}) }, text };
    },
  },
];

const filters = ["state", "merchant-id", "since", "until"];

async function redeliverFailed(given: GivenOptions, io: CommandIo): Promise<Outcome> {
  if (given.flag("as-new")) throw new UsageError("--as-new needs --delivery-id.");
  const dryRun = given.flag("dry-run");
  const which = {
    merchantId: given.text("merchant-id"),
    states: listOf(given, "state", failedDeliveryStates),
    since: timestamp(given, "since"),
    until: timestamp(given, "until"),
    dryRun,
    onProgress: (count: number) => io.error(`${countDeliveries(count)} so far`),
  };
  const { count } = await withService(given, {}, (service) => service.webhooks.redeliverMany(which));
  const queued = dryRun ? "would be queued" : count === 1 ? "is queued" : "are queued";
  return { document: { count, dryRun }, text: `${countDeliveries(count)} ${queued}.` };
}

function countDeliveries(count: number): string {
  return count === 1 ? "1 delivery" : `${count} deliveries`;
}

const noneHaveFailed =
  "No deliveries have failed. --state pending,sending lists those that wait for their next attempt.";

function showList(
  { deliveries, nextCursor }: Awaited<ReturnType<PaymentService["webhooks"]["list"]>>,
  empty: string,
): string {
  const rows = deliveries.map((one) => [
    one.deliveryId,
    one.merchantId,
    one.paymentId,
    one.status,
    one.state,
    one.attemptCount,
    one.lastHttpStatus ?? one.lastOutcome,
    showTime(one.createdAt),
    showTime(one.nextAttemptAt),
  ]);
  const head = ["DELIVERY", "STORE", "PAYMENT", "STATUS", "STATE", "ATTEMPTS", "LAST", "CREATED", "NEXT ATTEMPT"];
  return [
    table(head, rows, empty),
    ...(nextCursor === undefined ? [] : ["", `Next page: --cursor ${nextCursor}`]),
  ].join("\n");
}

function whyOf({ trigger, nextAttemptAt }: WebhookHistory["deliveries"][number]): string {
  return nextAttemptAt === null ? trigger : `${trigger}; next attempt at ${nextAttemptAt}`;
}

function showHistory(history: WebhookHistory): string {
  const rows = history.deliveries.flatMap((delivery) => [
    [delivery.deliveryId, delivery.status, delivery.state, "", "", delivery.createdAt, whyOf(delivery)],
    ...delivery.attempts.map((attempt) => [
      `  attempt ${attempt.attempt}`,
      "",
      attempt.outcome,
      attempt.httpStatus,
      attempt.durationMs === null ? undefined : `${attempt.durationMs} ms`,
      attempt.startedAt,
      attempt.error ?? "",
    ]),
  ]);
  const head = ["DELIVERY", "STATUS", "STATE", "HTTP", "TOOK", "AT", "WHY"];
  return [
    facts([
      ["payment id", history.transactionId],
      ["order", history.orderId],
      ["webhook url", history.webhookUrl ?? "none"],
    ]),
    "",
    table(head, rows, "There are no deliveries."),
    ...(history.nextCursor === null ? [] : ["", `Next page: --cursor ${history.nextCursor}`]),
  ].join("\n");
}
