// How many live connections a browser's tabs hold (O32): over HTTP/1.1 it has six for one host, and pages need them too.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.js";
import { type Harness, startService } from "./checkout-harness.js";

let browser: Browser;
let harness: Harness;
beforeAll(async () => {
  browser = await launchBrowser();
  harness = await startService();
});
afterAll(async () => {
  await browser.close();
  await harness.stop();
});

/** Keeps each EventSource of the page in `window.streams`. */
const recordStreams = `
  window.streams = [];
  const Original = window.EventSource;
  window.EventSource = function (url) { const made = new Original(url); window.streams.push(made); return made; };`;
/** The page's streams that are connecting or open. */
const liveStreams = "window.streams.filter((one) => one.readyState !== 2).length";
const hide = (isHidden: boolean) => `
  Object.defineProperty(document, "hidden", { configurable: true, get: () => ${isHidden} });
  document.dispatchEvent(new Event("visibilitychange"));`;

test("O32: eight checkouts in one browser all load and follow their payments, with two live connections", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addInitScript(recordStreams);
  const tabs: { page: Page; paymentId: string }[] = [];
  for (let index = 0; index < 8; index += 1) {
    const { path, paymentId } = await harness.initialize({ orderId: `tab-${index}` });
    const page = await context.newPage();
    await page.goto(harness.base + path, { timeout: 10_000 });
    await page.getByRole("heading", { name: "How would you like to pay?" }).waitFor();
    tabs.push({ page, paymentId });
  }
  await expect
    .poll(async () => {
      const counts = await Promise.all(tabs.map(({ page }) => page.evaluate(liveStreams) as Promise<number>));
      return counts.reduce((sum, count) => sum + count, 0);
    })
    .toBe(2);
  // One that holds a live connection from the beginning, and the one that was opened last.
  for (const { page, paymentId } of [tabs[0], tabs[7]].filter((tab) => tab !== undefined)) {
    await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  }
  await context.close();
});

test("O32: a hidden tab closes its live connection, and opens one again when it is looked at", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addInitScript(recordStreams);
  const { path, paymentId } = await harness.initialize({ orderId: "hidden" });
  const page = await context.newPage();
  await page.goto(harness.base + path);
  await expect.poll(() => page.evaluate(liveStreams)).toBe(1);
  await page.evaluate(hide(true));
  expect(await page.evaluate(liveStreams)).toBe(0);
  await page.evaluate(hide(false));
  await expect.poll(() => page.evaluate(liveStreams)).toBe(1);
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  await context.close();
});

test("a hidden tab of a payment that was replaced and cancelled shows the payment that took its place", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const order = { orderId: "replaced", customerEmail: "ann@example.com" };
  const old = await harness.initialize({ ...order, amountCents: 1000, paymentMethod: "qr_pay" });
  const page = await context.newPage();
  await page.goto(harness.base + old.path);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Scan to pay" }).waitFor();
  await page.evaluate(hide(true));
  const successor = await harness.initialize({ ...order, amountCents: 1100 });
  await harness.submit(old.path.replace("?", "/cancel?"));
  await page.getByRole("heading", { name: "How would you like to pay?" }).waitFor({ timeout: 10_000 });
  expect(page.url()).toContain(successor.paymentId);
  expect(await page.getByText("€10.00").count()).toBe(0);
  await context.close();
});

test.each([
  [
    "the service's page for a busy moment",
    429,
    `<div class="columns"><main id="main"><h1>Please try again</h1></main></div>`,
  ],
  ["a proxy's page", 502, "<h1>Bad Gateway</h1>"],
])("an open page stays, and is refreshed later, when its update gets %s", async (_, status, body) => {
  const context = await browser.newContext({ locale: "en-GB" });
  const { path, paymentId } = await harness.initialize({ orderId: `update-${status}` });
  const page = await context.newPage();
  await page.goto(harness.base + path);
  await page.evaluate("window.isSamePage = true");
  const responses: number[] = [];
  await page.route(harness.base + path, (route) => {
    responses.push(status);
    return responses.length > 1 ? route.continue() : route.fulfill({ status, contentType: "text/html", body });
  });
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await expect.poll(() => responses.length).toBe(1);
  await page.getByRole("heading", { name: "How would you like to pay?" }).waitFor({ timeout: 1000 });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor({ timeout: 6000 });
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await context.close();
});
