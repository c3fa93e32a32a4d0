// Starts the shop from its environment variables; the README lists them.
import { createServer } from "node:http";
import { PaymentSessions } from "@payment-sessions/sdk";
import { openOrders } from "./orders.js";
import { createShop } from "./shop.js";

const port = Number(process.env.SHOP_PORT ?? 3000);
const publicUrl = process.env.SHOP_URL ?? `http://127.0.0.1:${port}`;
const orders = openOrders(process.env.SHOP_ORDERS_FILE ?? "orders.jsonl");

const shop = createShop({
  payments: new PaymentSessions({
    apiKey: required("PAYMENT_SESSIONS_API_KEY"),
    baseUrl: required("PAYMENT_SESSIONS_BASE_URL"),
    appInfo: { name: "merchant-shop" },
  }),
  merchantId: required("PAYMENT_SESSIONS_MERCHANT_ID"),
  webhookSecret: required("PAYMENT_SESSIONS_WEBHOOK_SECRET"),
  orders,
  publicUrl,
  log: console.error,
});

const server = createServer(shop).listen(port, "127.0.0.1", () => console.log(`The shop is open at ${publicUrl}`));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close(() => orders.close());
    server.closeIdleConnections();
  });
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    console.error(`${name} is not set: "npm start" in the repository sets it, or see the README.`);
    process.exit(2);
  }
  return value;
}
