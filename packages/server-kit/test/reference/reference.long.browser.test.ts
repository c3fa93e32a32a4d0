// The reference page in a real browser: no axe violation, nothing blocked by the content security policy, no broken layout.
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeProblems } from "../checkout/browser.js";
import { useBrowser } from "../checkout/use-browser.js";
import { openPanel } from "../panel/panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
const { browser } = useBrowser();
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(async () => {
  await panel?.close();
});

/** Rules of WCAG 2.2 AA that axe runs only when asked to. */
const wcag22Rules = ["target-size"];

test.each([
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
] as const)("is in order at $width px, $colorScheme", { timeout: 180_000 }, async (look) => {
  const context = await browser().newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.colorScheme,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${panel.origin}/`)) complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.goto(`${panel.origin}/pay/docs#deprecations`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  const pictures = process.env.PANEL_PICTURES;
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/docs-${look.width}-${look.colorScheme}.png` });
    await page.evaluate("document.querySelector('#initializeCustomPaymentSession').scrollIntoView()");
    await page.screenshot({ path: `${pictures}/docs-${look.width}-${look.colorScheme}-initialize.png` });
  }
  expect([...complaints, ...(await axeProblems(page)), ...(await axeProblems(page, wcag22Rules))]).toEqual([]);
  expect(overflow).toBe(0);
  await context.close();
});

test("is read with the keyboard alone: skip to the content, and from the contents to an operation", async () => {
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${panel.origin}/pay/docs`);
  const focused = () => page.evaluate("document.activeElement.textContent.trim()");
  await page.keyboard.press("Tab");
  expect(await focused()).toMatch(/^Skip to/);
  const link = page.locator('nav a[href="#initializeCustomPaymentSession"]').first();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await link.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs#initializeCustomPaymentSession");
  const distance = "Math.abs(document.querySelector('#initializeCustomPaymentSession').getBoundingClientRect().top)";
  await expect.poll(() => page.evaluate(distance)).toBeLessThan(200);
  await page.keyboard.press("Tab");
  // The next stop lies within the operation that was jumped to, not back in the contents.
  expect(await page.evaluate("document.activeElement.closest('nav') === null")).toBe(true);
  await context.close();
});

test("is searched by /, unless the key is switched off: operations first, chosen with the keyboard", async () => {
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${panel.origin}/pay/docs`);
  await page.keyboard.press("/");
  await page.keyboard.type("readiness");
  const results = page.getByRole("search").getByRole("link");
  expect(await results.first().textContent()).toContain("GET /ready");
  expect(await page.getByRole("search").getByRole("status").textContent()).toMatch(/^\d+ result/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs#getReady");
  await page.keyboard.press("/");
  await page.keyboard.type("API_KEY_INVALID");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs#error-API_KEY_INVALID");
  await page.keyboard.press("/");
  await page.keyboard.type("no such thing");
  expect(await page.getByRole("search").getByRole("status").textContent()).toBe("No results");
  expect(await page.getByText("No results").isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  const isSearchFocused = () => page.evaluate("document.activeElement.id === 'search'");
  await page.getByLabel("opens the search").uncheck();
  await page.keyboard.press("/");
  expect(await isSearchFocused()).toBe(false);
  await page.getByLabel("opens the search").check();
  await page.keyboard.press("/");
  expect(await isSearchFocused()).toBe(true);
  await context.close();
});

test("copies a sample, and one choice of language counts for all of them", async () => {
  const context = await browser().newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(`${panel.origin}/pay/docs`);
  const operation = page.locator("section.operation", { has: page.locator("#getPaymentStatus") });
  await operation.getByRole("radio", { name: "Node.js SDK" }).check();
  expect(await page.locator(".tab-curl").first().isVisible()).toBe(false);
  await operation.getByRole("button", { name: /^Copy: SDK/ }).click();
  await expect
    .poll(() => page.evaluate("navigator.clipboard.readText()"))
    .toMatch(/^const \{ status \} = await payments/);
  await context.close();
});

test("without JavaScript everything is there: samples by tab, contents, and on a phone the contents are folded", async () => {
  const context = await browser().newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${panel.origin}/pay/docs`);
  expect(await page.getByRole("search").isVisible()).toBe(false);
  const link = page.locator(".fold").getByText("Readiness");
  expect(await link.isVisible()).toBe(false);
  await page.getByText("Contents", { exact: true }).click();
  await link.click();
  await page.waitForURL("**/docs#getReady");
  const webhook = page.locator("section.operation", { has: page.locator("#onTransactionStatusChanged") });
  await webhook.getByRole("radio", { name: "Fastify" }).check();
  expect(await webhook.getByText("await app.register(").isVisible()).toBe(true);
  expect(await webhook.getByText("express();").isVisible()).toBe(false);
  await context.close();
});
