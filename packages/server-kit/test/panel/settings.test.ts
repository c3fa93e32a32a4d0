// The settings form, refused: each error is at its field, and the input is kept exactly.
import { afterEach, expect, test } from "vitest";
import { hiddenFields, openPanel, password } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const form = {
  name: "Corner shop",
  contactEmail: "  not an address ",
  url: "shop.example",
  logo: "",
  accountHolder: "Corner Shop",
  iban: "de89 3704-0044 0532 0130 01",
  bic: "cobade ff",
  bankName: "",
  successStatus: "completed",
  allowedReturnHosts: "Shop.Example.com, https://other.example",
  "method-qr_pay": "test",
  "method-open_bank_transfer": "live",
  "method-card_processing": "off",
  "method-bank_transfer": "off",
  collectBuyerData: "yes",
};

test("each error is shown at its field and in a summary with links; the input is kept", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/settings"));
  const { status, text } = await browser.submit(panel.storePath("/settings"), form);
  expect(status).toBe(400);
  for (const id of ["contactEmail", "url", "iban", "allowedReturnHosts"]) {
    expect(text).toMatch(new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-error`));
    expect(text).toContain(`<p class="field-error" id="${id}-error">`);
    expect(text).toContain(`<a href="#${id}">`);
  }
  for (const name of ["contactEmail", "url", "accountHolder", "iban", "bic"] as const) {
    expect(text).toContain(`name="${name}" type="${typeOf(name)}" value="${form[name]}"`);
  }
  expect(text).toContain(`>\nShop.Example.com, https://other.example</textarea>`);
  expect(text).toMatch(/name="collectBuyerData" value="yes" checked/);
  expect(text).not.toMatch(/name="instant" value="yes" checked/);
  expect(text).toMatch(/name="method-qr_pay"[\s\S]*?<option value="test" selected>/);
  expect((await panel.service.stores.get(panel.store.merchantId))?.contactEmail).toBeUndefined();
});

function typeOf(name: string): string {
  return name === "contactEmail" ? "email" : name === "url" ? "url" : "text";
}

test("a changed bank account: the password is required, old and new contact are notified, and it is at the top of the audit log", async () => {
  const mails: { to: string; subject: string }[] = [];
  panel = await openPanel({
    mailer: {
      async sendMail({ to, subject }) {
        mails.push({ to, subject });
      },
    },
    mailFrom: "service@pay.example",
  });
  const { merchantId } = panel.store;
  const account = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
  await panel.service.stores.update(merchantId, { contactEmail: "old@shop.example", bankAccount: account });
  await panel.service.runDue();
  mails.length = 0;
  const browser = await panel.signedIn("owner");
  // Long enough ago for the password to be asked.
  panel.time.now += 20 * 60_000;
  await browser.get(panel.storePath("/settings"));
  const changed = { ...form, contactEmail: "new@shop.example", url: "", allowedReturnHosts: "", bic: "" };
  const sent = { ...changed, iban: "DE02 1203 0000 0000 2020 51" };
  const question = await browser.submit(panel.storePath("/settings"), sent);
  expect(question.status).toBe(403);
  expect((await panel.service.stores.get(merchantId))?.bankAccount?.iban).toBe(account.iban);
  const done = await browser.post(panel.storePath("/settings"), {
    ...hiddenFields(question.text),
    confirmedPassword: password,
  });
  expect(done.status).toBe(303);
  expect((await panel.service.stores.get(merchantId))?.bankAccount?.iban).toBe("DE02120300000000202051");
  await panel.service.runDue();
  const recipients = mails.filter(({ subject }) => subject.includes("bank account")).map(({ to }) => to);
  expect(recipients.sort()).toEqual(["new@shop.example", "old@shop.example"]);
  const { text } = await browser.get(panel.storePath("/audit"));
  const top = text.slice(text.indexOf("Bank account for buyers"));
  expect(top).toMatch(/^Bank account for buyers[\s\S]*?owner@shop\.example<\/bdi> changed the bank account/);
});

test("a store is not deleted before the password is given again", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const operator = await panel.signedIn("operator");
  panel.time.now += 20 * 60_000;
  const path = panel.storePath("/delete");
  await operator.get(panel.storePath("/settings"));
  const question = await operator.submit(path, { merchantId });
  expect([question.status, question.text.includes('name="confirmedPassword"')]).toEqual([403, true]);
  expect(await panel.service.stores.get(merchantId)).toBeDefined();
  const done = await operator.post(path, { ...hiddenFields(question.text), confirmedPassword: password });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/pay/panel/stores?done=deleted"]);
  expect(await panel.service.stores.get(merchantId)).toBeUndefined();
});

test("an unknown page of a store is shown within the store's frame, in words that fit the reader's role", async () => {
  panel = await openPanel();
  const viewer = await panel.signedIn("viewer");
  const unknown = await viewer.get(panel.storePath("/nothing"));
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain("Corner shop");
  expect(unknown.text).toContain(`${panel.prefix}${panel.storePath("/transactions")}`);
  const users = await viewer.get(panel.storePath("/users"));
  expect(users.status).toBe(403);
  expect(users.text).toContain("Your role, viewer, does not allow this. An owner of the store can");
  const operators = await (await panel.signedIn("owner")).get("/panel/operators");
  expect(operators.status).toBe(403);
  expect(operators.text).toContain("Only an operator of this service can do it");
  expect(operators.text).not.toContain("An owner of the store can");
});

test("the navigation counts what needs attention on every page: of a refused form and of the account too", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  await panel.service.payments.receive(paymentId, {
    ...{ amountCents: 1, currency: "EUR", receivedAt: panel.time.now, reason: "seen", actor: "ana" },
  });
  const browser = await panel.signedIn("owner");
  const count = /<a href="[^"]*\/alerts"[^>]*>Alerts <span class="count">1</;
  expect((await browser.get(panel.storePath("/settings"))).text).toMatch(count);
  const refused = await browser.submit(panel.storePath("/settings"), { name: "" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(count)]);
  expect((await browser.get("/panel/account")).text).toMatch(count);
});
