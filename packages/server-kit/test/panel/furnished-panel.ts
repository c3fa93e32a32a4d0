// A panel with records of every kind, many with malicious text or emoji.
import { listen } from "../listen.js";
import { camt } from "../statements/camt-file.js";
import { openPanel } from "./panel-service.js";

const hostileTexts = {
  markup: `<script>alert(1)</script><img src=x onerror=alert(2)>"'\`</title><b>bold`,
  rightToLeft: "متجر الزاوية \u202eabc 😀👩‍👩‍👧‍👦",
  endless: "W".repeat(200),
};

const dayMs = 24 * 60 * 60 * 1000;

export async function openFurnishedPanel() {
  const mails: string[] = [];
  const mailer = {
    async sendMail({ text }: { text: string }) {
      mails.push(text);
    },
  };
  const panel = await openPanel({ rateLimits: false, mailer, mailFrom: "service@pay.example" });
  const { service, time, store } = panel;
  const { merchantId } = store;
  let hookResponse = { status: 200, body: "ok" };
  const endpoint = await listen((_request, response) => {
    response.statusCode = hookResponse.status;
    response.end(hookResponse.body);
  });
  const webhookUrl = `${endpoint.url}/hook`;
  await service.stores.update(merchantId, {
    name: hostileTexts.markup,
    webhookUrl,
    paymentMethods: { qr_pay: "live", bank_transfer: "live", card_processing: "test" },
    bankAccount: { bankName: "Bank", accountHolder: "Corner Shop", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    contactEmail: "ops@shop.example",
  });
  const today = time.now;
  const methods = ["qr_pay", "bank_transfer", "qr_pay", undefined] as const;
  for (let index = 0; index < 10; index += 1) {
    time.now = today - (29 - index * 3) * dayMs + index * 1000;
    const paymentMethod = methods[index % 4];
    const { paymentId } = await panel.initialize(
      {
        orderId: `10${index}`,
        amountCents: 1999 + index * 731,
        customerName: "Ann Example",
        ...(paymentMethod && { paymentMethod }),
      },
      index % 3 === 0 ? "live" : "test",
    );
    if (index % 4 !== 3 && index !== 6)
      await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  }
  time.now = today;
  await service.runDue();
  const orders = [
    { orderId: hostileTexts.markup, customerName: hostileTexts.markup, currency: "JPY", amountCents: 500 },
    { orderId: hostileTexts.rightToLeft, customerName: hostileTexts.rightToLeft, metadata: { note: "</pre><script>" } },
    { orderId: hostileTexts.endless, customerName: hostileTexts.endless, remittanceInfo: "W".repeat(140) },
  ];
  hookResponse = { status: 500, body: `<h1>${hostileTexts.markup}</h1>` };
  const paymentIds: string[] = [];
  for (const order of orders) {
    time.now += 1000;
    paymentIds.push((await panel.initialize({ customerEmail: "ann@example.com", ...order }, "live")).paymentId);
  }
  const [, alarming = ""] = paymentIds;
  await service.payments.recordProviderEvent(alarming, { type: "provider.success", detail: hostileTexts.rightToLeft });
  await service.payments.recordProviderEvent(alarming, { type: "provider.rejected", detail: hostileTexts.markup });
  await service.runDue();
  hookResponse = { status: 410, body: "" };
  time.now += 60_000;
  await service.runDue();
  hookResponse = { status: 200, body: "ok" };
  const { statementId = "" } = await service.statements.import({
    merchantId,
    fileName: hostileTexts.markup,
    actor: hostileTexts.rightToLeft,
    content: camt(
      { text: hostileTexts.markup, name: hostileTexts.markup, cents: 500, currency: "JPY" },
      { text: [hostileTexts.endless.slice(0, 140), "two"], name: hostileTexts.endless.slice(0, 140), cents: 1999 },
      { text: "Order 103", cents: 1999 + 3 * 731, name: "EXAMPLE ANN" },
      { text: "returned", debit: true, returned: "AC04" },
      { text: "fee", debit: true, cents: 90 },
    ),
  });
  await service.statements.setColumnMap(
    merchantId,
    { columns: { bookedOn: "Datum", amount: 2, remittance: ["Zweck", "Mehr"] }, currency: "EUR" },
    { actor: "ana" },
  );
  await service.users.invite({ email: "invited@shop.example", role: "viewer", merchantId });
  await service.runDue();
  const invitationPath = mails.map((text) => /\/panel\/password\/\w{43}/.exec(text)?.[0]).find(Boolean) ?? "";
  const [failed] = await panel.storage.read((records) => records.deliveries.listOfPayment(alarming, { limit: 1 }));
  await service.stores.announceWebhookSecret(merchantId);
  await service.apiKeys.revoke((await service.apiKeys.issue({ merchantId, environment: "test" })).id);
  await service.apiKeys.issue({ merchantId, environment: "live", expiresAt: time.now + 90 * dayMs });
  return {
    ...panel,
    paymentIds,
    statementId,
    alarming,
    invitationPath,
    deliveryId: failed?.deliveryId ?? "",
    async close() {
      await panel.close();
      await endpoint.close();
    },
  };
}
