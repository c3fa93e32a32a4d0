// A real service with records of every kind, on any storage: the source of a copy.
import type { IncomingMessage } from "node:http";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import { listen } from "../listen.js";
import { serveService } from "../serve.js";
import { silentLogger } from "../silent-logger.js";
import { camt } from "../statements/camt-file.js";

export interface ReceivedWebhook {
  deliveryId: string | undefined;
  body: string;
  signature: string | undefined;
}

/** A store's endpoint that returns 500 until the test changes it. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = [];
  let status = 500;
  const { url, close } = await listen(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const header = (name: string) => request.headers[name]?.toString();
    received.push({ deliveryId: header("x-service-delivery"), body, signature: header("x-service-signature") });
    response.statusCode = status;
    response.end();
  });
  return {
    url: `${url}/hook`,
    received,
    respondWith(next: number) {
      status = next;
    },
    close,
  };
}

export async function startService(storage: Storage, clock: { at: number }) {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    clock: { now: () => clock.at },
    rateLimits: false,
    logger: silentLogger,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });
  const origin = await serveService(service);
  return { service, origin };
}

export const panelPassword = "a password of the panel";

/** Creates payments of both environments, a pending webhook, a statement, a panel user, an order. */
export async function furnish(service: PaymentService, origin: string, webhookUrl: string, payments = 30) {
  const { merchantId } = await service.stores.create({
    name: "Tea & Söhne",
    kyc: "approved",
    verification: "approved",
    webhookUrl,
    contactEmail: "ops@tea.example",
    paymentMethods: { qr_pay: "live", bank_transfer: "live" },
    bankAccount: { bankName: "Bank", accountHolder: "Tea", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  });
  const test = await service.apiKeys.issue({ merchantId, environment: "test" });
  const live = await service.apiKeys.issue({ merchantId, environment: "live" });
  await service.users.create({ email: "ann@tea.example", password: panelPassword, role: "owner", merchantId });
  const initialize = async (key: string, fields: object) => {
    const response = await fetch(`${origin}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId, amountCents: 1999, currency: "EUR", customerName: "Ann 😀", ...fields }),
    });
    if (response.status !== 200) throw new Error(`initialize: ${response.status} ${await response.text()}`);
    // The fields that the contract requires for 200.
    return (await response.json()) as { paymentId: string; paymentUrl: string; remittanceInfo: string };
  };
  const opened = [];
  for (let index = 0; index < payments; index += 1) {
    opened.push(await initialize(test.secret, { orderId: `order-${index}`, metadata: { note: "ü\n" } }));
  }
  const settled = await initialize(live.secret, { orderId: "live-1", paymentMethod: "bank_transfer" });
  const waiting = opened[0]?.paymentId ?? "";
  await service.payments.recordProviderEvent(waiting, { type: "provider.success" });
  await service.runDue();
  await service.statements.import({
    merchantId,
    fileName: "march.xml",
    actor: "operator",
    content: camt({ text: settled.remittanceInfo }, { text: "unknown", cents: 700 }),
  });
  return { merchantId, key: test.secret, opened, waiting, settled };
}
