// The receipt and the transfer instructions on one sheet of A4, in every language and with the longest order that the API accepts.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages } from "../../src/http/checkout/language.js";
import { closeAfterTest } from "../loopback.js";
import { formAction, type Harness, startService } from "./checkout-harness.js";
import { useBrowser } from "./use-browser.js";

const { browser } = useBrowser();
const paths: Record<string, string> = {};
let harness: Harness;
beforeAll(async () => {
  harness = await startService({}, { name: "Blumen Lila Versand und Gartenbedarf" });
  const item = {
    name: `Frühlingsstrauß ${"mit Schleierkraut ".repeat(6)}`.slice(0, 120).trim(),
    quantity: 12,
    amountCents: 1999,
  };
  const order = {
    description: "Frühlingsstrauß mit Lieferung am Samstag",
    items: Array.from({ length: 50 }, () => item),
  };
  for (const method of ["qr_pay", "bank_transfer"]) {
    const { path } = await harness.initialize({ orderId: method, ...order });
    await harness.submit(formAction(await harness.visit(path), "/choose"), { method });
    paths[method] = path;
  }
  const paid = await harness.initialize({ orderId: "paid", ...order });
  await harness.service.payments.recordProviderEvent(paid.paymentId, {
    type: "settlement.confirmed",
    amountCents: 1999,
  });
  paths.paid = paid.path;
});
afterAll(() => harness.stop());

test.each(languages)("prints the receipt and the instructions on one sheet each: %s", async (locale) => {
  const context = await browser().newContext({ locale });
  closeAfterTest(() => context.close());
  const page = await context.newPage();
  const sheets: Record<string, number[]> = {};
  for (const [screen, path] of Object.entries(paths)) {
    await page.goto(harness.base + path);
    const folded = await sheetsOf(page);
    await page.locator("details.items > summary").click();
    sheets[screen] = [folded, await sheetsOf(page)];
  }
  expect(sheets).toEqual({ qr_pay: [1, 1], bank_transfer: [1, 1], paid: [1, 1] });
});

async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4" });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
