import { chromium } from "playwright-core";
import { test } from "vitest";
import { openMarket } from "./shop-and-service.js";

test("shots", { timeout: 120000 }, async () => {
  const market = await openMarket({ isRealTime: true });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const r = await fetch(`${market.shopUrl}/buy/tea`, { method: "POST", redirect: "manual" });
  const url = r.headers.get("location") ?? "";
  const paymentId = /pay_\w+/.exec(url)?.[0] ?? "";
  const orderId = (await market.service.payments.get(paymentId))?.orderId ?? "";
  for (const state of ["waiting", "paid"]) {
    if (state === "paid") {
      await market.payments.sandbox.send(paymentId, "provider_success");
      await new Promise((r) => setTimeout(r, 1500));
    }
    for (const width of [1280, 390])
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await (await browser.newContext({ viewport: { width, height: 850 }, colorScheme })).newPage();
        await page.goto(`${market.shopUrl}/`, { waitUntil: "load" });
        if (state === "waiting")
          await page.screenshot({ path: `/tmp/shots/shop-${width}-${colorScheme}.png`, fullPage: true });
        await page.goto(`${market.shopUrl}/orders/${orderId}`, { waitUntil: "load" });
        await page.screenshot({ path: `/tmp/shots/order-${state}-${width}-${colorScheme}.png`, fullPage: true });
        await page.close();
      }
  }
  await browser.close();
});
