// A purchase in a real browser: shop -> checkout -> sandbox bank -> shop, until the order is paid.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Market, openMarket } from "./shop-and-service.js";

/** Long, because a browser is slow on a busy machine and nothing here is measured. */
const walkTimeoutMs = 180_000;

/** The version that the server kit's tests use. */
const axeSource = readFileSync(
  createRequire(new URL("../../../packages/server-kit/package.json", import.meta.url)).resolve("axe-core/axe.min.js"),
  "utf8",
);

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Replaces playwright's own list, with which most runs hung at a click on the page after a form's redirect.
      "--disable-features=PaintHolding",
    ],
  });
});

afterAll(() => browser.close());

const buyers: [string, { javaScriptEnabled: boolean }][] = [
  ["with JavaScript", { javaScriptEnabled: true }],
  ["without JavaScript", { javaScriptEnabled: false }],
];

test.each(buyers)(
  "a buyer %s pays at the bank and finds the order paid",
  async (name, options) => {
    const market = await openMarket({ isRealTime: true });
    const page = await openPage(options);
    await buyAndGoToTheBank(page, market);
    await snapshot(page, `${name}-bank`);
    await chooseOutcomeAtTheBank(page, "Pay");
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
    await snapshot(page, `${name}-paid`);
    await goOn(page, `${market.shopUrl}/orders/`, /Tea & Pots/);
    await page.getByRole("heading", { name: "Thank you, your order is paid" }).waitFor();
    await snapshot(page, `${name}-order`);
    expect(market.failures).toEqual([]);
  },
  walkTimeoutMs,
);

test(
  "a buyer whose payment the bank declines may try again and pay",
  async () => {
    const market = await openMarket({ isRealTime: true });
    const page = await openPage({ javaScriptEnabled: true });
    await buyAndGoToTheBank(page, market);
    await chooseOutcomeAtTheBank(page, "Decline");
    await page.getByText("The payment was declined and you have not been charged").waitFor();
    await snapshot(page, "refused");
    await chooseTheBank(page, market);
    await chooseOutcomeAtTheBank(page, "Pay");
    await goOn(page, `${market.shopUrl}/orders/`, /Tea & Pots/);
    await page.getByRole("heading", { name: "Thank you, your order is paid" }).waitFor();
  },
  walkTimeoutMs,
);

test(
  "an open order page updates to paid without a reload, and the strip beside it shows request, webhook and signature",
  async () => {
    const market = await openMarket({ isRealTime: true });
    const page = await openPage({ javaScriptEnabled: true });
    const consoleLines: string[] = [];
    page.on("console", (message) => consoleLines.push(message.text()));
    await page.goto(market.shopUrl);
    expect([...consoleLines, ...(await axeProblems(page))]).toEqual([]);
    await snapshot(page, "shop");
    await page.getByRole("button", { name: "Buy for €19.99" }).click();
    await page.waitForURL(`${market.serviceUrl}/checkout/**`);
    const paymentId = /pay_\w+/.exec(page.url())?.[0] ?? "";
    const orderId = (await market.service.payments.get(paymentId))?.orderId ?? "";
    await page.goto(`${market.shopUrl}/orders/${orderId}`);
    await page.getByRole("heading", { name: "Your order" }).waitFor();
    await snapshot(page, "order-waiting");
    await market.payments.sandbox.send(paymentId, "provider_success");
    await page.getByRole("heading", { name: "Thank you, your order is paid" }).waitFor();
    const strip = page.getByRole("complementary");
    await strip.getByText("POST /payments/initialize").waitFor();
    await strip.getByText("Webhook: completed, signature is valid").waitFor();
    await strip
      .getByText(/X-Service-Signature: sha256=[0-9a-f]{12}… verified/)
      .last()
      .waitFor();
    expect([...consoleLines, ...(await axeProblems(page))]).toEqual([]);
    await snapshot(page, "order-paid");
  },
  walkTimeoutMs,
);

async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  // Rules of WCAG 2.2 AA that are off by default included. The script returns these strings.
  const run = `axe.run({ rules: { "target-size": { enabled: true } } }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`;
  return (await page.evaluate(run)) as string[];
}

async function openPage(options: { javaScriptEnabled: boolean }): Promise<Page> {
  const context = await browser.newContext({ ...options, locale: "en-GB", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

async function buyAndGoToTheBank(page: Page, market: Market): Promise<void> {
  await page.goto(market.shopUrl);
  await page.getByRole("button", { name: "Buy for €19.99" }).click();
  await page.waitForURL(`${market.serviceUrl}/checkout/**`);
  await snapshot(page, "checkout");
  await chooseTheBank(page, market);
}

async function chooseTheBank(page: Page, market: Market): Promise<void> {
  await page.waitForLoadState("load");
  await page.getByRole("radio", { name: /Pay by bank/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await goOn(page, `${market.serviceUrl}/sandbox/bank/`, /Continue/);
}

async function chooseOutcomeAtTheBank(page: Page, outcome: string): Promise<void> {
  await page.getByRole("button", { name: outcome, exact: true }).click();
  // The same page again, with the outcome: a click on a page that is being replaced would never end.
  await page.waitForURL(/[?&]outcome=/, { waitUntil: "load" });
  await page.getByRole("link", { name: "Continue to the checkout" }).press("Enter");
}

/** Some pages redirect after a few seconds; a buyer who does not wait, or has no JavaScript, uses the link. */
async function goOn(page: Page, wanted: string, linkName: RegExp): Promise<void> {
  const arrived = page.waitForURL((url) => url.href.startsWith(wanted));
  const link = page.locator("main").getByRole("link", { name: linkName }).first();
  await Promise.race([arrived, link.click().catch(() => undefined)]);
  await arrived;
}

/** Writes a screenshot when SCREENSHOTS names a folder. */
async function snapshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(" ", "-")}.png`, fullPage: true });
}
