// The buyer's journey in WebKit, the engine of every iPhone, with the service mounted in a store's app and the content security policy as
// shipped. Orders have new ids, so that a test that is run again finds a payment that nobody has opened.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, test as base, beforeAll, expect, vi } from "vitest";
import { type CardProcessor, startCardProcessor } from "./card-processor.js";
import { account } from "./checkout-harness.js";
import { type MountedStore, openMountedStore, ownerPassword } from "./mounted-store.js";
import { launchWebkit, pressable, type Webkit, type WebkitPage, webkitDriver } from "./webkit.js";

// Without WebKit every test here is skipped, and scripts/check.mjs prints why.
const isHere = webkitDriver !== undefined;
const test = base.skipIf(!isHere);
/** Each test loads up to nine pages, each of which takes this browser a second or two on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let mounted: MountedStore;
let processor: CardProcessor;
let webkit: Webkit;
let page: WebkitPage | undefined;
beforeAll(async () => {
  if (!isHere) return;
  processor = await startCardProcessor();
  mounted = await openMountedStore({ cardPages: { test: processor.provider } });
  webkit = await launchWebkit();
});
afterEach(async () => {
  await page?.close();
  page = undefined;
});
afterAll(async () => {
  if (!isHere) return;
  webkit.stop();
  await mounted.stop();
  await processor.stop();
});

async function open(url: string, settings?: { javaScript?: boolean }): Promise<WebkitPage> {
  mounted.stopped.length = 0;
  page = await webkit.open(settings);
  await page.goto(url);
  return page;
}

async function choose(page: WebkitPage, method: string): Promise<void> {
  await page.see("How would you like to pay?");
  await page.click(pressable(method));
  await page.click(pressable("Continue"));
}

const overflowScript = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
const outcome = (name: string) => `//button[@name="outcome"][@value="${name}"]`;

test("runs in a browser that blocks a form's redirect to another origin and reports it: without that the other tests prove nothing", async () => {
  const page = await open(`${mounted.origin}/trap`);
  await page.see("Trap");
  await page.evaluate(
    "document.onsecuritypolicyviolation = (event) => { document.querySelector('h1').textContent = event.effectiveDirective; }",
  );
  await page.click(pressable("Go"));
  await page.see("form-action");
  expect(mounted.stopped.join()).toContain(`on ${mounted.origin}/trap`);
});

for (const javaScript of [true, false]) {
  const how = javaScript ? "" : ", without JavaScript";

  test(`leads to the sandbox bank and back, over a refusal, and to the store${how}`, async () => {
    const { paymentUrl, paymentId } = await mounted.initialize({ orderId: `bank-${randomUUID()}` });
    const page = await open(paymentUrl, { javaScript });
    await page.see("How would you like to pay?");
    await page.picture(`choose${javaScript ? "" : "-no-script"}`);
    await choose(page, "Pay by bank");
    await page.see("Choose the bank’s response");
    await page.picture("bank");
    await page.click(outcome("refuse"));
    await page.click(pressable("Continue to the checkout"));
    await page.see("How would you like to pay?");
    expect(await page.text('//*[@role="alert"]')).toContain("The payment was declined and you have not been charged");
    await page.picture("refused");
    await choose(page, "Pay by bank");
    await page.see("Choose the bank’s response");
    await page.click(outcome("pay"));
    await page.click(pressable("Continue to the checkout"));
    await page.see("Payment complete");
    expect(await mounted.state(paymentId)).toBe("settled");
    await page.picture("paid");
    await page.click(pressable("Back to Blumen Lila"));
    await page.see("Thank you");
    expect(new URL(await page.url()).searchParams.get("order")).toBe("1");
    expect(mounted.stopped).toEqual([]);
  });

  test(`hands over to a card page on another origin, and "back" returns without a loop${how}`, async () => {
    const { paymentUrl } = await mounted.initialize({ orderId: `card-${randomUUID()}` });
    const page = await open(paymentUrl, { javaScript });
    await choose(page, "You’ll enter your card on the next page");
    await page.see("The card page");
    expect(new URL(await page.url()).origin).toBe(processor.origin());
    await page.back();
    await page.see("Complete your card payment");
    await page.click(pressable("Continue"));
    await page.see("The card page");
    await page.click(pressable("Pay"));
    await page.see("Payment complete");
    expect(mounted.stopped).toEqual([]);
  });

  test(`shows the QR code, and what happens to the payment${how}`, async () => {
    const { paymentUrl, paymentId } = await mounted.initialize({ orderId: `qr-${randomUUID()}` });
    const page = await open(paymentUrl, { javaScript });
    await choose(page, "Pay by QR code");
    await page.see("Scan to pay");
    // Folded on a phone, which cannot scan its own screen.
    await page.click('//*[@id="show-code"]');
    // The picture may still be on its way.
    await expect.poll(() => page.evaluate(qrFacts), { timeout: 10_000 }).toEqual({ isDrawn: true, isInView: true });
    expect(await page.evaluate(overflowScript)).toBe(0);
    await page.picture(`qr${javaScript ? "" : "-no-script"}`);
    await page.evaluate("window.isSamePage = true");
    await mounted.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
    // Without a script the page loads itself again from time to time; here the buyer is faster.
    if (!javaScript) await page.reload();
    await page.see("Payment complete");
    expect(await page.evaluate("return window.isSamePage === true")).toBe(javaScript);
    expect(mounted.stopped).toEqual([]);
  });
}

const qrFacts = `const box = document.querySelector("main img, main svg[role=img]").getBoundingClientRect();
  const image = document.querySelector("main img");
  return { isDrawn: box.width > 150 && (!image || image.naturalWidth > 0), isInView: box.left >= 0 && box.right <= innerWidth }`;

test("copies what a bank's form takes", async () => {
  const { paymentUrl } = await mounted.initialize({ orderId: `copy-${randomUUID()}` });
  const page = await open(paymentUrl);
  await choose(page, "Copy the details into");
  await page.see("Make a bank transfer");
  await page.picture("transfer");
  await page.click(pressable("Copy IBAN"));
  await page.text(pressable("Copied"));
  await page.goto(`${mounted.origin}/thanks`);
  await page.see("Thank you");
  // Control and V, as WebDriver spells them.
  await page.type("//textarea", "\uE009v");
  expect(await page.evaluate("return document.querySelector('textarea').value")).toBe(account.iban);
});

test("lets a store's owner sign in and make one key, which a reload does not make twice", async () => {
  const { merchantId, service } = mounted;
  await service.users.create({ email: "owner@shop.example", role: "owner", merchantId, password: ownerPassword });
  const page = await open(`${mounted.base}/panel/sign-in`);
  await page.type('//input[@name="email"]', "owner@shop.example");
  await page.type('//input[@name="password"]', ownerPassword);
  await page.click(pressable("Sign in"));
  await page.click(pressable("Integration"));
  const before = (await service.apiKeys.list(merchantId)).length;
  await page.click(pressable("Generate key"));
  const secret = await page.text('//*[contains(@class,"secret")]//code');
  expect(secret.length).toBeGreaterThan(20);
  await page.picture("key");
  await page.click('//*[contains(@class,"secret")]//button');
  await page.text(pressable("Copied"));
  expect(await page.evaluate(overflowScript)).toBe(0);
  await page.reload();
  await page.text('//*[contains(., "This form was sent before")]');
  expect(await page.source()).not.toContain(secret);
  expect((await service.apiKeys.list(merchantId)).length).toBe(before + 1);
  expect(mounted.stopped).toEqual([]);
});

test("shows the reference page", async () => {
  const page = await open(`${mounted.base}/docs#initializeCustomPaymentSession`);
  await page.text('//*[@id="initializeCustomPaymentSession"]');
  expect(await page.evaluate(overflowScript)).toBe(0);
  await page.picture("docs");
  expect(mounted.stopped).toEqual([]);
});
