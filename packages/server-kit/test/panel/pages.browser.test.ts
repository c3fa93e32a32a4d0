// Every page of the panel in Chromium once, with alternating viewports and schemes, and the actions on them. All combinations:
// pages.long.browser.test.ts.
import { expect, test } from "vitest";
import { look, looks, openAs, panel, problemsOfAllPages, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

test("every page is in order", { timeout: 300_000 }, async () => {
  expect(await problemsOfAllPages((count) => [looks[count % looks.length] ?? looks[0]])).toEqual([]);
});

test("lists are no wider than the screen, at any width from 320 to 1280 px", async () => {
  const { context, page } = await openAs("owner", looks[0]);
  const tooWide: string[] = [];
  for (const path of ["/transactions?mode=both", "/deliveries", "/receipts", "/users", "/alerts", "/audit"]) {
    await page.goto(`${panel.origin}${panel.prefix}${panel.storePath(path)}`);
    for (let width = 320; width <= 1280; width += 32) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      if (overflow !== 0) tooWide.push(`${path} at ${width}: ${overflow}`);
    }
  }
  expect(tooWide).toEqual([]);
  await context.close();
});

test("on a phone the marks of a payment leave room for its order", async () => {
  const { context, page } = await openAs("owner", { width: 390, colorScheme: "light" });
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/transactions?state=attention")}`);
  const rows = "[...document.querySelectorAll('.payments tbody tr')]";
  // Rows with an alert and a failed webhook are among them.
  expect(await page.evaluate(`Math.max(...${rows}.map((row) => row.querySelectorAll(".badge").length))`)).toBe(3);
  const widths = `${rows}.map((row) => row.querySelector(".order").getBoundingClientRect().width)`;
  expect(await page.evaluate(`Math.min(...${widths})`)).toBeGreaterThan(100);
  await context.close();
});

test("a developer makes a key by hand, copies it, and a reload makes no second one", async () => {
  const { context, page, complaints } = await openAs("developer", looks[0]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/integration")}`);
  await page.getByRole("button", { name: "Generate key" }).click();
  const shown = await page.locator(".secret code").textContent();
  await page.locator(".secret").getByRole("button").click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(shown);
  expect(await look(page, "new-key")).toEqual([]);
  const count = (await panel.service.apiKeys.list(panel.store.merchantId)).length;
  await page.reload();
  expect(await page.content()).not.toContain(shown);
  expect(await page.getByText("This form was sent before").count()).toBe(1);
  expect((await panel.service.apiKeys.list(panel.store.merchantId)).length).toBe(count);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an operator cancels a payment with the keyboard alone", async () => {
  const { context, page } = await openAs("operator", looks[2]);
  const [paymentId] = panel.paymentIds;
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath(`/transactions/${paymentId}`)}`);
  await page.locator("summary", { hasText: "Cancel this payment" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#cancel-reason").focus();
  await page.keyboard.type("asked for by the buyer");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("The payment is cancelled.").waitFor();
  const payment = await panel.service.payments.get(paymentId ?? "");
  expect(payment?.history.at(-1)).toMatchObject({
    to: "cancelled",
    actor: "operator@service.example",
    reason: "asked for by the buyer",
  });
  await context.close();
});
