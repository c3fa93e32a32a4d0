// The second factor of panel users, and the password asked again (O27).
import { TOTP } from "otpauth";
import { afterEach, expect, test } from "vitest";
import {
  failedSignIns,
  formOf,
  hiddenFields,
  openPanel,
  password,
  secretOn,
  type TestBrowser,
  type TestPage,
} from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const factorPage = "/panel/account/second-factor";

function secretIn(page: TestPage): string {
  const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(page.text)?.[1];
  if (secret === undefined) throw new Error("The page shows no secret.");
  return secret;
}

function codeOf(secret: string): string {
  return new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: panel.time.now });
}

function codesOn(page: TestPage): string[] {
  return [...page.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = ""]) => code);
}

/** Sets a second factor up in the panel, as a person does. */
async function setUp(browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  await browser.get(factorPage);
  await browser.submit(`${factorPage}/begin`);
  const shown = await browser.get(factorPage);
  expect(shown.text).toContain('<svg role="img"');
  const secret = secretIn(shown);
  const on = await browser.submit(`${factorPage}/confirm`, { code: codeOf(secret) });
  expect(on.status).toBe(200);
  panel.time.now += 60_000;
  return { secret, recoveryCodes: codesOn(on) };
}

async function enterCode(browser: TestBrowser, code: string): Promise<TestPage> {
  await browser.get("/panel/sign-in/code");
  return browser.submit("/panel/sign-in/code", { code });
}

test("O27: with a second factor the password alone opens nothing, and a code of the device opens the panel once", async () => {
  panel = await openPanel();
  const { secret, recoveryCodes } = await setUp(await panel.signedIn("owner"));
  expect(recoveryCodes).toHaveLength(10);
  const browser = panel.browser();
  const half = await browser.signIn("owner@shop.example");
  expect(half.headers.get("location")).toBe("/pay/panel/sign-in/code?next=%2Fpanel");
  expect((await browser.get(panel.storePath("/overview"))).headers.get("location")).toContain("/sign-in?next=");
  expect((await browser.post("/panel/session-token", {})).status).toBe(401);
  const waiting = browser.cookies.get("ps_panel");
  const code = codeOf(secret);
  expect((await enterCode(browser, "000000")).status).toBe(401);
  expect((await enterCode(browser, code)).headers.get("location")).toBe("/pay/panel");
  expect(browser.cookies.get("ps_panel")).not.toBe(waiting);
  expect((await browser.get(panel.storePath("/overview"))).status).toBe(200);

  const second = panel.browser();
  await second.signIn("owner@shop.example");
  expect((await enterCode(second, code)).status).toBe(401);
});

test("a second press of “Turn on” says that the second factor is on, not that the code is incorrect", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(factorPage);
  await browser.submit(`${factorPage}/begin`);
  const shown = await browser.get(factorPage);
  const { hidden } = formOf(shown.text, `/pay${factorPage}/confirm`);
  const fields = { ...hidden, code: codeOf(secretIn(shown)) };
  const presses = await Promise.all([1, 2].map(() => browser.post(`${factorPage}/confirm`, fields)));
  expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { text } of presses) expect(text).not.toContain("This code is incorrect");
  expect(await failedSignIns(panel.storage)).toBe(0);
});

test("O27: a recovery code opens the panel once", async () => {
  panel = await openPanel();
  const { recoveryCodes } = await setUp(await panel.signedIn("owner"));
  const [code = ""] = recoveryCodes;
  const browser = panel.browser();
  await browser.signIn("owner@shop.example");
  expect((await enterCode(browser, code.replaceAll("-", " "))).status).toBe(303);
  expect((await browser.get(factorPage)).text).toContain("9 of 10 recovery codes are left");
  const second = panel.browser();
  await second.signIn("owner@shop.example");
  expect((await enterCode(second, code)).status).toBe(401);
});

test("O27: codes are limited by account, and a half sign-in ends after five minutes", async () => {
  panel = await openPanel();
  const { secret } = await setUp(await panel.signedIn("owner"));
  const browser = panel.browser();
  await browser.signIn("owner@shop.example");
  for (let attempt = 0; attempt < 5; attempt += 1) await enterCode(browser, "123456");
  expect((await enterCode(browser, codeOf(secret))).status).toBe(429);
  panel.time.now += 15 * 60_000;
  const late = await browser.post("/panel/sign-in/code", { code: codeOf(secret), next: "/panel/account" });
  expect(late.headers.get("location")).toBe("/pay/panel/sign-in?next=%2Fpanel%2Faccount");
});

test("a sign-in that is started again at the code leads to the page that was asked for", async () => {
  panel = await openPanel();
  await setUp(await panel.signedIn("owner"));
  const browser = panel.browser();
  await browser.signIn("owner@shop.example");
  const form = await browser.get("/panel/sign-in/code?next=%2Fpanel%2Faccount");
  expect(form.text).toContain('href="/pay/panel/sign-in?next=%2Fpanel%2Faccount">Start again');
  const expired = await panel.browser().get("/panel/sign-in/code?next=%2Fpanel%2Faccount");
  expect(expired.headers.get("location")).toBe("/pay/panel/sign-in?next=%2Fpanel%2Faccount");
});

test.each(["code:owner@shop.example", "owner@shop.example"])(
  "passwords that a stranger tries for %s do not take from the codes of its user",
  async (email) => {
    panel = await openPanel();
    const { secret } = await setUp(await panel.signedIn("owner"));
    const browser = panel.browser();
    await browser.signIn("owner@shop.example");
    const stranger = panel.browser();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await stranger.post("/panel/sign-in", { email, password: "not the password" })).status);
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
    expect((await enterCode(browser, codeOf(secret))).status).toBe(303);
  },
);

test("twenty wrong codes for one account end its attempts for that day, not those of other users", async () => {
  panel = await openPanel();
  const { secret } = await setUp(await panel.signedIn("owner"));
  const other = await setUp(await panel.signedIn("developer"));
  const browser = panel.browser();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (attempt % 4 === 0) {
      panel.time.now += 60_000;
      await browser.signIn("owner@shop.example");
    }
    expect((await enterCode(browser, "123456")).status).toBe(401);
  }
  panel.time.now += 60_000;
  await browser.signIn("owner@shop.example");
  expect((await enterCode(browser, codeOf(secret))).status).toBe(429);
  const developer = panel.browser();
  await developer.signIn("developer@shop.example");
  expect((await enterCode(developer, codeOf(other.secret))).status).toBe(303);
  panel.time.now += 2 * 60 * 60_000;
  await browser.signIn("owner@shop.example");
  expect((await enterCode(browser, codeOf(secret))).status).toBe(303);
});

test("O27: codes that are sent at the same time are limited together", async () => {
  panel = await openPanel();
  await setUp(await panel.signedIn("owner"));
  const browser = panel.browser();
  await browser.signIn("owner@shop.example");
  const enter = async (_: unknown, index: number) =>
    (await browser.post("/panel/sign-in/code", { code: `12345${index % 10}` })).status;
  const statuses = await Promise.all(Array.from({ length: 12 }, enter));
  expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  expect(await failedSignIns(panel.storage)).toBe(5);
});

test("O27: the secret is sealed and recovery codes are hashed at rest; reset by the operator's verb ends it", async () => {
  panel = await openPanel();
  const { secret, recoveryCodes } = await setUp(await panel.signedIn("owner"));
  const kept = JSON.stringify(await panel.storage.read((records) => records.secondFactors.find("usr_owner")));
  expect(kept).toContain('"sealedSecret":"v1.');
  for (const hidden of [secret, ...recoveryCodes]) expect(kept).not.toContain(hidden);
  await panel.service.users.resetSecondFactor("usr_owner");
  const browser = panel.browser();
  expect((await browser.signIn("owner@shop.example")).headers.get("location")).toBe("/pay/panel");
  const actions = await panel.storage.read((records) => records.audit.list({ limit: 20 }));
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["user.second_factor_on", "user.second_factor_off"]),
  );
});

test("a user of a deleted store who is added again begins without the old second factor and sessions", async () => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  await setUp(owner);
  await panel.service.stores.delete(panel.store.merchantId);
  const { merchantId } = panel.otherStore;
  const made = await panel.service.users.create({ email: "owner@shop.example", role: "owner", merchantId, password });
  expect(await panel.storage.read((records) => records.secondFactors.find(made.userId))).toBeUndefined();
  expect((await panel.service.users.list()).filter(({ email }) => email === "owner@shop.example")).toHaveLength(1);
  expect((await owner.get("/panel/account")).headers.get("location")).toContain("/panel/sign-in");
  expect((await panel.browser().signIn("owner@shop.example")).headers.get("location")).toBe("/pay/panel");
});

test("O27: an operator can require a second factor; a user without one can only set one up", async () => {
  panel = await openPanel();
  const operator = await panel.signedIn("operator");
  await operator.get("/panel/operators");
  await operator.submit("/panel/operators/second-factor", { secondFactor: "everyone" });
  const viewer = await panel.signedIn("viewer");
  for (const path of [panel.storePath("/overview"), "/panel/stores"]) {
    expect((await viewer.get(path)).headers.get("location")).toBe("/pay/panel/account/second-factor");
  }
  await setUp(viewer);
  expect((await viewer.get(panel.storePath("/overview"))).status).toBe(200);
});

test("O27: ten minutes after the sign-in, API keys, the payout account and the contact ask for the password again", async () => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  panel.time.now += 11 * 60_000;
  await owner.get(panel.storePath("/integration"));
  const form = await owner.submit(panel.storePath("/api-keys"), { environment: "test", days: "30" });
  expect(form.status).toBe(403);
  expect(form.text).toContain('<input type="hidden" name="environment" value="test">');
  expect(await panel.service.apiKeys.list(panel.store.merchantId)).toHaveLength(0);
  const hidden = hiddenFields(form.text);
  const path = panel.storePath("/api-keys");
  expect((await owner.post(path, { ...hidden, confirmedPassword: "not the password" })).status).toBe(403);
  expect(await panel.service.apiKeys.list(panel.store.merchantId)).toHaveLength(0);
  expect(secretOn(await owner.post(path, { ...hidden, confirmedPassword: password }))).toMatch(/^ps_test_/);

  panel.time.now += 11 * 60_000;
  for (const fields of [
    { iban: "DE89370400440532013000", accountHolder: "Shop" },
    { contactEmail: "other@shop.example" },
  ]) {
    await owner.get(panel.storePath("/settings"));
    const page = await owner.submit(panel.storePath("/settings"), { name: "Corner shop", ...fields });
    expect(page.status).toBe(403);
  }
  expect(await panel.service.stores.get(panel.store.merchantId)).toMatchObject({
    bankAccount: undefined,
    contactEmail: undefined,
  });
});

test("O27: users of a host's sign-in are redirected to it again before API keys and the payout account, when it reports how long ago it asked", async () => {
  let confirmedAt: number | undefined;
  panel = await openPanel({
    panel: {
      signIn: async () => ({ email: "ann@host.example", role: "operator" as const, confirmedAt }),
      signInUrl: "https://host.example/sign-in",
    },
  });
  const browser = panel.browser();
  const keysPath = panel.storePath("/api-keys");
  const makeKey = async () => {
    await browser.get(panel.storePath("/integration"));
    return browser.submit(keysPath, { environment: "test", days: "30" });
  };
  confirmedAt = panel.time.now - 11 * 60_000;
  const refused = await makeKey();
  expect([refused.status, refused.text.includes('href="https://host.example/sign-in"')]).toEqual([403, true]);
  await browser.get(panel.storePath("/settings"));
  const account = { name: "Corner shop", iban: "DE89370400440532013000", accountHolder: "Shop" };
  expect((await browser.submit(panel.storePath("/settings"), account)).status).toBe(403);
  expect(await panel.service.apiKeys.list(panel.store.merchantId)).toHaveLength(0);
  expect((await panel.service.stores.get(panel.store.merchantId))?.bankAccount).toBeUndefined();
  confirmedAt = panel.time.now - 60_000;
  expect(secretOn(await makeKey())).toMatch(/^ps_test_/);
  confirmedAt = undefined;
  expect(secretOn(await makeKey())).toMatch(/^ps_test_/);
});

test("O27: the cookie is __Host- where the service has the whole host under https", async () => {
  panel = await openPanel({ baseUrl: "https://pay.example.com" });
  const opened = await panel.browser().signIn("owner@shop.example");
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-ps_panel=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ]);
});

test("a policy that does not exist is refused with a message that names those that do", async () => {
  panel = await openPanel();
  // A host without types may pass any word.
  await expect(panel.service.users.requireSecondFactor("all" as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: 'secondFactor must be one of nobody, operators, everyone; got "all"',
  });
});
