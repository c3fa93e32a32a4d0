// Every screen of the checkout at 320 px, with the font settings of readers.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.js";
import { type EveryScreen, openEveryScreen } from "./every-screen.js";
import { largeLetters, useWideFace, wideElements } from "./reader-fonts.js";

let browser: Browser;
let screens: EveryScreen;
beforeAll(async () => {
  browser = await launchBrowser(largeLetters);
  screens = await openEveryScreen();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await screens.stop();
});

test.each(["en", "de", "lt"])(
  "no screen is wider than 320 px with letters twice as large, in a wide face too: %s",
  {
    timeout: 300_000,
  },
  async (locale) => {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    const found: string[] = [];
    for (const [screen, address] of Object.entries(screens.addresses)) {
      if (address.includes("/handover")) continue;
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      found.push(...(await wideElements(page)).map((one) => `${screen} ${one}`));
      await useWideFace(page);
      found.push(...(await wideElements(page)).map((one) => `${screen}, wide face, ${one}`));
    }
    await context.close();
    expect(found).toEqual([]);
  },
);
