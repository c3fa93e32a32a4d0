// The reference on a screen of 320 px, in the reader's own letters.
import { expect, test } from "vitest";
import { largeLetters, useWideFace, wideElements } from "../checkout/reader-fonts.js";
import { useBrowser } from "../checkout/use-browser.js";
import { closeAfterTest } from "../loopback.js";
import { openPanel } from "../panel/panel-service.js";

const { browser } = useBrowser(largeLetters);

test("the reference is no wider than 320 px with letters twice as large, in a wide face too", async () => {
  const panel = await openPanel();
  closeAfterTest(() => panel.close());
  const context = await browser().newContext({ viewport: { width: 320, height: 700 } });
  closeAfterTest(() => context.close());
  const page = await context.newPage();
  await page.goto(`${panel.origin}/pay/docs`);
  await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  const found = await wideElements(page);
  await useWideFace(page);
  expect([...found, ...(await wideElements(page))]).toEqual([]);
});
