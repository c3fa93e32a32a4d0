// Every screen in a real browser: nothing for axe to object to, nothing from elsewhere, nothing that the policy stops, nothing that
// sticks out. SCREENSHOT_FOLDER, when set, keeps a picture of each.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeProblems, launchBrowser } from "./browser.js";
import { type EveryScreen, openEveryScreen } from "./every-screen.js";

const looks = [
  { name: "phone dark", width: 360, height: 740, colorScheme: "dark", rules: undefined },
  // The document is the same one; what another size and scheme can change is colours and sizes.
  { name: "desk light", width: 1280, height: 900, colorScheme: "light", rules: ["color-contrast", "target-size"] },
] as const;

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

for (const { name, width, height, colorScheme, rules } of looks) {
  test(`shows every screen without fault: ${name}`, { timeout: 480_000 }, async () => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "en-GB" });
    const faults: string[] = [];
    for (const [screen, address] of Object.entries(screens.addresses)) {
      const page = await context.newPage();
      faults.push(...(await faultsOf(page, address, rules)).map((fault) => `${screen}: ${fault}`));
      await keepPicture(page, `${screen} ${name}`);
      await page.close();
    }
    await context.close();
    expect(faults).toEqual([]);
  });
}

async function faultsOf(page: Page, address: string, rules: readonly string[] | undefined): Promise<string[]> {
  const faults: string[] = [];
  const { origin, pathname } = new URL(address);
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(origin) || request.url().startsWith("data:");
    if (!isOwn) faults.push(`asked for ${request.url()}`);
  });
  page.on("console", (message) => {
    const isExpected = message.text().includes("404") && address.includes("pay_unknown");
    if (message.type() === "error" && !isExpected) faults.push(`console: ${message.text()}`);
  });
  // The hand-over leads on at once; an answer without content lets the browser stay and be looked at.
  const isForwarding = pathname.endsWith("/handover");
  if (isForwarding) await page.route("**/sandbox/bank/**", (route) => route.fulfill({ status: 204 }));
  await page.goto(address, { waitUntil: isForwarding ? "commit" : "load" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const overflow = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  if (overflow > 0) faults.push(`is ${overflow} px wider than the screen`);
  faults.push(...(await axeProblems(page, rules)));
  return faults;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_FOLDER;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(" ", "-")}.png`, fullPage: true });
}
