// Every screen in Chromium once, in English; viewports and colour schemes alternate from screen to screen. All combinations:
// pages.long.browser.test.ts.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.js";
import { type EveryScreen, openEveryScreen } from "./every-screen.js";
import { looks, problemsOfAll } from "./screen-tours.js";

let browser: Browser;
let screens: EveryScreen;
beforeAll(async () => {
  browser = await launchBrowser();
  screens = await openEveryScreen();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await screens.stop();
});

test("every screen has no accessibility, layout or policy problem", { timeout: 300_000 }, async () => {
  const tour = { looks: (count: number) => [looks[count % looks.length] ?? looks[0]] };
  expect(await problemsOfAll(browser, screens, tour)).toEqual([]);
});
