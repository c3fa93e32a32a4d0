// The store of the demo: created once, and given new keys when the demo starts again on a kept database.
import { randomUUID } from "node:crypto";
import { everyMethod } from "../domain/payment-method.js";
import { readText } from "../domain/read-field.js";
import type { PaymentService } from "../payment-service.js";

const merchantId = "demo-shop";

const settings = {
  name: "Demo Shop",
  kyc: "approved",
  verification: "approved",
  paymentMethods: everyMethod("test"),
  // The example IBAN of the SWIFT registry, which belongs to no account.
  bankAccount: { bankName: "Demo Bank", accountHolder: "Demo Shop", iban: "DE89370400440532013000", bic: "" },
} as const;

const ownerEmail = "owner@demo.example";

export interface DemoStore {
  merchantId: string;
  apiKey: string;
  webhookSecret: string;
  /** For the merchant panel. */
  panelEmail: string;
  panelPassword: string;
}

export async function prepareDemoStore(service: PaymentService, webhookUrl: string): Promise<DemoStore> {
  const webhookSecret = await storeWithSecret(service, webhookUrl);
  // Secrets of earlier keys are not stored, so they cannot be shown again.
  for (const key of await service.apiKeys.list(merchantId)) await service.apiKeys.revoke(key.id);
  const key = await service.apiKeys.issue({ merchantId, environment: "test" });
  const panelPassword = await ownerPassword(service);
  return { merchantId, apiKey: key.secret, webhookSecret, panelEmail: ownerEmail, panelPassword };
}

async function storeWithSecret(service: PaymentService, webhookUrl: string): Promise<string> {
  if ((await service.stores.get(merchantId)) === undefined) {
    const created = await service.stores.create({ ...settings, merchantId, webhookUrl });
    return created.webhookSecret;
  }
  await service.stores.update(merchantId, { webhookUrl });
  const { webhookSecret } = await service.stores.announceWebhookSecret(merchantId);
  await service.stores.switchWebhookSecret(merchantId);
  return webhookSecret;
}

async function ownerPassword(service: PaymentService): Promise<string> {
  const owner = (await service.users.list(merchantId)).find(({ email }) => email === ownerEmail);
  const { password = "" } =
    owner === undefined
      ? await service.users.create({ email: ownerEmail, role: "owner", merchantId })
      : await service.users.setPassword(owner.userId);
  return password;
}

/** Initializes a payment over HTTP, as a merchant does, and returns the buyer's link. */
export async function openDemoPayment(serviceUrl: string, store: DemoStore): Promise<string> {
  const response = await fetch(`${serviceUrl}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${store.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      merchantId,
      orderId: `demo-order-${randomUUID().slice(0, 8)}`,
      amountCents: 1999,
      currency: "EUR",
    }),
  });
  const body: unknown = await response.json();
  const paymentUrl = readText(body, "paymentUrl");
  if (!response.ok || paymentUrl === undefined)
    throw new Error(`The demo payment was refused: ${JSON.stringify(body)}`);
  return paymentUrl;
}
