// A real Chromium for tests, and axe inside its pages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Takes the place of playwright's own list, with which a click on the page after a form's redirect often hangs.
      "--disable-features=PaintHolding",
      ...switches,
    ],
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All of WCAG 2.2 A and AA, the rules that axe has off by default (target size, labels in names) included. */
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** What axe objects to on the page, one line for each element: every rule that it has, best practices included, or those named. */
export async function axeProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axeSource);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  // As text: the page's globals are not ours. The script says what it returns.
  return (await page.evaluate(`axe.run({
    ...${JSON.stringify(options)},
    rules: Object.fromEntries(axe.getRules(${JSON.stringify(standards)}).filter(({ tags }) => !tags.includes("deprecated")).map(({ ruleId }) => [ruleId, { enabled: true }])),
  }).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => id + ": " + help + ": " + html.slice(0, 200) + " " + (any[0] ? any[0].message : ""))))`)) as string[];
}
