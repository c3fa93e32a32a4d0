// A merchant's store on an ordinary day, open in a real browser; counts the clicks that each task takes.
import { mkdirSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { UserRole } from "../../src/domain/panel-permissions.js";
import { axeProblems } from "../checkout/browser.js";
import { type SharedBrowser, useBrowser } from "../checkout/use-browser.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { openPanel } from "./panel-service.js";

const dayMs = 86_400_000;
let shared: SharedBrowser;

/** To be called once in a test file. */
export function useMerchantBrowser(): void {
  shared = useBrowser();
}

export const looks = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const;
export interface Look {
  width: number;
  colorScheme: "light" | "dark";
}

/** The folder for screenshots, when one is set. */
const pictures = process.env.PANEL_PICTURES;

/** The current page has no axe violation and is no wider than the screen. */
export async function look(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.${width}-${colorScheme}.png`, fullPage: true });
}

export interface DayOptions extends Look {
  role?: UserRole;
  panel?: Parameters<typeof openPanel>[0];
}

/** A store with a payment on each of 28 days, none old enough to expire; the endpoint refused the one of yesterday. */
export async function openDay({ width, colorScheme, role = "developer", panel: options }: DayOptions) {
  const panel = await openPanel({ rateLimits: false, ...options });
  closeAfterTest(() => panel.close());
  const endpoint = { status: 410, received: 0 };
  const url = await serveInTest((_request, response) => {
    endpoint.received += 1;
    response.writeHead(endpoint.status).end("no such hook");
  });
  const today = panel.time.now;
  for (let day = 28; day > 1; day -= 1) {
    panel.time.now = today - day * dayMs;
    await panel.initialize({ orderId: `order-${day}`, remittanceInfo: `RF18 5390 07${day + 10}` }, "live");
  }
  const webhookUrl = `${url}/hook`;
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl });
  panel.time.now = today - dayMs;
  await panel.initialize({ orderId: "order-1" }, "live");
  await panel.service.runDue();
  panel.time.now = today;
  endpoint.status = 200;
  const context = await shared.browser().newContext({ viewport: { width, height: 900 }, colorScheme });
  closeAfterTest(() => context.close());
  const { cookies } = await panel.signedIn(role);
  for (const [name, value] of cookies) {
    await context.addCookies([{ name, value, url: `${panel.origin}${panel.prefix}/panel` }]);
  }
  const page = await context.newPage();
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/overview")}`);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
    // A click resolves when the next page begins to load; its content is complete once it has loaded.
    await page.waitForLoadState();
  };
  return { panel, endpoint, page, click, clicks: () => clicks };
}

export const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name });
