// Opens pages of the panel in a real browser and returns their problems: axe violations, blocked requests, overflow.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type UserRole, userRoles } from "../../src/domain/panel-permissions.js";
import { axeProblems } from "../checkout/browser.js";
import { type SharedBrowser, useBrowser } from "../checkout/use-browser.js";
import { openFurnishedPanel } from "./furnished-panel.js";

export let panel: Awaited<ReturnType<typeof openFurnishedPanel>>;
let shared: SharedBrowser;

/** One panel and one browser for the tests of a file. */
export function usePanelInBrowser(switches?: readonly string[]): void {
  shared = useBrowser(switches);
  beforeAll(async () => {
    panel = await openFurnishedPanel();
  });
  afterAll(() => panel?.close());
}

/** The folder for screenshots, when one is set. */
const pictures = process.env.PANEL_PICTURES;
export const looks = [
  { name: "wide-light", width: 1280, colorScheme: "light" },
  { name: "wide-dark", width: 1280, colorScheme: "dark" },
  { name: "narrow-light", width: 360, colorScheme: "light" },
  { name: "narrow-dark", width: 360, colorScheme: "dark" },
] as const;

const operatorPages = [
  "/panel/stores",
  "/panel/alerts",
  "/panel/operators",
  "/panel/audit",
  "/panel/account",
  "/panel/account/second-factor",
];
/** Without any data. */
const emptyPages = [
  "/overview",
  "/transactions",
  "/deliveries",
  "/alerts",
  "/statements",
  "/receipts",
  "/integration",
  "/users",
];
const storePages = [
  "/overview",
  "/transactions",
  "/deliveries",
  "/alerts",
  "/statements",
  "/statements/unmatched",
  "/statements/columns",
  "/receipts",
  "/integration",
  "/settings",
  "/users",
  "/audit",
];

export function allPages(): { name: string; path: string; role: UserRole | undefined }[] {
  const own = (path: string, role: UserRole) => ({
    name: `${role}${path.replace(/[/?=]/g, "-")}`.slice(0, 40),
    path: panel.storePath(path),
    role,
  });
  return [
    { name: "sign-in", path: "/panel/sign-in", role: undefined },
    { name: "password", path: "/panel/password", role: undefined },
    { name: "invitation", path: panel.invitationPath, role: undefined },
    { name: "used-link", path: "/panel/password/unknown", role: undefined },
    ...operatorPages.map((path) => ({ name: path.slice(1).replaceAll("/", "-"), path, role: "operator" as const })),
    ...storePages.map((path) => own(path, "operator")),
    ...["/overview", "/integration", "/settings"].map((path) => own(path, "viewer")),
    own("/overview?mode=test", "owner"),
    own("/transactions?q=nothing", "owner"),
    own("/transactions?state=attention", "owner"),
    own("/transactions?mode=both&from=2026-01-01", "developer"),
    ...["/statements", "/statements/unmatched", "/statements/columns"].map((path) => own(path, "viewer")),
    ...["open", "matched", "other"].map((show) => ({
      name: `statement-${show}`,
      path: panel.storePath(`/statements/${panel.statementId}?show=${show}`),
      role: "owner" as const,
    })),
    own("/nothing", "owner"),
    own("/users", "developer"),
    ...panel.paymentIds.flatMap((id, index) => [
      { name: `timeline-${index}`, path: panel.storePath(`/transactions/${id}`), role: "operator" as const },
      { name: `technical-${index}`, path: panel.storePath(`/transactions/${id}/technical`), role: "operator" as const },
    ]),
    own(`/deliveries/${panel.deliveryId}`, "developer"),
    own("/deliveries/resend", "developer"),
    { name: "missing", path: panel.storePath("/transactions/nothing"), role: "owner" },
    ...emptyPages.map((path) => ({
      name: `empty${path.replace("/", "-")}`,
      path: `/panel/stores/${panel.otherStore.merchantId}${path}`,
      role: "operator" as const,
    })),
  ];
}

export async function openAs(
  role: UserRole | undefined,
  look: { width: number; colorScheme: "light" | "dark"; timezoneId?: string; javaScriptEnabled?: boolean },
) {
  const context = await shared.browser().newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.colorScheme,
    ...(look.timezoneId !== undefined && { timezoneId: look.timezoneId }),
    ...(look.javaScriptEnabled !== undefined && { javaScriptEnabled: look.javaScriptEnabled }),
  });
  const session = role === undefined ? undefined : await panel.signedIn(role);
  for (const [name, value] of session?.cookies ?? []) {
    await context.addCookies([{ name, value, url: `${panel.origin}${panel.prefix}/panel` }]);
  }
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${panel.origin}/`)) complaints.push(`elsewhere: ${request.url()}`);
  });
  return { context, page, complaints };
}

export async function look(page: Page, name: string): Promise<string[]> {
  const problems = await axeProblems(page);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  if (Number(overflow) > 0) problems.push(`the page is ${overflow} px too wide`);
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  }
  return problems;
}

type Look = (typeof looks)[number];

/** Opens all pages, each as a user of the role that it is for. */
export async function problemsOfAllPages(appearance: Look): Promise<string[]> {
  const problems: string[] = [];
  const pages = allPages();
  for (const role of [undefined, ...userRoles]) {
    const { context, page, complaints } = await openAs(role, appearance);
    for (const { name, path } of pages.filter((one) => one.role === role)) {
      await page.goto(`${panel.origin}${panel.prefix}${path}`);
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      const found = [...(await look(page, `${name}.${appearance.name}`)), ...complaints.splice(0)];
      problems.push(...found.map((problem) => `${name}, ${appearance.name}: ${problem}`));
    }
    await context.close();
  }
  return problems;
}
