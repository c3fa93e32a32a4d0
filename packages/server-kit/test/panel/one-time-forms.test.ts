// Forms that create something once: a form whose change failed may be sent again; one whose change is made says what exists, and how to
// replace a secret that the lost response showed.
import { TOTP } from "otpauth";
import { afterEach, expect, test } from "vitest";
import { freshStorage } from "../storages.js";
import { failingOnce } from "./failing-storage.js";
import { formOf, openPanel, secretOn, type TestBrowser, type TestPage, unbroken } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const words = (page: TestPage) =>
  unbroken(page)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const mailer = { sendMail: async () => {} };
const factorPage = "/panel/account/second-factor";
const codesOn = (page: TestPage) => /<ul><li><code>/.test(page.text);

interface OneTimeForm {
  role: "operator" | "owner";
  mails?: boolean;
  /** The page that the form is on, its action and the fields that a person fills in. */
  page(): string;
  action(): string;
  fields?: Record<string, string>;
  /** Prepares the page, such as by creating what it shows. */
  before?(browser: TestBrowser): Promise<unknown>;
  audited: string;
  isDone(page: TestPage): boolean;
  /** What the page says when the form is sent again. */
  again: RegExp;
}

const hasSecret = (page: TestPage) => secretOn(page) !== undefined;
const integration = () => panel.storePath("/integration");
const users = () => panel.storePath("/users");
const addUser = {
  role: "owner",
  page: users,
  action: users,
  fields: { email: "new@shop.example", role: "viewer" },
} as const;
const setPassword = { role: "owner", page: users, action: () => `${users()}/usr_viewer/password` } as const;
let keyId = "";

const forms: Record<string, OneTimeForm> = {
  "a store": {
    role: "operator",
    page: () => "/panel/stores",
    action: () => "/panel/stores",
    fields: { name: "Third shop" },
    audited: "store.created",
    isDone: hasSecret,
    again: /its store was created: nothing was created again.*shown only once.*announce another one/,
  },
  "a user with a password": {
    ...addUser,
    audited: "user.created",
    isDone: hasSecret,
    again: /its user was added: nothing was added again.*shown only once.*set a new one/,
  },
  "a user who is invited": {
    ...addUser,
    mails: true,
    audited: "user.created",
    isDone: (page) => words(page).includes("An invitation is on its way to new@shop.example"),
    again: /its user was invited: nothing was sent again.*send the invitation again below/,
  },
  "a new password": {
    ...setPassword,
    audited: "user.password_set",
    isDone: hasSecret,
    again: /its password was set: it was not changed again.*shown only once.*set another one/,
  },
  "a link for a new password": {
    ...setPassword,
    mails: true,
    audited: "user.password_link_sent",
    isDone: (page) => words(page).includes("A link for a new password is on its way to viewer@shop.example"),
    again: /its mail is on its way: nothing was sent again/,
  },
  "an API key": {
    role: "owner",
    page: integration,
    action: () => panel.storePath("/api-keys"),
    fields: { environment: "test", days: "" },
    audited: "api_key.issued",
    isDone: hasSecret,
    again: /its key was generated.*shown only once.*revoke that key and generate another one/,
  },
  "an API key that replaces another": {
    role: "owner",
    async before() {
      const { merchantId } = panel.store;
      keyId = (await panel.service.apiKeys.issue({ merchantId, environment: "live" })).id;
    },
    page: integration,
    action: () => panel.storePath(`/api-keys/${keyId}/rotate`),
    audited: "api_key.issued",
    isDone: hasSecret,
    again: /its key was generated.*shown only once.*revoke that key and generate another one/,
  },
  "a webhook secret": {
    role: "owner",
    page: integration,
    action: () => panel.storePath("/webhook-secret/announce"),
    audited: "webhook_secret.announced",
    isDone: hasSecret,
    again: /its secret was announced.*shown only once.*announce another one/,
  },
};

async function send(form: OneTimeForm, browser: TestBrowser, fields: Record<string, string>): Promise<TestPage> {
  return browser.post(form.action(), { ...fields, ...form.fields });
}

/** How often the audit log says that it was done. */
async function timesDone({ audited }: OneTimeForm): Promise<number> {
  return (await panel.storage.read((records) => records.audit.list({ action: audited, limit: 10 }))).length;
}

test.each(Object.entries(forms))("a form for %s that failed works when it is sent again, once", async (_, form) => {
  const { storage, failNext } = failingOnce();
  panel = await openPanel({ storage, ...(form.mails && { mailer }) });
  const browser = await panel.signedIn(form.role);
  await form.before?.(browser);
  const before = await timesDone(form);
  const { hidden } = formOf((await browser.get(form.page())).text, `/pay${form.action()}`);
  failNext(form.audited);
  expect((await send(form, browser, hidden)).status).toBe(500);
  expect(await timesDone(form)).toBe(before);
  const done = await send(form, browser, hidden);
  expect([done.status, form.isDone(done)]).toEqual([200, true]);
  const again = await send(form, browser, hidden);
  expect([again.status, form.isDone(again)]).toEqual([409, false]);
  expect(words(again)).toMatch(form.again);
  expect(await timesDone(form)).toBe(before + 1);
});

test("a form for recovery codes that failed works when it is sent again, once", async () => {
  const { storage, failNext } = failingOnce();
  panel = await openPanel({ storage });
  const browser = await panel.signedIn("owner");
  await browser.get(factorPage);
  await browser.submit(`${factorPage}/begin`);
  const secret = /<code>([A-Z2-7]{32})<\/code>/.exec((await browser.get(factorPage)).text)?.[1] ?? "";
  const code = new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: panel.time.now });
  await browser.submit(`${factorPage}/confirm`, { code });
  const action = `${factorPage}/recovery-codes`;
  const { hidden } = formOf((await browser.get(factorPage)).text, `/pay${action}`);
  failNext("user.recovery_codes_renewed");
  expect((await browser.post(action, hidden)).status).toBe(500);
  const done = await browser.post(action, hidden);
  expect([done.status, codesOn(done)]).toEqual([200, true]);
  const again = await browser.post(action, hidden);
  expect([again.status, codesOn(again)]).toEqual([409, false]);
  expect(words(again)).toMatch(/its recovery codes were generated.*shown only once.*generate new ones below/);
});

test("a form that was sent before is shown empty: one more press does nothing a second time", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("operator");
  const { hidden } = formOf((await browser.get("/panel/stores")).text, "/pay/panel/stores");
  await browser.post("/panel/stores", { ...hidden, name: "Third shop" });
  const again = await browser.post("/panel/stores", { ...hidden, name: "Third shop" });
  expect(again.text).not.toMatch(/name="name"[^>]*value="Third shop"/);
  const { paymentId } = await panel.initialize();
  const path = panel.storePath(`/transactions/${paymentId}`);
  const money = formOf((await browser.get(path)).text, `/pay${path}/receive`).hidden;
  const fields = { ...money, amount: "5", currency: "EUR", reason: "seen" };
  await browser.post(`${path}/receive`, fields);
  const shown = await browser.post(`${path}/receive`, fields);
  expect(words(shown)).toContain("This form was sent before and its money is recorded");
  expect(shown.text).not.toMatch(/value="5"/);
  expect(words(shown)).toContain("€5.00 of €19.99");
});

test("a form for a job that resends what failed is not used up while another job runs", async () => {
  const storage = freshStorage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holds = false;
  panel = await openPanel({
    rateLimits: false,
    storage: {
      ...storage,
      async write(work, options) {
        let isJob = false;
        const result = await storage.write(
          (records) =>
            work({
              ...records,
              deliveries: {
                ...records.deliveries,
                listByState(request) {
                  isJob = true;
                  return records.deliveries.listByState(request);
                },
              },
            }),
          options,
        );
        if (isJob && holds) await held;
        return result;
      },
    },
  });
  const browser = await panel.signedIn("owner");
  const resend = panel.storePath("/deliveries/resend");
  const list = panel.storePath("/deliveries");
  const markOf = async () => formOf((await browser.get(list)).text, `/pay${resend}`).hidden;
  const [first, second] = [await markOf(), await markOf()];
  const since = "2026-02-28";
  const done = (page: TestPage) => page.headers.get("location")?.split("=")[1];
  holds = true;
  expect(done(await browser.post(resend, { ...first, since }))).toBe("resending");
  expect(done(await browser.post(resend, { ...second, since }))).toBe("busy");
  expect(done(await browser.post(resend, { ...second, since }))).toBe("busy");
  holds = false;
  release();
  await expect.poll(async () => words(await browser.get(`${list}?done=resending`))).toContain("0 deliveries are being");
  expect(done(await browser.post(resend, { ...second, since }))).toBe("resending");
});
