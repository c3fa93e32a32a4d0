// Signing in to the panel: sessions, their end, rate limits, and forms that others send.
import { bodyParser } from "@koa/bodyparser";
import Koa from "koa";
import mount from "koa-mount";
import { afterEach, expect, test } from "vitest";
import { serveInTest } from "../loopback.js";
import { createDatabase } from "../storages.js";
import { failedSignIns, formOf, openPanel, password } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

test("signs in with e-mail and password, shows the link back, and ends with the sign-out", async () => {
  panel = await openPanel();
  const browser = panel.browser();
  const first = await browser.get(panel.storePath("/transactions?q=1"));
  expect(first.status).toBe(303);
  expect(first.headers.get("location")).toMatch(/^\/pay\/panel\/sign-in\?next=/);
  await browser.get(first.headers.get("location")?.replace("/pay", "") ?? "");
  const opened = await browser.submit("/panel/sign-in", { email: " Owner@Shop.example", password });
  expect(opened.headers.get("location")).toBe(`/pay${panel.storePath("/transactions?q=1")}`);
  expect((await browser.get(panel.storePath("/transactions"))).status).toBe(200);
  const token = [...browser.cookies.values()][0];
  await browser.submit("/panel/sign-out");
  expect(browser.cookies.size).toBe(0);
  browser.cookies.set("ps_panel", token ?? "");
  expect((await browser.get("/panel")).headers.get("location")).toContain("/sign-in");
});

test("the cookie is for the panel alone, out of reach of scripts, and Secure behind a TLS proxy", async () => {
  panel = await openPanel({ baseUrl: "https://pay.example.com/pay" });
  const browser = panel.browser();
  const opened = await browser.signIn("owner@shop.example");
  expect(opened.status).toBe(303);
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-ps_panel=[0-9A-Za-z]{43}; Path=\/pay\/panel; HttpOnly; SameSite=Lax; Secure$/),
  ]);
});

test("the database has sessions and passwords only as hashes", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  const token = browser.cookies.get("ps_panel") ?? "";
  const { merchantId } = panel.store;
  const { userId } = await panel.service.users.create({
    email: "new@shop.example",
    role: "viewer",
    merchantId,
    password,
  });
  const [kept, user] = await panel.storage.read(async (records) => [
    await records.users.findSession(token),
    await records.users.find(userId),
  ]);
  expect(kept).toBeUndefined();
  expect(user?.passwordHash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(JSON.stringify(await panel.service.users.list())).not.toContain("scrypt");
});

test.each([
  ["a wrong password", "owner@shop.example", "not the password at all"],
  ["an unknown user", "nobody@shop.example", password],
])("refuses %s with the same words", async (_case, email, tried) => {
  panel = await openPanel();
  const browser = panel.browser();
  const page = await browser.post("/panel/sign-in", { email, password: tried });
  expect(page.status).toBe(401);
  expect(page.text).toContain("Incorrect e-mail or password.");
  expect(browser.cookies.size).toBe(0);
});

test("a disabled user is out at once and cannot come back", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("viewer");
  const users = await panel.service.users.list(panel.store.merchantId);
  await panel.service.users.disable(users.find(({ role }) => role === "viewer")?.userId ?? "");
  expect((await browser.get(panel.storePath("/overview"))).status).toBe(303);
  expect((await browser.signIn("viewer@shop.example")).status).toBe(401);
});

test("a session ends after 30 idle minutes, and after 12 hours of use", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    panel.time.now += 20 * 60_000;
    expect((await browser.get(panel.storePath("/integration"))).status).toBe(200);
  }
  panel.time.now += 20 * 60_000;
  expect((await browser.get(panel.storePath("/integration"))).status).toBe(303);
  const idle = await panel.signedIn("owner");
  panel.time.now += 30 * 60_000;
  expect((await idle.get(panel.storePath("/integration"))).status).toBe(303);
});

test("each sign-in brings a new token and ends the browser's former session", async () => {
  panel = await openPanel();
  const browser = panel.browser();
  await browser.signIn("owner@shop.example");
  const first = browser.cookies.get("ps_panel") ?? "";
  await browser.post("/panel/sign-in", { email: "owner@shop.example", password });
  const second = browser.cookies.get("ps_panel");
  expect(second).not.toBe(first);
  browser.cookies.set("ps_panel", first);
  expect((await browser.get(panel.storePath("/overview"))).status).toBe(303);
});

test("a new password ends every session but the one it was set in, which continues under a new token", async () => {
  panel = await openPanel();
  const [here, elsewhere] = [await panel.signedIn("owner"), await panel.signedIn("owner")];
  const before = here.cookies.get("ps_panel");
  await here.get("/panel/account");
  const wrong = await here.submit("/panel/account/password", { current: "wrong", password: "another long password" });
  expect(wrong.status).toBe(400);
  await here.submit("/panel/account/password", { current: password, password: "another long password" });
  expect((await here.get("/panel/account?done=password")).text).toContain("Your password is changed");
  expect(here.cookies.get("ps_panel")).not.toBe(before);
  expect((await elsewhere.get("/panel/account")).status).toBe(303);
});

test("signing out everywhere ends all sessions of the user and of no other", async () => {
  panel = await openPanel();
  const [one, two] = [await panel.signedIn("owner"), await panel.signedIn("owner")];
  const other = await panel.signedIn("viewer");
  await one.get("/panel/account");
  await one.submit("/panel/sign-out-everywhere");
  expect((await two.get("/panel/account")).status).toBe(303);
  expect((await other.get("/panel/account")).status).toBe(200);
});

test("limits attempts by account, right or wrong, and sends Retry-After", async () => {
  panel = await openPanel();
  const browser = panel.browser();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await browser.post("/panel/sign-in", { email: "owner@shop.example", password: "wrong wrong wrong" });
  }
  const refused = await browser.post("/panel/sign-in", { email: "OWNER@shop.example", password });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  panel.time.now += 60_000;
  expect((await browser.signIn("owner@shop.example")).status).toBe(303);
});

test("O19: another person's wrong passwords do not lock the owner out where the owner signed in before", async () => {
  panel = await openPanel({ trustedProxyHops: 1 });
  const from = (address: string, wanted: string) =>
    panel
      .browser()
      .post("/panel/sign-in", { email: "owner@shop.example", password: wanted }, { "x-forwarded-for": address });
  expect((await from("198.51.100.1", password)).status).toBe(303);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await from(`203.0.113.${attempt}`, "wrong wrong wrong")).status).toBe(401);
  }
  expect((await from("203.0.113.9", "wrong wrong wrong")).status).toBe(429);
  expect((await from("198.51.100.1", password)).status).toBe(303);
  // Correct ones are not counted.
  for (let attempt = 0; attempt < 5; attempt += 1) await from("198.51.100.1", password);
  expect((await from("198.51.100.1", password)).status).toBe(303);
  for (let attempt = 0; attempt < 5; attempt += 1) await from("198.51.100.1", "wrong wrong wrong");
  expect((await from("198.51.100.1", password)).status).toBe(429);
});

test("attempts that are made at the same time, at two instances, are limited together", async () => {
  const database = await createDatabase();
  panel = await openPanel({ storage: database.storage() });
  const second = await panel.another(database.storage());
  const origins = [panel.origin, second.origin];
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const fields = { email: "owner@shop.example", password: "wrong wrong wrong" };
      return (await panel.browser(origins[index % 2]).post("/panel/sign-in", fields)).status;
    }),
  );
  await second.service.stop();
  expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(11).fill(429)]);
  expect(await failedSignIns(panel.storage)).toBe(5);
});

test("correct passwords that are checked at the same time are not counted as attempts afterwards", async () => {
  panel = await openPanel();
  const fields = { email: "owner@shop.example", password };
  const signIn = async () => (await panel.browser().post("/panel/sign-in", fields)).status;
  for (let round = 0; round < 3; round += 1) {
    expect(await Promise.all(Array.from({ length: 5 }, signIn))).toEqual(Array(5).fill(303));
  }
});

test("on the account page wrong current passwords are limited, refused new ones are not", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  const { hidden } = formOf((await browser.get("/panel/account")).text, "/pay/panel/account/password");
  const change = async (current: string) =>
    (await browser.post("/panel/account/password", { ...hidden, current, password: "too short" })).status;
  for (let attempt = 0; attempt < 6; attempt += 1) expect(await change(password)).toBe(400);
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await change("wrong wrong wrong")).toBe(400);
  expect(await change(password)).toBe(429);
});

test("limits attempts by address, whatever X-Forwarded-For contains", async () => {
  panel = await openPanel({ rateLimits: {} });
  const browser = panel.browser();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const headers = { "x-forwarded-for": `192.0.2.${attempt}` };
    const fields = {
      email: attempt % 2 === 0 ? "owner@shop.example" : "viewer@shop.example",
      password: "wrong wrong wrong",
    };
    await browser.post("/panel/sign-in", fields, headers);
  }
  expect((await browser.post("/panel/sign-in", { email: "developer@shop.example", password })).status).toBe(429);
});

test.each([
  ["a foreign origin", { origin: "https://evil.example" }],
  ["a hidden origin", { origin: "null" }],
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a sibling site", { "sec-fetch-site": "same-site" }],
])("refuses forms from %s", async (_case, headers) => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  expect((await browser.post("/panel/sign-in", { email: "owner@shop.example", password }, headers)).status).toBe(403);
  await browser.get(panel.storePath("/integration"));
  const csrf = /name="csrf" value="([^"]+)"/.exec(browser.page?.text ?? "")?.[1] ?? "";
  const fields = { csrf, webhookUrl: "https://evil.example/hook" };
  const refused = await browser.post(panel.storePath("/webhook-url"), fields, headers);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("CSRF_FAILED");
  expect((await panel.service.stores.get(panel.store.merchantId))?.webhookUrl).toBeUndefined();
});

test("refuses a form without the session's token, or with the token of another session", async () => {
  panel = await openPanel();
  const [browser, other] = [await panel.signedIn("owner"), await panel.signedIn("owner")];
  await other.get("/panel/account");
  const foreign = /name="csrf" value="([^"]+)"/.exec(other.page?.text ?? "")?.[1] ?? "";
  for (const csrf of ["", "x", foreign]) {
    const page = await browser.post(panel.storePath("/webhook-url"), { csrf, webhookUrl: "" });
    expect([page.status, page.text.includes("CSRF_FAILED")]).toEqual([403, true]);
  }
});

test("never redirects to another site or out of the panel after the sign-in", async () => {
  panel = await openPanel({ rateLimits: false });
  const browser = await panel.signedIn("owner");
  for (const next of [
    "https://evil.example",
    "//evil.example",
    "/panel//evil.example",
    "/panelx",
    "/panel\\x",
    "/%2f",
    "/panel/../x",
    "/panel/..",
    "/panel/%2e%2e/x",
    "/panel/.%2E/x",
    "/panel/%2f%2fevil.example",
  ]) {
    const page = await browser.get(`/panel/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.headers.get("location")).toBe("/pay/panel");
  }
});

test("a host's own sign-in replaces users and passwords", async () => {
  let visitor: { email: string; role: "owner"; merchantId: string } | undefined;
  panel = await openPanel({ panel: { signIn: async () => visitor, signInUrl: "/login" } });
  const browser = panel.browser();
  const closed = await browser.get(panel.storePath("/overview"));
  expect([closed.status, closed.text.includes('href="/login"')]).toEqual([401, true]);
  expect((await browser.post("/panel/sign-in", { email: "owner@shop.example", password })).status).toBe(404);
  visitor = { email: "Ann@host.example", role: "owner", merchantId: panel.store.merchantId };
  await browser.get(panel.storePath("/integration"));
  const saved = await browser.submit(panel.storePath("/webhook-url"), { webhookUrl: "https://shop.example/hook" });
  expect(saved.status).toBe(303);
  expect((await panel.browser().get(panel.storePath("/audit"))).text).toContain("ann@host.example");
  const csrf = /name="csrf" value="([^"]+)"/.exec(browser.page?.text ?? "")?.[1] ?? "";
  const stranger = await panel.browser().post(panel.storePath("/webhook-url"), { csrf, webhookUrl: "" });
  expect(stranger.status).toBe(403);
  expect((await browser.get(`/panel/stores/${panel.otherStore.merchantId}/overview`)).status).toBe(404);
});

test("there is no panel where a host has switched it off", async () => {
  panel = await openPanel({ panel: false });
  expect((await panel.browser().get("/panel")).status).toBe(404);
});

test("works inside a host's Koa app that has a body parser and cookie keys of its own, below its mount", async () => {
  panel = await openPanel();
  const app = new Koa();
  app.keys = ["the host's own"];
  app.use(bodyParser());
  app.use(mount("/pay", panel.service.middleware()));
  const browser = panel.browser(await serveInTest(app.callback()));
  expect((await browser.signIn("owner@shop.example")).headers.get("location")).toBe("/pay/panel");
  await browser.get(panel.storePath("/integration"));
  const saved = await browser.submit(panel.storePath("/webhook-url"), { webhookUrl: "https://shop.example/hook" });
  expect(saved.headers.get("location")).toBe(`/pay${panel.storePath("/integration?done=url")}`);
  expect((await panel.service.stores.get(panel.store.merchantId))?.webhookUrl).toBe("https://shop.example/hook");
});
