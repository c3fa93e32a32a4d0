// Starts the store with the environment variables that the README lists.
import { createServer } from "node:http";
import { isPaymentSessionsError, PaymentSessions } from "@payment-sessions/sdk";
import { openOrders } from "./orders.js";
import { createShop } from "./shop.js";

const port = Number(process.env.SHOP_PORT ?? 3000);
const publicUrl = process.env.SHOP_URL ?? `http://127.0.0.1:${port}`;
const apiKey = required("PAYMENT_SESSIONS_API_KEY");
const serviceUrl = required("PAYMENT_SESSIONS_BASE_URL");
const merchantId = required("PAYMENT_SESSIONS_MERCHANT_ID");
const webhookSecret = required("PAYMENT_SESSIONS_WEBHOOK_SECRET");
const orders = openOrders(process.env.SHOP_ORDERS_FILE ?? "orders.jsonl");

const shop = createShop({
  payments: new PaymentSessions({ apiKey, baseUrl: serviceUrl, appInfo: { name: "merchant-shop" } }),
  merchantId,
  webhookSecret,
  orders,
  publicUrl,
  serviceUrl,
  log: (message, error) => console.error(`${message}: ${reasonOf(error)}`),
});

const server = createServer(shop).listen(port, "127.0.0.1", () =>
  console.log(`The store is listening at ${publicUrl}`),
);

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

function stop(): void {
  // In a terminal below npm, one Ctrl-C may arrive twice.
  if (isStopping) return;
  isStopping = true;
  server.close(() => orders.close());
  server.closeIdleConnections();
  // Open order pages keep a connection.
  setTimeout(() => server.closeAllConnections(), 500).unref();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message of an error of the SDK contains its cause; that of a failed webhook handler does not.
  return error.cause instanceof Error && !isPaymentSessionsError(error) ? error.cause.message : error.message;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    console.error(`${name} is not set: "npm start" in the repository sets it, or see the README.`);
    process.exit(2);
  }
  return value;
}
