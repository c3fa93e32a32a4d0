// Settling a day's transfers in a real browser: uploads the bank's file, shows matched, suggested and unmatched entries, assigns one, shows
// the payment as paid and its webhook as delivered. At desktop size with JavaScript, at phone size without.
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";
import { expect, test } from "vitest";
import { axeProblems } from "../checkout/browser.js";
import { useBrowser } from "../checkout/use-browser.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { camt } from "../statements/camt-file.js";
import { openPanel, password } from "./panel-service.js";

const { browser } = useBrowser();

test.each([
  { name: "on a desk, dark", width: 1280, hasScript: true, colorScheme: "dark" },
  { name: "on a phone, without JavaScript", width: 390, hasScript: false, colorScheme: "light" },
] as const)("an owner uploads the day's file and settles what it left open: $name", async (way) => {
  const { panel, received, pay } = await openShop();
  const paid = await pay("1001", 1999, "Erika Mustermann");
  const similar = await pay("1002", 4550, "Jonas Weber");
  const context = await browser().newContext({
    viewport: { width: way.width, height: 900 },
    javaScriptEnabled: way.hasScript,
    colorScheme: way.colorScheme,
  });
  closeAfterTest(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const look = async () => {
    if (way.hasScript) problems.push(...(await axeProblems(page)));
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (overflow > 0) problems.push(`${page.url()} is ${overflow} px too wide`);
  };

  await page.goto(`${panel.origin}${panel.prefix}/panel`);
  await page.getByLabel("E-mail").fill("owner@shop.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Bank statements" }).click();
  await page.getByText("No statement yet").waitFor();
  await look();

  const file = camt(
    { text: ["Bestellung", paid.reference.toLowerCase()], reference: "B1" },
    { text: "Danke fuer die Bestellung", cents: 4550, name: "WEBER JONAS", reference: "B2" },
    { text: "Miete Maerz", cents: 88000, name: "Hausverwaltung", reference: "B3" },
  );
  const choose = () =>
    page
      .getByLabel("File from your bank")
      .setInputFiles({ name: "2025-03-05.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  await choose();
  await page.getByLabel(/Only check/).check();
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
  await look();
  await choose();
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText("The statement is imported.").waitFor();
  await page.getByText("1 matched").waitFor();
  await page.getByText("suggested", { exact: true }).waitFor();
  await page.getByText("unmatched", { exact: true }).waitFor();
  await look();

  await page.getByRole("button", { name: "Assign order 1002" }).click();
  await page.getByText("The entry is assigned to its payment.").waitFor();
  await page.getByText("Put aside", { exact: true }).first().click();
  await page.getByLabel("Reason").fill("rent, no order");
  await page.getByRole("button", { name: "Put aside" }).click();
  await page.getByText("The entry is put aside.").waitFor();
  await page.getByRole("link", { name: /^Matched/ }).click();
  await page.locator(".tabs [aria-current]", { hasText: /^Matched/ }).waitFor();
  await page.waitForLoadState();
  await look();
  await page.getByRole("link", { name: `…${similar.paymentId.slice(-8)}` }).click();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  await panel.service.runDue();
  await page.getByRole("link", { name: "Technical info" }).click();
  await page.getByText("Delivered", { exact: true }).first().waitFor();
  await look();
  expect(
    received
      .filter(([, status]) => status === "completed")
      .map(([id]) => id)
      .sort(),
  ).toEqual([paid.paymentId, similar.paymentId].sort());
  expect(problems).toEqual([]);
});

/** A store that takes live transfers, its panel, and a receiver of its webhooks. */
async function openShop() {
  const panel = await openPanel();
  closeAfterTest(() => panel.close());
  const received: [paymentId: string, status: string][] = [];
  const listener = receiveWebhooks({
    secret: panel.store.webhookSecret,
    onEvent({ body }) {
      // What a status event of the contract holds.
      const { transaction_id: paymentId, status } = body as { transaction_id: string; status: string };
      received.push([paymentId, status]);
    },
  });
  const url = await serveInTest((request, response) => void listener(request, response));
  await panel.service.stores.update(panel.store.merchantId, {
    webhookUrl: `${url}/hook`,
    paymentMethods: { bank_transfer: "live", qr_pay: "live" },
    bankAccount: { bankName: "B", accountHolder: "Corner shop", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  });
  return {
    panel,
    received,
    async pay(orderId: string, amountCents: number, customerName: string) {
      const wish = { orderId, amountCents, customerName, paymentMethod: "bank_transfer" };
      const { paymentId } = await panel.initialize(wish, "live");
      const payment = await panel.service.payments.get(paymentId);
      return { paymentId, reference: payment?.remittanceInfo ?? "" };
    },
  };
}
