// A merchant's first steps in the panel, in a real browser below a prefix: sign in, create a key, find a failed webhook and its reason, fix
// it, resend it. By pointer and by keyboard alone, with and without JavaScript.
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeProblems } from "../checkout/browser.js";
import { type SharedBrowser, useBrowser } from "../checkout/use-browser.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { openPanel, password } from "./panel-service.js";

export const byPointer = [
  { name: "wide, by pointer", width: 1280, hasScript: true, isKeyboard: false },
  { name: "narrow, by pointer, without JavaScript", width: 360, hasScript: false, isKeyboard: false },
] as const;
export const byKeyboard = [
  { name: "narrow, by keyboard", width: 360, hasScript: true, isKeyboard: true },
  { name: "wide, by keyboard, without JavaScript", width: 1280, hasScript: false, isKeyboard: true },
] as const;
type Way = (typeof byPointer | typeof byKeyboard)[number];

let shared: SharedBrowser;

/** To be called once in a test file. */
export function describeWalks(ways: readonly Way[]): void {
  shared = useBrowser();
  test.each(ways)("a developer finds out why a webhook failed and sends it again: $name", walk);
}

async function walk(way: Way): Promise<void> {
  const { panel, page, endpoint, problems } = await openDay(way);
  const hand = way.isKeyboard ? keyboard(page) : pointer();
  const look = async () => {
    // Where scripts are off, axe cannot run either; the pages are the same.
    if (way.hasScript) problems.push(...(await axeProblems(page)));
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (overflow > 0) problems.push(`${page.url()} is ${overflow} px too wide`);
  };

  await page.goto(`${panel.origin}${panel.prefix}/panel`);
  await hand.write(page.getByLabel("E-mail"), "developer@shop.example");
  await hand.write(page.getByLabel("Password", { exact: true }), password);
  await hand.press(page.getByRole("button", { name: "Sign in" }));
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await look();

  await hand.press(page.getByRole("link", { name: "Integration" }));
  await page.getByText("There is no API key yet").waitFor();
  await hand.press(page.getByRole("button", { name: "Generate key" }));
  await page.getByRole("heading", { name: "Your new test key" }).waitFor();
  const key = (await page.locator(".secret code").textContent()) ?? "";
  await look();
  await hand.write(page.getByRole("textbox", { name: "Webhook URL" }), endpoint.url);
  await hand.press(page.getByRole("button", { name: "Save", exact: true }));
  await page.getByText("webhook URL is saved").waitFor();
  expect(await page.content()).not.toContain(key);

  await openPayment(panel, key);
  await panel.service.runDue();
  await hand.press(page.getByRole("link", { name: "Overview" }));
  await page.getByRole("heading", { name: "Needs attention" }).waitFor();
  await look();
  await hand.press(page.getByRole("link", { name: "first-order" }));
  await page.getByText("This response ends the delivery. Fix the cause, then resend.").waitFor();
  await page.getByText("this store's current webhook secret").waitFor();
  await look();

  await hand.press(page.getByRole("link", { name: "Integration" }));
  await hand.press(page.getByRole("button", { name: "Verify now" }));
  await page.getByText("Not verified").waitFor();
  await page.getByText("it did not accept the signature").waitFor();
  await look();
  endpoint.useSecret(panel.store.webhookSecret);
  await hand.press(page.getByRole("button", { name: "Verify again" }));
  await page.getByText("Verified", { exact: true }).waitFor();
  await look();

  await hand.press(page.getByRole("link", { name: "Payments" }));
  await hand.press(page.getByRole("link", { name: "first-order" }));
  await hand.press(page.getByRole("link", { name: "Technical info" }));
  await hand.press(page.getByRole("button", { name: /^Resend/ }));
  // The heading is on the page before the request, too; this text is not.
  await page.getByText("The delivery is being resent.").waitFor();
  await panel.service.runDue();
  if (!way.hasScript) await page.reload();
  await page.getByText("Delivered", { exact: true }).waitFor();
  expect(endpoint.received).toEqual(["pending"]);
  await look();
  await hand.press(page.getByRole("button", { name: "Sign out" }));
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(problems).toEqual([]);
}

/** A fresh panel, a page of the given kind on it, and the merchant's receiver, which begins with the secret of another store. */
async function openDay({ width, hasScript }: Way) {
  const panel = await openPanel();
  closeAfterTest(() => panel.close());
  const received: string[] = [];
  const listenerWith = (secret: string) =>
    receiveWebhooks({ secret, onEvent: ({ body }) => void received.push((body as { status: string }).status) });
  let listener = listenerWith(panel.otherStore.webhookSecret);
  const url = await serveInTest((request, response) => void listener(request, response));
  const context = await shared.browser().newContext({ viewport: { width, height: 900 }, javaScriptEnabled: hasScript });
  closeAfterTest(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const endpoint = {
    url: `${url}/hook`,
    received,
    useSecret(secret: string) {
      listener = listenerWith(secret);
    },
  };
  return { panel, page, endpoint, problems };
}

async function openPayment({ origin, prefix, store }: Awaited<ReturnType<typeof openPanel>>, key: string) {
  const response = await fetch(`${origin}${prefix}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ merchantId: store.merchantId, orderId: "first-order", amountCents: 1999, currency: "EUR" }),
  });
  expect(response.status).toBe(200);
}

interface Hand {
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

function pointer(): Hand {
  return { press: (target) => target.click(), write: (field, text) => field.fill(text) };
}

/** Moves the focus to a control by the Tab key; fails when it cannot be reached. */
function keyboard(page: Page): Hand {
  async function goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let steps = 0; steps < 120; steps += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("No way by the Tab key to this control.");
  }
  return {
    async press(target) {
      await goTo(target);
      await page.keyboard.press("Enter");
    },
    async write(field, text) {
      await goTo(field);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
    },
  };
}
