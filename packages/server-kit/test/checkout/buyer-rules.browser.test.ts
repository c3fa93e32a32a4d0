// Unusual behaviour of buyers that only a browser shows: two tabs, the back button, double clicks, a closed laptop.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.js";
import { type Harness, startService } from "./checkout-harness.js";

let browser: Browser;
let harness: Harness;
let skewMs = 0;
beforeAll(async () => {
  browser = await launchBrowser();
  harness = await startService({ clock: { now: () => Date.now() + skewMs } });
});
afterAll(async () => {
  await browser.close();
  await harness.stop();
});

const day = 24 * 60 * 60 * 1000;
const newContext = () => browser.newContext({ viewport: { width: 360, height: 740 }, locale: "en-GB" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(harness.base + path);
  return page;
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByText(label).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("two tabs of one payment show the same, whichever the buyer acts in", async () => {
  const context = await newContext();
  const { path } = await harness.initialize({ orderId: "tabs" });
  const [one, other] = [await open(context, path), await open(context, path)];
  await choose(one, "Pay by QR code");
  await heading(one, "Scan to pay");
  await heading(other, "Scan to pay");
  await other.getByRole("link", { name: "Choose another payment method" }).click();
  await choose(other, "Pay by bank");
  await heading(other, "Choose the bank’s response");
  await heading(one, "Complete your payment with your bank");
  await other.getByRole("button", { name: "Pay", exact: true }).click();
  await heading(one, "Payment complete");
  await context.close();
});

test("the back button shows the payment's current state, and never opens a second payment", async () => {
  const context = await newContext();
  const { path, paymentId } = await harness.initialize({ orderId: "back" });
  const page = await open(context, path);
  await choose(page, "Pay by bank");
  await heading(page, "Choose the bank’s response");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("link", { name: "Continue to the checkout" }).click();
  await heading(page, "Payment complete");
  for (let steps = 0; steps < 4; steps += 1) {
    await page.goBack();
    if (page.url() === "about:blank") break;
    if (page.url().includes("/checkout/")) await heading(page, "Payment complete");
  }
  expect((await harness.service.payments.get(paymentId))?.attemptCount).toBe(1);
  await context.close();
});

test("a page restored from the browser's cache updates at once, and its forms work", async () => {
  const context = await newContext();
  await context.route("**/events?*", (route) => route.abort());
  await context.route("**/progress?*", (route) => route.abort());
  const { path, paymentId } = await harness.initialize({ orderId: "cache" });
  const page = await open(context, path);
  await heading(page, "How would you like to pay?");
  await page.evaluate("document.forms[0].dataset.sent = 'yes'");
  await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  expect(await page.evaluate("document.forms[0].dataset.sent")).toBeUndefined();
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await heading(page, "Payment complete");
  await context.close();
});

test("a double click opens one session", async () => {
  const context = await newContext();
  const { path, paymentId } = await harness.initialize({ orderId: "double" });
  const page = await open(context, path);
  await page.getByText("Pay by bank").click();
  await page.getByRole("button", { name: "Continue" }).dblclick();
  await heading(page, "Choose the bank’s response");
  expect((await harness.service.payments.get(paymentId))?.attemptCount).toBe(1);
  await context.close();
});

test("a laptop that was closed shows what happened meanwhile, also when that was a month ago", async () => {
  const context = await newContext();
  const paid = await harness.initialize({ orderId: "laptop-paid" });
  const left = await harness.initialize({ orderId: "laptop-left", paymentMethod: "bank_transfer" });
  const [paidPage, leftPage] = [await open(context, paid.path), await open(context, left.path)];
  await leftPage.getByRole("button", { name: "Continue" }).click();
  await heading(leftPage, "Make a bank transfer");
  await context.setOffline(true);
  await harness.service.payments.recordProviderEvent(paid.paymentId, {
    type: "settlement.confirmed",
    amountCents: 1999,
  });
  skewMs += 31 * day;
  await harness.service.runDue();
  // Offline the pages stay unchanged, and show nothing that is not known.
  await heading(paidPage, "How would you like to pay?");
  await heading(leftPage, "Make a bank transfer");
  await context.setOffline(false);
  for (const page of [paidPage, leftPage]) await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await heading(paidPage, "Payment complete");
  await heading(leftPage, "Payment link expired");
  expect(await leftPage.getByText("0532").count()).toBe(0);
  await context.close();
});

test("a stream that breaks off is replaced without a reload", async () => {
  const context = await newContext();
  const { path, paymentId } = await harness.initialize({ orderId: "stream" });
  const page = await open(context, path);
  await heading(page, "How would you like to pay?");
  await page.evaluate("window.isSamePage = true");
  await context.setOffline(true);
  await context.setOffline(false);
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await heading(page, "Payment complete");
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await context.close();
});

test("long references begin beside their labels, and the groups of an IBAN stay whole", async () => {
  const context = await newContext();
  const remittanceInfo = `PS-${"BL-2026-1041-".repeat(6)}WCvcfdMo`;
  const { path } = await harness.initialize({ orderId: "long-reference", paymentMethod: "qr_pay", remittanceInfo });
  const page = await open(context, path);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Scan to pay");
  for (const width of [390, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(linesBelowLabels), `${width} px`).toEqual([]);
    expect(await page.evaluate(brokenGroups), `${width} px`).toEqual([]);
  }
  await context.close();
});

const linesBelowLabels = `[...document.querySelectorAll(".summary dl div")]
  .filter((row) => row.querySelector("dd").getClientRects()[0].top > row.querySelector("dt").getBoundingClientRect().top + 4)
  .map((row) => row.textContent)`;
const brokenGroups = `[...document.querySelectorAll(".iban span")]
  .filter((group) => group.getClientRects().length > 1)
  .map((group) => group.textContent)`;

test("prints the instructions, without buttons", async () => {
  const context = await newContext();
  const { path } = await harness.initialize({ orderId: "print", paymentMethod: "qr_pay" });
  const page = await open(context, path);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Scan to pay");
  await page.emulateMedia({ media: "print" });
  for (const text of ["DE89 3704 0044 0532 0130 00", "Müller & Söhne GmbH", "Transfer details", "Blumen Lila"]) {
    expect(await page.getByText(text).first().isVisible(), text).toBe(true);
  }
  expect(await page.locator(".qr svg").isVisible()).toBe(true);
  for (const control of await page.locator("button, a, summary, .simulate").all()) {
    expect(await control.isVisible(), await control.innerHTML()).toBe(false);
  }
  await context.close();
});

test("everything that a page loads comes from here and is less than 60 KB, on every way to it", async () => {
  const context = await newContext();
  const { path } = await harness.initialize({ orderId: "size", paymentMethod: "qr_pay" });
  const page = await context.newPage();
  // By address: stylesheet and script come from the browser's cache the second time.
  const loaded = new Map<string, number>();
  page.on("response", (response) => {
    if (response.url().includes("/events?") || response.status() === 303 || response.url().startsWith("data:")) return;
    void response.body().then(
      (body) => loaded.set(response.url(), body.length),
      () => undefined,
    );
  });
  await page.goto(harness.base + path, { waitUntil: "load" });
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Scan to pay");
  expect([...loaded.keys()].filter((url) => !url.startsWith(harness.base))).toEqual([]);
  expect(loaded.size).toBeGreaterThan(2);
  expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000);
  await context.close();
});

test("the way back to a store with a long name is one text, whose words stay whole", async () => {
  const context = await newContext();
  const store = { name: "Kaffeerösterei Müller & Söhne Handelsgesellschaft mbH" };
  const longNamed = await startService({}, store);
  const { path, paymentId } = await longNamed.initialize({ orderId: "long-name" });
  await longNamed.service.payments.simulate(paymentId, { event: "provider_success" });
  const page = await context.newPage();
  await page.goto(longNamed.base + path);
  await heading(page, "Payment complete");
  await page.getByRole("link", { name: `Back to ${store.name}` }).waitFor();
  expect(await page.evaluate(linesOfFirstWords)).toEqual(["Back to ", 1]);
  await context.close();
  await longNamed.stop();
});

/** The text before the store's name. */
const linesOfFirstWords = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("main a.button").firstChild);
  return [range.toString(), range.getClientRects().length];
})()`;
