// Opens every screen in a real browser: no axe violation, no request to another host, nothing blocked by the content security policy, no
// overflow and no layout shift. SCREENSHOT_FOLDER, when set, receives a screenshot of each.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type languages, wordsOf } from "../../src/http/checkout/language.js";
import { axeProblems } from "./browser.js";
import type { EveryScreen } from "./every-screen.js";

export const looks = [
  { name: "phone light", viewport: { width: 360, height: 740 }, colorScheme: "light" },
  { name: "phone dark", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  { name: "desk light", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "desk dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;
type Look = (typeof looks)[number];

export interface Tour {
  language?: string;
  /** The viewports and schemes in which a screen is tested, by its index. */
  looks(count: number): readonly Look[];
  also?(page: Page, screen: string): Promise<string[]>;
}

/** Two pages share the screens, one for each core of a small machine. */
export async function problemsOfAll(browser: Browser, { addresses }: EveryScreen, tour: Tour): Promise<string[]> {
  const all = Object.entries(addresses);
  const halves = [0, 1].map((rest) => all.filter((_, count) => count % 2 === rest));
  return (await Promise.all(halves.map((half) => faultsOf(browser, half, tour)))).flat();
}

/** One page navigates from screen to screen; its size and colour scheme change in place, as when a phone is rotated or switches to dark mode. */
async function faultsOf(
  browser: Browser,
  addresses: [string, string][],
  { language = "en", looks, also }: Tour,
): Promise<string[]> {
  const context = await browser.newContext({ locale: language, viewport: { width: 360, height: 740 } });
  const problems: string[] = [];
  const page = await context.newPage();
  let screen = "";
  let origin = "";
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(origin) || request.url().startsWith("data:");
    if (!isOwn) problems.push(`${screen}: asked for ${request.url()}`);
  });
  page.on("console", (message) => {
    const isExpected = /status of (404|415)/.test(message.text()) && refusalScreens.includes(screen);
    if (message.type() === "error" && !isExpected) problems.push(`${screen}: console: ${message.text()}`);
  });
  await stayOnForwardingPages(context);
  for (const [count, [name, address]] of addresses.entries()) {
    screen = name;
    origin = new URL(address).origin;
    for (const [turn, look] of looks(count).entries()) {
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await page.setViewportSize(look.viewport);
      if (turn === 0) {
        await page.goto(address, { waitUntil: address.includes("/handover") ? "commit" : "load" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        problems.push(...(await layoutShift(page)).map((problem) => `${screen}: ${problem}`));
      }
      const found = [...(await overflowOf(page)), ...(await axeProblems(page))];
      problems.push(...found.map((problem) => `${screen}, ${look.name}: ${problem}`));
      await keepPicture(page, `${screen} ${language} ${look.name}`);
    }
    problems.push(...((await also?.(page, screen)) ?? []));
  }
  await context.close();
  return problems;
}

const refusalScreens = ["unknown-link", "error"];

/** The hand-over redirects at once: a response without content keeps the browser on the page. */
async function stayOnForwardingPages(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname.startsWith("/sandbox/"),
    async (route, request) => {
      const isForwarded = request.frame().url().includes("/handover");
      await (isForwarded ? route.fulfill({ status: 204 }) : route.continue());
    },
  );
  // A malformed form, which none of the service's pages sends.
  await context.route("**/choose?*", (route) =>
    route.continue({
      method: "POST",
      postData: "x",
      headers: { ...route.request().headers(), "content-type": "text/plain" },
    }),
  );
}

export async function overflowOf(page: Page, width?: number): Promise<string[]> {
  if (width !== undefined) await page.setViewportSize({ width, height: 800 });
  const excess = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  return excess > 0 ? [`is ${excess} px wider than the screen${width === undefined ? "" : ` of ${width} px`}`] : [];
}

async function layoutShift(page: Page): Promise<string[]> {
  const shift = await page.evaluate(
    `new Promise((resolve) => { let sum = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: "layout-shift", buffered: true }); requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))); })`,
  );
  return shift === 0 ? [] : [`moves by ${String(shift)} while it loads`];
}

/** Whole English texts on a page in another language; words that are the same in both are accepted. */
export function englishIn(shown: string, language: (typeof languages)[number]): string[] {
  const other = new Set(Object.values(wordsOf(language)));
  return Object.values(wordsOf("en")).filter(
    (text) => text.length > 8 && !text.includes("{") && text !== "English" && !other.has(text) && shown.includes(text),
  );
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_FOLDER;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(" ", "-")}.png`, fullPage: true });
}
