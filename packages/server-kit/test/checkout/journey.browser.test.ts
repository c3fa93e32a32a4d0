// A buyer in a real browser: live progress, the policy's redirect rule at the hand-over, the back button, the keyboard, no JavaScript.
import { createServer, type Server } from "node:http";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenBankingProvider } from "../../src/index.js";
import { axeProblems, launchBrowser } from "./browser.js";
import { account, type Harness, startService } from "./checkout-harness.js";

let browser: Browser;
let harness: Harness;
/** A bank on another origin: a redirect to the same origin would not test the content security policy. */
let bank: Server;
beforeAll(async () => {
  browser = await launchBrowser();
  bank = createServer((_, response) => response.setHeader("content-type", "text/html").end("<h1>The bank</h1>"));
  await new Promise<void>((resolve) => bank.listen(0, "localhost", resolve));
  const address = bank.address();
  const bankUrl = `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}/pay?a=1&b=2`;
  const provider: OpenBankingProvider = {
    code: "other",
    createSession: async ({ attemptId }) => ({ sessionId: attemptId, redirectUrl: bankUrl }),
    fetchOutcome: async () => undefined,
  };
  harness = await startService({ openBanking: { test: provider } });
});
afterAll(async () => {
  await browser.close();
  await harness.stop();
  bank.close();
});

const phone = { viewport: { width: 360, height: 740 }, locale: "en-GB" };

async function openPage(path: string, context: BrowserContext) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(harness.base + path);
  return { page, problems };
}

test("follows the payment live, without reloading the page, and keeps the focus", async () => {
  const context = await browser.newContext(phone);
  const { path, paymentId } = await harness.initialize({ orderId: "live" });
  const { page, problems } = await openPage(path, context);
  await page.getByText("Pay by QR code").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Scan to pay" }).waitFor();
  await page.evaluate("window.isSamePage = true");
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  expect(await page.evaluate("[window.isSamePage, document.activeElement.id]")).toEqual([true, "main"]);
  expect(await page.title()).toContain("Payment complete");
  await page.getByRole("status").getByText("Payment complete").waitFor({ state: "attached" });
  expect(problems).toEqual([]);
  await context.close();
});

test("polls where events do not arrive", async () => {
  const context = await browser.newContext(phone);
  await context.route("**/events?*", (route) => route.abort());
  const { path, paymentId } = await harness.initialize({ orderId: "polling" });
  const { page } = await openPage(path, context);
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  await context.close();
});

test("reaches a bank on another origin by keyboard alone, and the back button returns without a loop", async () => {
  const context = await browser.newContext(phone);
  const { path } = await harness.initialize({ orderId: "keyboard" });
  const { page, problems } = await openPage(path, context);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the payment");
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
  // The focus leaves the card's corners as they are.
  expect(await page.evaluate("getComputedStyle(document.querySelector('main:focus')).borderRadius")).toBe("16px");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate("document.activeElement.value")).toBe("open_bank_transfer");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "The bank" }).waitFor();
  expect(new URL(page.url()).search).toBe("?a=1&b=2");
  expect(problems).toEqual([]);
  await page.goBack();
  await page.getByRole("heading", { name: "Complete your payment with your bank" }).waitFor();
  await page.getByRole("button", { name: "Choose another payment method" }).click();
  await page.getByRole("heading", { name: "How would you like to pay?" }).waitFor();
  await context.close();
});

test("reaches the bank without JavaScript, and the back button returns without a loop", async () => {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
  const { path } = await harness.initialize({ orderId: "no-script" });
  const { page } = await openPage(path, context);
  await page.getByLabel("Pay by bank").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "The bank" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Complete your payment with your bank" }).waitFor();
  await context.close();
});

test("copies what a bank's form takes", async () => {
  const context = await browser.newContext({ ...phone, permissions: ["clipboard-read", "clipboard-write"] });
  const { path } = await harness.initialize({ orderId: "copy" });
  const { page } = await openPage(path, context);
  await page.getByText("Copy the details into").click();
  await page.getByRole("button", { name: "Continue" }).click();
  for (const [name, text] of [
    ["Copy IBAN", account.iban],
    ["Copy Amount", "19.99"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(text);
  }
  await context.close();
});

test("names of any kind break nothing", async () => {
  const name = `<b onclick=alert(1)>مرحبا \u202Etxt ${"🌷".repeat(30)}${"W".repeat(150)}`;
  const odd = await startService({}, { name, bankAccount: { ...account, accountHolder: name.slice(-70) } });
  const context = await browser.newContext(phone);
  const { path } = await odd.initialize({ orderId: "Ü".repeat(255), remittanceInfo: "R".repeat(140) });
  const page = await context.newPage();
  const problems: string[] = [];
  for (const method of ["", "Pay by QR code"]) {
    await page.goto(odd.base + path);
    if (method !== "") {
      await page.getByText(method).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "Scan to pay" }).waitFor();
    }
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (overflow !== 0) problems.push(`${method}: ${overflow} px too wide`);
    problems.push(...(await axeProblems(page)));
    if (process.env.SCREENSHOT_FOLDER) {
      await page.screenshot({
        path: `${process.env.SCREENSHOT_FOLDER}/odd-names${method && "-qr"}.png`,
        fullPage: true,
      });
    }
  }
  expect(problems).toEqual([]);
  await context.close();
  await odd.stop();
});

test("no element moves while the page loads", async () => {
  const context = await browser.newContext(phone);
  const { path } = await harness.initialize({ orderId: "shift", paymentMethod: "bank_transfer" });
  const { page } = await openPage(path, context);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Make a bank transfer" }).waitFor();
  const shift = await page.evaluate(
    `new Promise((resolve) => { let sum = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: "layout-shift", buffered: true }); requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))); })`,
  );
  expect(shift).toBe(0);
  await context.close();
});
