// Invitations, new passwords and warnings about the payout account, as real mail (O27).
import { afterEach, beforeEach, expect, test } from "vitest";
import { withdrawInvitation } from "../../src/flows/password-links.js";
import { smtpMailer } from "../../src/index.js";
import { createGate } from "../gate.js";
import { type MailServer, startMailServer } from "../mail-server.js";
import { freshStorage } from "../storages.js";
import { formOf, openPanel, password, type TestBrowser } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
let server: MailServer;
let received: MailServer["received"];

beforeEach(async () => {
  server = await startMailServer();
  received = server.received;
});
afterEach(async () => {
  await panel.close();
  await server.close();
});

async function open(options: Parameters<typeof openPanel>[0] = {}) {
  panel = await openPanel({ mailer: smtpMailer(server.url), ...options });
}

/** Waits until so many requests for a new password have queued their mails: the response does not. */
async function requestsNoted(count: number): Promise<void> {
  const filter = { action: "user.password_reset_requested", limit: 10 };
  await expect.poll(() => panel.storage.read((records) => records.audit.list(filter))).toHaveLength(count);
}

/** The path of the link in the last mail to this address. */
async function linkTo(address: string): Promise<string> {
  await panel.service.runDue();
  const mail = received.findLast(({ to }) => to.includes(address));
  const path = /\/pay(\/panel\/password\/[0-9A-Za-z]{43})/.exec(mail?.text ?? "")?.[1];
  if (path === undefined) throw new Error(`There is no link in ${mail?.text}`);
  return path;
}

test("O27: an invitation comes by mail and sets a password once, which no other person sees", async () => {
  await open();
  const owner = await panel.signedIn("owner");
  await owner.get(panel.storePath("/users"));
  const added = await owner.submit(panel.storePath("/users"), { email: "new@shop.example", role: "viewer" });
  expect(added.text).toContain("is on its way to <bdi>new@shop.example</bdi>");
  expect(added.text).not.toContain('class="card secret"');
  const link = await linkTo("new@shop.example");
  expect(JSON.stringify(await panel.storage.read((records) => records.userLinks.find(link.slice(-43))))).toBe(
    undefined,
  );

  const browser = panel.browser();
  expect((await browser.get(link)).text).toContain("Welcome");
  const weak = await browser.submit(link, { password: "password1234" });
  expect(weak.status).toBe(400);
  const set = await browser.submit(link, { password });
  expect(set.headers.get("location")).toBe("/pay/panel/sign-in?password=set");
  expect((await browser.get(link)).status).toBe(404);
  expect((await browser.post(link, { password: "another long password" })).status).toBe(404);
  expect((await browser.signIn("new@shop.example")).headers.get("location")).toBe("/pay/panel");
});

test("an invited user is listed as invited, and as expired later, until the link of the latest invitation sets a password", async () => {
  await open();
  const owner = await panel.signedIn("owner");
  const users = panel.storePath("/users");
  await owner.get(users);
  expect(await owner.submit(users, { email: "new@shop.example", role: "viewer" })).toMatchObject({ status: 200 });
  expect(stateOf(owner, "new@shop.example")).toBe("invited until 2026-03-08 10:00 UTC");
  const first = await linkTo("new@shop.example");

  panel.time.now += 8 * 24 * 60 * 60_000;
  await panel.service.runDue();
  expect((await panel.browser().get(first)).status).toBe(404);
  const later = await panel.signedIn("owner");
  await later.get(users);
  expect(stateOf(later, "new@shop.example")).toBe("invitation expired 2026-03-08 10:00 UTC");

  const { userId = "" } = (await panel.service.users.list(panel.store.merchantId)).find(isNew) ?? {};
  const sent = await later.submit(panel.storePath(`/users/${userId}/password`));
  expect(sent.text).toContain("An invitation is on its way to <bdi>new@shop.example</bdi>");
  expect(stateOf(later, "new@shop.example")).toBe("invited until 2026-03-16 10:00 UTC");
  expect(await linkTo("new@shop.example")).not.toBe(first);

  const invited = panel.browser();
  await invited.post("/panel/password", { email: "new@shop.example" });
  await requestsNoted(1);
  await later.get(users);
  expect(stateOf(later, "new@shop.example")).toContain("invited");
  const latest = await linkTo("new@shop.example");
  expect((await invited.get(latest)).text).toContain("Welcome");
  await invited.submit(latest, { password });
  await later.get(users);
  expect(stateOf(later, "new@shop.example")).toBe("active");
});

test("an expired invitation is not renewed by who asks for a new password", async () => {
  await open();
  await panel.service.users.invite({ email: "new@shop.example", role: "viewer", merchantId: panel.store.merchantId });
  await linkTo("new@shop.example");
  panel.time.now += 8 * 24 * 60 * 60_000;
  const mailsBefore = received.length;
  const browser = panel.browser();
  await browser.post("/panel/password", { email: "new@shop.example" });
  await browser.post("/panel/password", { email: "viewer@shop.example" });
  await expect
    .poll(async () => {
      await panel.service.runDue();
      return received.slice(mailsBefore).flatMap(({ to }) => to);
    })
    .toContain("viewer@shop.example");
  await requestsNoted(1);
  expect(received.slice(mailsBefore).flatMap(({ to }) => to)).toEqual(["viewer@shop.example"]);
});

test("disabling a user ends the link for a new password for good, not an invitation", async () => {
  await open();
  const { merchantId } = panel.store;
  const invited = await panel.service.users.invite({ email: "new@shop.example", role: "viewer", merchantId });
  const invitation = await linkTo("new@shop.example");
  await panel.browser().post("/panel/password", { email: "viewer@shop.example" });
  await requestsNoted(1);
  const reset = await linkTo("viewer@shop.example");
  for (const userId of ["usr_viewer", invited.userId]) {
    await panel.service.users.disable(userId);
    await panel.service.users.enable(userId);
  }
  expect((await panel.browser().get(reset)).status).toBe(404);
  expect((await panel.browser().get(invitation)).status).toBe(200);
});

test("an invitation whose mail cannot be queued leaves no user behind", async () => {
  const storage = freshStorage();
  let mayQueue = false;
  await open({
    storage: {
      ...storage,
      write: (work, unit) =>
        storage.write(
          (records) =>
            work({
              ...records,
              accountMails: {
                ...records.accountMails,
                async insert(mail) {
                  if (!mayQueue) throw new Error("disk full");
                  await records.accountMails.insert(mail);
                },
              },
            }),
          unit,
        ),
    },
  });
  const { merchantId } = panel.store;
  const invite = () => panel.service.users.invite({ email: "new@shop.example", role: "viewer", merchantId });
  await expect(invite()).rejects.toThrow("disk full");
  expect((await panel.service.users.list(merchantId)).some(isNew)).toBe(false);
  mayQueue = true;
  await invite();
  expect(await linkTo("new@shop.example")).toMatch(/^\/panel\/password\//);
});

test("an owner withdraws an invitation: the user is gone, the link does not work, and a user with a password is kept", async () => {
  await open();
  const owner = await panel.signedIn("owner");
  const users = panel.storePath("/users");
  await owner.get(users);
  await owner.submit(users, { email: "new@shop.example", role: "viewer" });
  const link = await linkTo("new@shop.example");
  const { userId = "" } = (await panel.service.users.list(panel.store.merchantId)).find(isNew) ?? {};
  const withdrawn = await owner.submit(panel.storePath(`/users/${userId}/withdraw`));
  expect(withdrawn.headers.get("location")).toBe(`/pay${users}?done=withdrawn`);
  expect((await panel.service.users.list(panel.store.merchantId)).some(isNew)).toBe(false);
  expect((await panel.browser().get(link)).status).toBe(404);
  const rows = await panel.storage.read((records) => records.audit.list({ limit: 1 }));
  expect(rows[0]).toMatchObject({ action: "user.invitation_withdrawn", actor: "owner@shop.example" });

  await owner.get(users);
  const { hidden } = formOf(owner.page?.text ?? "", `/pay${panel.storePath("/users/usr_viewer/delete")}`);
  const kept = await owner.post(panel.storePath("/users/usr_viewer/withdraw"), hidden);
  expect(kept.status).toBe(400);
  expect(kept.text).toContain("This user already has a password: nothing was withdrawn.");
  const dependencies = { storage: panel.storage, clock: { now: () => panel.time.now } };
  await expect(withdrawInvitation(dependencies, userId, "ana")).rejects.toThrow(`"${userId}" is not a known user`);
  const viewer = await panel.signedIn("viewer");
  expect((await viewer.get(panel.storePath("/overview"))).status).toBe(200);
});

test("a password that an operator sets ends an invitation", async () => {
  await open();
  await panel.service.users.invite({ email: "new@shop.example", role: "viewer", merchantId: panel.store.merchantId });
  const link = await linkTo("new@shop.example");
  const { userId = "" } = (await panel.service.users.list(panel.store.merchantId)).find(isNew) ?? {};
  await panel.service.users.setPassword(userId, password);
  expect((await panel.browser().get(link)).status).toBe(404);
  const owner = await panel.signedIn("owner");
  await owner.get(panel.storePath("/users"));
  expect(stateOf(owner, "new@shop.example")).toBe("active");
});

test("O27: a forgotten password is set by a link of one hour; unknown addresses see the same page and get no mail", async () => {
  await open();
  const elsewhere = await panel.signedIn("owner");
  const browser = panel.browser();
  await browser.get("/panel/password");
  const known = await browser.submit("/panel/password", { email: "Owner@shop.example" });
  await requestsNoted(1);
  const link = await linkTo("owner@shop.example");
  await browser.get("/panel/password");
  const unknown = await browser.submit("/panel/password", { email: "nobody@shop.example" });
  expect(unknown.text).toBe(known.text);
  await panel.service.runDue();
  expect(received).toHaveLength(1);

  panel.time.now += 60 * 60_000;
  expect((await browser.get(link)).status).toBe(404);
  await browser.get("/panel/password");
  await browser.submit("/panel/password", { email: "owner@shop.example" });
  await requestsNoted(2);
  const fresh = await linkTo("owner@shop.example");
  await browser.get(fresh);
  expect((await browser.submit(fresh, { password: "another long password" })).status).toBe(303);
  expect((await elsewhere.get(panel.storePath("/overview"))).status).toBe(303);
});

test("the response to a request for a new password comes before the address is looked up, so that its time reveals no user", async () => {
  const storage = freshStorage();
  const mayLookUp = createGate();
  const lookedUp: string[] = [];
  await open({
    rateLimits: false,
    storage: {
      ...storage,
      write: (work, unit) =>
        storage.write((records) => {
          const { users } = records;
          async function findByEmail(email: string) {
            await mayLookUp.passed;
            lookedUp.push(email);
            return users.findByEmail(email);
          }
          return work({ ...records, users: { ...users, findByEmail } });
        }, unit),
    },
  });
  const browser = panel.browser();
  const emails = ["owner@shop.example", "nobody@shop.example"];
  try {
    for (const email of emails) {
      expect((await browser.post("/panel/password", { email })).text).toContain("a link is on its way");
    }
    expect(lookedUp).toEqual([]);
  } finally {
    mayLookUp.open();
  }
  await expect.poll(() => [...new Set(lookedUp)].sort()).toEqual(emails.toSorted());
  await requestsNoted(1);
  expect(await linkTo("owner@shop.example")).toMatch(/^\/panel\/password\//);
});

test("O27: repeated requests for one address send few mails", async () => {
  await open();
  const browser = panel.browser();
  for (let count = 0; count < 6; count += 1) {
    await browser.post("/panel/password", { email: "owner@shop.example" });
  }
  await requestsNoted(3);
  await panel.service.runDue();
  expect(received).toHaveLength(3);
});

const first = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
const second = "FR7630006000011234567890189";

test("O27: former and new contact are notified of a changed payout account, without its full IBAN", async () => {
  await open();
  const { merchantId } = panel.store;
  await panel.service.stores.update(merchantId, { contactEmail: "old@shop.example", bankAccount: first });
  await panel.service.runDue();
  received.length = 0;
  await panel.service.stores.update(merchantId, {
    contactEmail: "new@shop.example",
    bankAccount: { ...first, iban: second },
  });
  await panel.service.runDue();
  const changed = received.filter(({ text }) => text.includes("bank account of Corner shop was changed"));
  expect(changed.flatMap(({ to }) => to).sort()).toEqual(["new@shop.example", "old@shop.example"]);
  for (const { text } of received) expect(text).not.toMatch(/DE89370400440532013000|FR7630006000011234567890189/);
  expect(received.filter(({ text }) => text.includes("no longer the contact")).flatMap(({ to }) => to)).toEqual([
    "old@shop.example",
  ]);
});

test("O27: by option a changed account waits, the contact is notified before, and an owner may withdraw it", async () => {
  const day = 24 * 60 * 60_000;
  await open({ panel: { bankAccountWaitMs: day } });
  const { merchantId } = panel.store;
  await panel.service.stores.update(merchantId, { contactEmail: "owner@shop.example", bankAccount: first });
  const ibanNow = async () => (await panel.service.stores.get(merchantId))?.bankAccount?.iban;
  const ask = async () => {
    const owner = await panel.signedIn("owner");
    await owner.get(panel.storePath("/settings"));
    const fields = settingsFields(owner.page?.text ?? "");
    const changed = { ...fields, iban: second, contactEmail: "new-owner@shop.example" };
    const saved = await owner.submit(panel.storePath("/settings"), changed);
    expect(saved.headers.get("location")).toContain("done=waiting");
    return owner;
  };
  const owner = await ask();
  await panel.service.runDue();
  const recipients = received.filter(({ text }) => text.includes("will change")).flatMap(({ to }) => to);
  expect(recipients.sort()).toEqual(["new-owner@shop.example", "owner@shop.example"]);
  expect((await owner.get(panel.storePath("/settings"))).text).toContain("A new bank account is pending");
  await owner.submit(panel.storePath("/bank-account/withdraw"));
  panel.time.now += day;
  await panel.service.runDue();
  expect(await ibanNow()).toBe(first.iban);

  await ask();
  panel.time.now += day - 1;
  await panel.service.runDue();
  expect(await ibanNow()).toBe(first.iban);
  panel.time.now += 1;
  await panel.service.runDue();
  expect(await ibanNow()).toBe(second);
  await panel.service.runDue();
  expect(received.some(({ text }) => text.includes("was changed"))).toBe(true);
});

test("O27: a deleted user is out at once, and the audit keeps what the user did", async () => {
  await open();
  const viewer = await panel.signedIn("viewer");
  const owner = await panel.signedIn("owner");
  await owner.get(panel.storePath("/users"));
  await owner.submit(panel.storePath("/users/usr_viewer/delete"));
  expect((await viewer.get(panel.storePath("/overview"))).status).toBe(303);
  expect((await panel.service.users.list(panel.store.merchantId)).map(({ userId }) => userId)).not.toContain(
    "usr_viewer",
  );
  const rows = await panel.storage.read((records) => records.audit.list({ limit: 5 }));
  expect(rows[0]).toMatchObject({ action: "user.deleted", subject: "usr_viewer", actor: "owner@shop.example" });
});

const isNew = ({ email }: { email: string }) => email === "new@shop.example";

/** The text of the state column in the user's row of the list. */
function stateOf({ page }: TestBrowser, email: string): string | undefined {
  const row = page?.text.match(/<tr role="row">[\s\S]*?<\/tr>/g)?.find((text) => text.includes(`<bdi>${email}</bdi>`));
  const cell = row?.match(/data-label="State">([\s\S]*?)<\/td>/)?.[1] ?? "";
  return cell
    .replace(/<span class="utc" hidden>[\s\S]*?<\/span>/g, "")
    .replace(/<[^>]*>/g, "")
    .trim();
}

/** What the settings form shows, as a browser would send it back. */
function settingsFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name = "", value = ""] of page.matchAll(/<input id="[^"]*" name="([^"]*)"[^>]*? value="([^"]*)"/g)) {
    fields[name] = value;
  }
  for (const [, name = "", options = ""] of page.matchAll(
    /<select id="[^"]*" name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? "";
  }
  for (const [, name = ""] of page.matchAll(/type="checkbox" name="([^"]*)" value="yes" checked/g))
    fields[name] = "yes";
  return fields;
}
