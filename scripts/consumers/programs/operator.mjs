// The installed server kit exports the same names by import and by require, and a service created with it
// creates a payment over HTTP.
import { createRequire } from "node:module";
import { createPaymentService, sqliteStorage } from "@payment-sessions/server-kit";

const imported = Object.keys(await import("@payment-sessions/server-kit"))
  .sort()
  .join();
const required = Object.keys(createRequire(import.meta.url)("@payment-sessions/server-kit"))
  .sort()
  .join();
if (imported !== required) throw new Error(`import gives [${imported}], require [${required}]`);

const storage = sqliteStorage({ filename: "payments.db" });
const service = createPaymentService({ baseUrl: "http://127.0.0.1:8080", storage });
const { port } = (await service.listen(0)).address();
const { merchantId } = await service.stores.create({ name: "Tea", kyc: "approved", verification: "approved" });
const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
const response = await fetch(`http://127.0.0.1:${port}/payments/initialize`, {
  method: "POST",
  headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
  body: JSON.stringify({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR" }),
});
const opened = await response.json();
if (!opened.success || !opened.paymentId) throw new Error(`no payment: ${response.status} ${JSON.stringify(opened)}`);
await service.stop();
