// Every screen in Chromium in both sizes and colour schemes, in every language, and with unusual names.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages, localeOf } from "../../src/http/checkout/language.js";
import { launchBrowser } from "./browser.js";
import { account } from "./checkout-harness.js";
import { type EveryScreen, openEveryScreen } from "./every-screen.js";
import { englishIn, looks, overflowOf, problemsOfAll } from "./screen-tours.js";

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

test("every screen has no accessibility, layout or policy problem, on a phone and on a desk, light and dark", {
  timeout: 300_000,
}, async () => {
  expect(await problemsOfAll(browser, screens, { looks: () => looks })).toEqual([]);
});

test.each(languages.filter((language) => language !== "en").map((language, turn) => ({ language, turn })))(
  "every screen has no accessibility, layout or policy problem in $language",
  { timeout: 300_000 },
  async ({ language, turn }) => {
    // One viewport and scheme each; the others are tested in English and by the widths below.
    const problems = await problemsOfAll(browser, screens, {
      language,
      looks: (count) => [looks[(count + turn) % looks.length] ?? looks[0]],
      async also(page, screen) {
        const shown = await page.evaluate("document.documentElement.lang + ' ' + document.body.innerText");
        const missed = englishIn(String(shown), language);
        return [
          ...(String(shown).startsWith(`${localeOf(language)} `) ? [] : [`is in ${String(shown).slice(0, 2)}`]),
          ...missed.map((text) => `says in English: ${text}`),
          ...(await overflowOf(page, 360)),
          ...(await overflowOf(page, 1280)),
        ].map((problem) => `${screen}: ${problem}`);
      },
    });
    expect(problems).toEqual([]);
  },
);

const oddName = `<b onclick=alert(1)>مرحبا \u202Etxt ${"🌷".repeat(30)}${"W".repeat(130)}`;

test("shows markup, right-to-left text, emoji and 200 characters as text on every screen", {
  timeout: 300_000,
}, async () => {
  expect([...oddName].length).toBeLessThanOrEqual(200);
  const odd = await openEveryScreen(
    { name: oddName, bankAccount: { ...account, accountHolder: oddName.slice(0, 70), bankName: oddName } },
    {},
    { orderId: `<img src=x onerror=alert(1)>\u202E${"🌷".repeat(40)}${"Ü".repeat(140)}`, amountCents: 99_999_999_999 },
  );
  const problems = await problemsOfAll(browser, odd, {
    looks: (count) => [looks[count % 2] ?? looks[0]],
    async also(page, screen) {
      const made = await page.evaluate("document.querySelectorAll('b, img[src=x], [onclick], [onerror]').length");
      return made === 0 ? [] : [`${screen}: ${made} elements were made out of names`];
    },
  });
  await odd.stop();
  expect(problems).toEqual([]);
});
