// What the panel's pages need beside being in order, which pages.long.browser.test.ts tests: widths, the navigation of a phone, actions by keyboard.
import { expect, test } from "vitest";
import { look, looks, openAs, panel, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

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

test.each([390, 320])(
  "on a phone of %s px the navigation is one line, and the current page is in view",
  async (width) => {
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await openAs("owner", { width, colorScheme: "light", javaScriptEnabled });
      for (const path of ["/overview", "/receipts", "/audit"]) {
        await page.goto(`${panel.origin}${panel.prefix}${panel.storePath(path)}`);
        const nav = page.getByRole("navigation", { name: "Panel" });
        expect((await nav.boundingBox())?.height).toBeLessThan(60);
        // The header and the navigation together: an eighth of a phone's screen.
        expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(150);
        const current = (await nav.locator("[aria-current]").boundingBox()) ?? { x: -1, width };
        expect(current.x).toBeGreaterThanOrEqual(0);
        expect(current.x + current.width).toBeLessThanOrEqual(width);
      }
      await context.close();
    }
  },
);

test("by keyboard, every entry of a phone's navigation is in view and uncovered when it has the focus", async () => {
  const { context, page } = await openAs("owner", { width: 390, colorScheme: "light" });
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/alerts")}`);
  const nav = page.getByRole("navigation", { name: "Panel" });
  const links = await nav.getByRole("link").count();
  await nav.getByRole("link").first().focus();
  const hidden: string[] = [];
  for (let count = 0; count < links; count += 1) {
    const { isSeen, label, height } = await page.evaluate(focusedEntry);
    if (!isSeen || height < 24) hidden.push(label);
    await page.keyboard.press("Tab");
  }
  expect([links, hidden]).toEqual([10, []]);
  await context.close();
});

/** Whether the middle of the focused link is what a finger would meet there. */
const focusedEntry = `(() => {
  const link = document.activeElement;
  const { x, y, width, height } = link.getBoundingClientRect();
  const met = document.elementFromPoint(x + width / 2, y + height / 2);
  return { isSeen: link.contains(met), label: link.textContent, height };
})()` as unknown as () => { isSeen: boolean; label: string; height: number };

test("ids in the audit log are not broken on a phone", async () => {
  const { context, page } = await openAs("owner", { width: 390, colorScheme: "light" });
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/audit")}`);
  const ids = page.locator(".data code", { hasText: /^[a-z]{3}_[0-9A-Za-z]{16,26}$/ });
  expect(await ids.count()).toBeGreaterThan(5);
  const broken = await ids.evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().height > 24).map((one) => one.textContent),
  );
  expect(broken).toEqual([]);
  await context.close();
});

test("a developer generates an API key and copies it, and a reload generates no second one", async () => {
  const { context, page, complaints } = await openAs("developer", looks[0]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/integration")}`);
  await page.getByRole("button", { name: "Generate key" }).click();
  const shown = await page.locator(".secret code").textContent();
  await page.locator(".secret").getByRole("button").click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(shown);
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
