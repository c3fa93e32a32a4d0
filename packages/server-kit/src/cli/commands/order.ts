// payment-sessions order …: orders of plugin stores that are stored here, for GET /orders/{order_key} (spec/rules.md#order-lookup).
import { currencySymbol } from "../../domain/currency.js";
import type { PluginOrder } from "../../domain/plugin-order.js";
import type { Command, OptionSpec } from "../command.js";
import { readJson } from "../json-input.js";
import { databaseOptions, withService } from "../open-service.js";
import { limitOf, limitOption } from "../option-values.js";
import { table } from "../table.js";

const merchantId: OptionSpec = { name: "merchant-id", value: "<id>", summary: "the store that the order belongs to" };

export const orderCommands: readonly Command[] = [
  {
    name: "order put",
    summary: "Stores an order of a plugin store, replacing one with the same key.",
    argument: ["merchant-id", "file"],
    options: [
      merchantId,
      {
        name: "file",
        value: "<file>",
        summary: 'JSON of the order, amounts as decimal text such as "19.99"; - reads standard input',
      },
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("merchant-id");
      // The flow checks every field.
      const order = (await readJson(given, "file")) as PluginOrder;
      await withService(given, {}, (service) => service.orders.upsert(id, order));
      return { document: { merchantId: id, orderKey: order.orderKey }, text: `Order ${order.orderKey} is stored.` };
    },
  },
  {
    name: "order list",
    summary: "Lists the stored orders of a store, by key.",
    argument: "merchant-id",
    options: [
      merchantId,
      limitOption(),
      { name: "after", value: "<key>", summary: "continue after this order key" },
      ...databaseOptions,
    ],
    async run(given) {
      const page = { limit: limitOf(given), after: given.text("after") };
      const id = given.required("merchant-id");
      const orders = await withService(given, {}, (service) => service.orders.list(id, page));
      const rows = orders.map(({ orderKey, id: number, status, total, currency, payment }) => [
        orderKey,
        String(number),
        status,
        `${currencySymbol(currency)} ${total}`,
        payment.needsPayment ? "unpaid" : "paid",
      ]);
      const head = ["ORDER KEY", "NUMBER", "STATUS", "TOTAL", "PAYMENT"];
      return { document: orders, text: table(head, rows, `No orders of ${id} are stored.`) };
    },
  },
];
