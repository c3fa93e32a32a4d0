// A service with a panel for tests, and a minimal browser: cookies, pages and forms.

import { randomBytes } from "node:crypto";
import { type UserRole, userRoles } from "../../src/domain/panel-permissions.js";
import type { User } from "../../src/domain/user.js";
import { openSession } from "../../src/flows/sign-in.js";
import { createPaymentService } from "../../src/index.js";
import type { PaymentServiceOptions } from "../../src/service-options.js";
import type { Storage } from "../../src/storage/port.js";
import { serveService } from "../serve.js";
import { freshStorage } from "../storages.js";

export const password = "correct horse battery staple";
/** A password is checked at the cost that its hash names: a hundredth of that of new ones. */
const passwordHash = "scrypt$1024$8$1$c2FsdCBvZiB0aGUgdGVzdHM$BVzI8kcWmJFNE9KSm-zLIIo1daQTARIKhCd05H1qa3k";
const startedAt = Date.parse("2026-03-01T10:00:00Z");

export interface TestPage {
  status: number;
  headers: Headers;
  text: string;
}

export interface TestBrowser {
  get(path: string): Promise<TestPage>;
  /** Sends a form as given, with the headers of a browser on a page of the service unless others are given. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<TestPage>;
  /** Sends the form with this action from the last page, with its hidden fields. */
  submit(action: string, fields?: Record<string, string>): Promise<TestPage>;
  signIn(email: string): Promise<TestPage>;
  cookies: Map<string, string>;
  page: TestPage | undefined;
}

export async function openPanel(options: Partial<PaymentServiceOptions> = {}) {
  const time = { now: startedAt };
  const baseUrl = options.baseUrl ?? "http://127.0.0.1:1/pay";
  const storage = options.storage ?? freshStorage();
  const clock = { now: () => time.now };
  async function serve(on: Storage) {
    const service = createPaymentService({
      clock,
      webhooks: { allowHttp: true, allowPrivateNetwork: true },
      rateLimits: { panelLoginPerAddress: false },
      ...options,
      storage: on,
      baseUrl,
    });
    return { service, origin: await serveService(service) };
  }
  const { service, origin } = await serve(storage);
  const store = await service.stores.create({ name: "Corner shop", kyc: "approved", verification: "approved" });
  const otherStore = await service.stores.create({ name: "Other shop" });
  const { merchantId } = store;
  const userOf = (role: UserRole) => ({
    userId: `usr_${role}`,
    email: role === "operator" ? "operator@service.example" : `${role}@shop.example`,
    passwordHash,
    role,
    merchantId: role === "operator" ? undefined : merchantId,
    createdAt: startedAt,
    disabledAt: undefined,
  });
  await storage.write(async (records) => {
    for (const role of userRoles) await records.users.insert(userOf(role));
  });

  const keys: Partial<Record<"test" | "live", Awaited<ReturnType<typeof service.apiKeys.issue>>>> = {};
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  /** A browser that has signed in before, without the time that a password takes. */
  async function signedInAs(user: User): Promise<TestBrowser> {
    const browser = openBrowser(origin, prefix, new URL(baseUrl).origin);
    const dependencies = { storage, clock, randomBytes: (count: number) => randomBytes(count) };
    const token = await storage.write((records) => openSession(dependencies, records, user));
    browser.cookies.set("ps_panel", token);
    return browser;
  }
  return {
    service,
    time,
    store,
    otherStore,
    origin,
    prefix,
    browser: (at = origin) => openBrowser(at, prefix, new URL(baseUrl).origin),
    signedIn: (role: UserRole) => signedInAs(userOf(role)),
    signedInAs,
    userOf,
    storage,
    storePath: (below: string) => `/panel/stores/${merchantId}${below}`,
    async initialize(fields: Record<string, unknown> = {}, environment: "test" | "live" = "test") {
      keys[environment] ??= await service.apiKeys.issue({ merchantId, environment });
      const key = keys[environment];
      const response = await fetch(`${origin}${prefix}/payments/initialize`, {
        method: "POST",
        headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
        body: JSON.stringify({ merchantId, orderId: "1001", amountCents: 1999, currency: "EUR", ...fields }),
      });
      // What the contract promises for 200.
      const body = (await response.json()) as { paymentId: string; message?: string };
      if (response.status !== 200) throw new Error(`initialize responded with ${response.status}: ${body.message}`);
      return { ...body, key };
    },
    /** Another instance on the same database. */
    another: serve,
    close: () => service.stop(),
  };
}

export function openBrowser(origin: string, prefix: string, ownOrigin: string): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    page: undefined,
    get: (path) => send("GET", path, undefined, {}),
    post: (path, fields, headers = { origin: ownOrigin, "sec-fetch-site": "same-origin" }) =>
      send("POST", path, new URLSearchParams(fields), headers),
    submit(action, fields = {}) {
      const { hidden } = formOf(browser.page?.text ?? "", `${prefix}${action}`);
      return browser.post(action.replace(/#.*/, ""), { ...hidden, ...fields });
    },
    async signIn(email) {
      await browser.get("/panel/sign-in");
      return browser.submit("/panel/sign-in", { email, password });
    },
  };

  async function send(
    method: string,
    path: string,
    body: URLSearchParams | undefined,
    headers: Record<string, string>,
  ): Promise<TestPage> {
    const response = await fetch(`${origin}${prefix}${path}`, {
      method,
      redirect: "manual",
      headers: { ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body !== undefined && { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    browser.page = { status: response.status, headers: response.headers, text: await response.text() };
    return browser.page;
  }
  return browser;
}

/** The hidden fields of the form with this action. */
export function formOf(page: string, action: string): { hidden: Record<string, string> } {
  const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((text) => text.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`The page has no form with the action ${action}.`);
  return { hidden: hiddenFields(form) };
}

export function hiddenFields(text: string): Record<string, string> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
}

/** The page without the places where a narrow screen may break a word. */
export function unbroken(page: TestPage): string {
  return page.text.replaceAll("<wbr>", "");
}

/** The key or password that a page shows once. */
export function secretOn(page: TestPage): string | undefined {
  return /class="card secret"[\s\S]*?<code>([^<]+)<\/code>/.exec(page.text)?.[1];
}

/** How many passwords and codes were checked and found wrong. */
export async function failedSignIns(storage: Storage): Promise<number> {
  const entries = await storage.read((records) => records.audit.list({ limit: 100 }));
  return entries.filter(({ action }) => action === "user.sign_in_failed").length;
}
