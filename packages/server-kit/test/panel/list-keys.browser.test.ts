// The keyboard shortcuts of the panel's lists, in a real browser.
import { expect, test } from "vitest";
import { entry, openDay, useMerchantBrowser } from "./merchant-day-store.js";

useMerchantBrowser();

test("the keyboard shortcuts of the list work, unless they are switched off", async () => {
  const { page, click } = await openDay({ width: 1280, colorScheme: "light" });
  await click(entry(page, "Payments"));
  // Shown by the script that listens to the keys: a key that is pressed earlier has no effect.
  await page.getByText("down and up").waitFor();
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
  expect(await focused()).not.toMatch(/^order-/);
  await page.getByLabel("Use these keys").check();
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Order order-1", exact: true }).waitFor();
});
