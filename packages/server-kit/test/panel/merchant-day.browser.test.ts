// A merchant's day in the panel, in a real browser: each task in at most five clicks, on a desk and on a phone; and the list by its keys.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { axeProblems } from "../checkout/browser.js";
import { entry, openDay, useMerchantBrowser } from "./merchant-day-shop.js";

useMerchantBrowser();

test.each([1280, 390])("the payment of a bank line is found in three clicks, at %i px", async (width) => {
  const { page, click, clicks } = await openDay({ width });
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
  const { panel, page, shop, click, clicks } = await openDay({ width });
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
  const { page, click, clicks } = await openDay({ width: 1280 });
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
  const { page, click } = await openDay({ width: 1280 });
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
