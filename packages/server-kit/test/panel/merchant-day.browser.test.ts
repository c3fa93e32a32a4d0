// A merchant's day in the panel, in a real browser: each task in at most five clicks, on a desk and on a phone; and the list by its keys.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeProblems, launchBrowser } from "../checkout/browser.js";
import { openPanel } from "./panel-service.js";

const dayMs = 86_400_000;
let browser: Browser;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => browser?.close());

/** A store with a payment on each of 28 days, none old enough to expire; the endpoint refused the one of yesterday. */
async function openDay(width: number) {
  const panel = await openPanel({ rateLimits: false });
  closers.push(() => panel.close());
  const shop = { status: 410, received: 0 };
  const server = createServer((_request, response) => {
    shop.received += 1;
    response.writeHead(shop.status).end("no such hook");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const today = panel.time.now;
  for (let day = 28; day > 1; day -= 1) {
    panel.time.now = today - day * dayMs;
    await panel.initialize({ orderId: `order-${day}`, remittanceInfo: `RF18 5390 07${day + 10}` }, "live");
  }
  // Sound: the server listens on a TCP port.
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl });
  panel.time.now = today - dayMs;
  await panel.initialize({ orderId: "order-1" }, "live");
  await panel.service.runDue();
  panel.time.now = today;
  shop.status = 200;
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  closers.push(() => context.close());
  const { cookies } = await panel.signedIn("developer");
  for (const [name, value] of cookies) {
    await context.addCookies([{ name, value, url: `${panel.origin}${panel.prefix}/panel` }]);
  }
  const page = await context.newPage();
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/overview")}`);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  return { panel, shop, page, click, clicks: () => clicks };
}

const entry = (page: Page, name: string) => page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name });

test.each([1280, 390])("the payment of a bank line is found in three clicks, at %i px", async (width) => {
  const { page, click, clicks } = await openDay(width);
  await click(entry(page, "Payments"));
  await page.getByRole("searchbox").fill("SEPA CREDIT RF1853900717 THANK YOU");
  await click(page.getByRole("button", { name: "Search" }));
  expect(await page.locator("a[data-row]").allTextContents()).toEqual(["order-7"]);
  expect(await axeProblems(page)).toEqual([]);
  await click(page.locator("a[data-row]"));
  await page.getByRole("heading", { name: "Order order-7" }).waitFor();
  expect(clicks()).toBeLessThanOrEqual(5);
  await page.getByRole("link", { name: "← Payments" }).click();
  expect(await page.locator("a[data-row]").allTextContents()).toEqual(["order-7"]);
});

test.each([1280, 390])("why a webhook failed is read and yesterday's failures are resent, at %i px", async (width) => {
  const { panel, page, shop, click, clicks } = await openDay(width);
  await click(entry(page, "Deliveries"));
  expect(await axeProblems(page)).toEqual([]);
  await click(page.locator("a[data-row]").first());
  await page.getByText("The endpoint says that it is gone").waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await click(page.getByRole("link", { name: "← Deliveries" }));
  await click(page.getByRole("button", { name: "Resend all failed" }));
  await page.getByText("1 delivery is being resent").waitFor();
  expect(clicks()).toBeLessThanOrEqual(5);
  await panel.service.runDue();
  expect(shop.received).toBe(2);
});

test("last month is exported in three clicks", async () => {
  const { page, click, clicks } = await openDay(1280);
  await click(entry(page, "Payments"));
  await click(page.getByRole("link", { name: "Last month" }));
  const downloading = page.waitForEvent("download");
  await click(page.getByRole("button", { name: "Export CSV" }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("payments-2026-02-01-to-2026-02-28.csv");
  const lines = readFileSync(await download.path(), "utf8")
    .split("\r\n")
    .slice(1, -1);
  expect(lines).toHaveLength(28);
  expect(clicks()).toBeLessThanOrEqual(5);
});

test("the list is worked by its keys, unless they are switched off", async () => {
  const { page, click } = await openDay(1280);
  await click(entry(page, "Payments"));
  const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.name");
  await page.keyboard.press("/");
  expect(await focused()).toBe("q");
  await page.keyboard.press("j");
  expect(await page.getByRole("searchbox").inputValue()).toBe("j");
  await page.locator("h1").click();
  for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
  expect(await focused()).toBe("order-2");
  await page.getByLabel("Use these keys").uncheck();
  await page.keyboard.press("j");
  expect(await focused()).not.toBe("order-3");
  await page.getByLabel("Use these keys").check();
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Order order-1", exact: true }).waitFor();
});
