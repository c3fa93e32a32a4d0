// payment-sessions alert …: lists alerts, and marks them as handled.
import { environments } from "../../domain/environment.js";
import { actorOf, actorOption } from "../actor-option.js";
import type { Command } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { limitOf, limitOption, oneOf } from "../option-values.js";
import { showTime, table } from "../table.js";

export const alertCommands: readonly Command[] = [
  {
    name: "alert list",
    summary: "Lists open alerts about payments, newest first.",
    options: [
      { name: "merchant-id", value: "<id>", summary: "only of this store" },
      { name: "environment", value: "<word>", summary: `only ${environments.join(" or ")}` },
      { name: "handled", value: "<word>", summary: "true for handled alerts, all for both; default: false" },
      limitOption(),
      { name: "before", value: "<id>", summary: "continue after this alert id" },
      ...databaseOptions,
    ],
    async run(given) {
      const handled = oneOf(given, "handled", ["true", "false", "all"]) ?? "false";
      const filter = {
        merchantId: given.text("merchant-id"),
        environment: oneOf(given, "environment", environments),
        isOpen: handled === "all" ? undefined : handled === "false",
        limit: limitOf(given),
        before: given.text("before"),
      };
      const alerts = await withService(given, {}, (service) => service.alerts.list(filter));
      const rows = alerts.map((alert) => [
        alert.alertId,
        showTime(alert.at),
        alert.type,
        alert.count,
        alert.merchantId,
        alert.paymentId,
        alert.detail,
        alert.resolvedBy,
      ]);
      const head = ["ALERT ID", "AT", "ALERT", "TIMES", "MERCHANT ID", "PAYMENT ID", "DETAIL", "HANDLED BY"];
      return { document: alerts, text: table(head, rows, "No alerts match.") };
    },
  },
  {
    name: "alert resolve",
    summary: "Marks an alert as handled. The payment is not changed.",
    argument: "alert-id",
    options: [
      { name: "alert-id", value: "<id>", summary: "as `alert list` and `payment show` print it" },
      { name: "reason", value: "<text>", summary: "how it was handled; stored with the alert and in the audit log" },
      actorOption,
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("alert-id");
      const decision = { reason: given.required("reason"), actor: actorOf(given) };
      const alert = await withService(given, {}, (service) => service.alerts.resolve(id, decision));
      return { document: alert, text: `${id} is marked as handled by ${alert.resolvedBy}: ${alert.resolution}` };
    },
  },
];
