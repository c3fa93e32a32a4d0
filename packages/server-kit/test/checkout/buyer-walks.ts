// Complete buyer journeys in a real browser, with the service mounted under a prefix: every payment method and every outcome, in several
// languages and screen sizes, by keyboard alone or by pointer, with or without JavaScript.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentMethod } from "../../src/domain/payment-method.js";
import { type Language, type WordKey, type Words, wordsOf } from "../../src/http/checkout/language.js";
import { launchBrowser } from "./browser.js";
import { type CardProcessor, startCardProcessor } from "./card-processor.js";
import { type Harness, startService } from "./checkout-harness.js";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

export interface Buyer {
  language: Language;
  viewport: typeof phone;
  hands: "keyboard" | "pointer";
  hasScript: boolean;
}

export const buyers: readonly Buyer[] = [
  { language: "en", viewport: phone, hands: "keyboard", hasScript: true },
  { language: "de", viewport: desk, hands: "pointer", hasScript: false },
  { language: "fr", viewport: phone, hands: "keyboard", hasScript: false },
  { language: "es", viewport: desk, hands: "keyboard", hasScript: true },
  { language: "lt", viewport: phone, hands: "pointer", hasScript: true },
];

const day = 24 * 60 * 60 * 1000;
const prefix = "/pay/ments";
let browser: Browser;
let processor: CardProcessor;
let harness: Harness;
let walkCount = 0;

/** Registers every test for each of the buyers, with a browser and a service that they share. */
export function describeWalks(walkers: readonly Buyer[]): void {
  beforeAll(async () => {
    browser = await launchBrowser();
    processor = await startCardProcessor();
    harness = await startService({ cardPages: { test: processor.provider } }, {}, prefix);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([harness.stop(), processor.stop()]);
  });

  // Concurrently: a test waits for the browser most of the time.
  describe.concurrent.each(walkers)(
    "in $language, $viewport.width px, by $hands, JavaScript $hasScript, a buyer",
    (buyer) => {
      test("pays by QR code: scans, says so, and sees the money arrive", async () => {
        const walk = await begin(buyer);
        await walk.choose("qr_pay");
        await walk.see("qr_heading");
        // A phone cannot scan its own screen: the code is folded there.
        const unfold = walk.page.locator("#show-code");
        if (await unfold.isVisible()) await unfold.check();
        await walk.page.locator(".qr svg").waitFor();
        await walk.press('form[action*="/paid"] button');
        await walk.see("waiting_heading");
        await walk.report({ type: "settlement.confirmed", amountCents: 1999 });
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("pays by bank transfer", async () => {
        const walk = await begin(buyer, { paymentMethod: "manual_transfer" });
        // Preselected: one click is enough.
        await walk.press("button.primary");
        await walk.see("transfer_heading");
        await walk.page.getByText("DE89 3704 0044 0532 0130 00").waitFor();
        await walk.report({ type: "settlement.confirmed", amountCents: 1999 });
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("pays at the bank", async () => {
        const walk = await begin(buyer);
        await walk.choose("open_bank_transfer");
        await walk.chooseAtBank("pay");
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("is refused by the bank and pays at the second try", async () => {
        const walk = await begin(buyer);
        await walk.choose("open_bank_transfer");
        await walk.chooseAtBank("refuse");
        await walk.see("choose_heading", "notice_rejected");
        await walk.choose("open_bank_transfer");
        await walk.chooseAtBank("pay");
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("cancels at the bank, then for good", async () => {
        const walk = await begin(buyer);
        await walk.choose("open_bank_transfer");
        await walk.chooseAtBank("cancel");
        await walk.see("choose_heading", "notice_cancelled");
        await walk.press('a[href*="/cancel"]');
        await walk.see("cancel_heading");
        await walk.press('form[action*="/cancel"] button');
        await walk.see("cancelled_heading");
        await walk.end("cancelled");
      });

      test("is back before the bank has an outcome, waits through UNKNOWN, and has paid", async () => {
        const walk = await begin(buyer);
        await walk.choose("open_bank_transfer");
        await walk.press('a[href*="/return"]');
        await walk.see("confirming_heading");
        await walk.report({ type: "provider.unknown" });
        await walk.see("confirming_heading", "unresolved_lead");
        await walk.report({ type: "provider.success" });
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("is handed over to the card page of another origin and comes back paid", async () => {
        const walk = await begin(buyer);
        await walk.choose("card_processing");
        await walk.page.waitForURL(`${processor.origin()}/**`);
        await walk.press("[name=outcome][value=success]");
        await walk.see("paid_heading");
        await walk.end("settled");
      });

      test("finds the payment expired, and no account to pay to", async () => {
        // A service of its own, because its time passes for all its payments.
        let skewMs = 0;
        const ageing = await startService({ clock: { now: () => Date.now() + skewMs } }, {}, prefix);
        const walk = await begin(buyer, {}, ageing);
        await walk.choose("bank_transfer");
        await walk.see("transfer_heading");
        skewMs = 31 * day;
        await ageing.service.runDue();
        await walk.lookAgain();
        await walk.see("expired_heading");
        expect(await walk.page.getByText("0532").count()).toBe(0);
        await walk.end("expired");
        await ageing.stop();
      });
    },
  );
}

/** One buyer with one payment, from the link to the end. */
async function begin(buyer: Buyer, request: Record<string, unknown> = {}, at: Harness = harness) {
  const options: BrowserContextOptions = {
    viewport: buyer.viewport,
    locale: buyer.language,
    javaScriptEnabled: buyer.hasScript,
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  walkCount += 1;
  const { path, paymentId } = await at.initialize({ orderId: `walk-${walkCount}`, ...request });
  expect(path.startsWith(`${prefix}/checkout/`)).toBe(true);
  await page.goto(at.base + path);
  const words: Words = wordsOf(buyer.language);
  await page.getByRole("heading", { level: 1, name: words.choose_heading }).waitFor();

  const press = async (selector: string) => {
    const control = page.locator(selector).first();
    await control.waitFor();
    if (buyer.hands === "pointer") return control.click();
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  };
  const see = async (heading: WordKey, text?: WordKey) => {
    await page.getByRole("heading", { level: 1, name: words[heading], exact: true }).waitFor();
    // Up to where a name is filled in.
    if (text !== undefined) await page.getByText(words[text].split("{")[0] ?? "").waitFor();
  };
  /** Without JavaScript the page reloads itself after some seconds; the test reloads it at once. */
  const lookAgain = async () => {
    if (!buyer.hasScript) await page.reload();
  };
  return {
    page,
    press,
    see,
    lookAgain,
    async choose(method: PaymentMethod) {
      const radio = `input[value=${method}]`;
      if (buyer.hands === "pointer") await page.locator("label", { has: page.locator(radio) }).click();
      else await pickByKeyboard(page, radio);
      await press("form[action*='/choose'] button.primary");
    },
    async chooseAtBank(outcome: string) {
      await press(`[name=outcome][value=${outcome}]`);
      await press(".notice + p a.primary");
    },
    async report(event: Parameters<typeof at.service.payments.recordProviderEvent>[1]) {
      await at.service.payments.recordProviderEvent(paymentId, event);
      await lookAgain();
    },
    async end(state: string) {
      expect(await page.locator("html").getAttribute("lang")).toBe(buyer.language);
      expect(await page.locator("main a.button").first().getAttribute("href")).toBe(
        "https://shop.example/thanks?order=1",
      );
      expect([await at.state(paymentId), problems]).toEqual([state, []]);
      await context.close();
    },
  };
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await page.locator(selector).and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${selector}.`);
}

/** Tab enters the group, arrows move in it. */
async function pickByKeyboard(page: Page, radio: string): Promise<void> {
  await tabTo(page, "input[name=method]");
  for (let presses = 0; presses < 8; presses += 1) {
    if ((await page.locator(`${radio}:checked`).count()) > 0) return;
    const isThere = (await page.locator(`${radio}:focus`).count()) > 0;
    await page.keyboard.press(isThere ? "Space" : "ArrowDown");
  }
  throw new Error(`The keyboard does not reach ${radio}.`);
}
