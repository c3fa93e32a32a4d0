// Pages that are out of date: what another person, or the page itself, has changed since is neither overwritten nor done twice.
import { afterEach, expect, test } from "vitest";
import { camt } from "../statements/camt-file.js";
import { formOf, openPanel, type TestPage, unbroken } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const words = (page: TestPage) =>
  unbroken(page)
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
const seen = { amount: "10.00", currency: "EUR", reason: "on the account" };

test.each([
  ["the payment's page", (id: string) => [`/transactions/${id}`, `/transactions/${id}/receive`] as const],
  ["the receipts", (id: string) => [`/receipts?payment=${id}`, "/receipts"] as const],
])(
  "money that two people see on the account is recorded once; on %s the second one is asked first",
  async (_, pathsOf) => {
    panel = await openPanel();
    const { paymentId } = await panel.initialize();
    const [ann, bob] = [await panel.signedIn("owner"), await panel.signedIn("operator")];
    const [page, action] = pathsOf(paymentId).map(panel.storePath) as [string, string];
    for (const browser of [ann, bob]) await browser.get(page);
    const fields = { ...seen, payment: paymentId };
    expect((await ann.submit(action, fields)).status).toBe(303);
    const question = await bob.submit(action, fields);
    expect(question.status).toBe(409);
    expect(words(question)).toContain(
      'The amount received was changed elsewhere after this page was opened: it is now "€10.00".',
    );
    expect(question.text).toMatch(/name="amount"[^>]*value="10.00"/);
    const receivedCents = async () => (await panel.service.payments.get(paymentId))?.receivedCents;
    expect(await receivedCents()).toBe(1000);
    expect((await bob.submit(action, fields)).status).toBe(303);
    expect(await receivedCents()).toBe(2000);
  },
);

test("the receipts' form for a payment also asks about money of others when it is sent again after a mistake", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const page = panel.storePath(`/receipts?payment=${paymentId}`);
  const action = panel.storePath("/receipts");
  await browser.get(page);
  const fields = { ...seen, payment: paymentId };
  expect((await browser.submit(action, { ...fields, amount: "ten" })).status).toBe(400);
  await panel.service.payments.receive(paymentId, { amountCents: 1000, currency: "EUR", reason: "seen", actor: "ann" });
  const question = await browser.submit(action, fields);
  expect([question.status, words(question).includes('it is now "€10.00"')]).toEqual([409, true]);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1000);
});

test("a payment is not resolved as declined from a page that does not show the part that has arrived since", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const receive = (amountCents: number) =>
    panel.service.payments.receive(paymentId, { amountCents, currency: "EUR", reason: "seen", actor: "ann" });
  await receive(500);
  const browser = await panel.signedIn("operator");
  const path = panel.storePath(`/transactions/${paymentId}`);
  await browser.get(path);
  await receive(600);
  const refused = await browser.submit(`${path}/resolve`, { to: "declined", reason: "never came" });
  expect(refused.status).toBe(409);
  expect(words(refused)).toContain('it is now "€11.00". Nothing was done; check the form and send it again');
  expect((await panel.service.payments.get(paymentId))?.state).toBe("submitted");
  expect((await browser.submit(`${path}/resolve`, { to: "declined", reason: "sent back" })).status).toBe(303);
  expect((await panel.service.payments.get(paymentId))?.state).toBe("declined");
});

test.each(["transactions", "deliveries"] as const)(
  "a second press of “Send as a new delivery” under %s sends no second one",
  async (place) => {
    panel = await openPanel();
    await panel.service.stores.update(panel.store.merchantId, { webhookUrl: "http://127.0.0.1:9/hook" });
    const { paymentId } = await panel.initialize();
    const deliveries = async () => (await panel.service.webhooks.history(paymentId)).deliveries;
    const [{ deliveryId } = { deliveryId: "" }] = await deliveries();
    const paths = {
      transactions: [
        `/transactions/${paymentId}/technical`,
        `/transactions/${paymentId}/deliveries/${deliveryId}/redeliver`,
      ],
      deliveries: [`/deliveries/${deliveryId}`, `/deliveries/${deliveryId}/redeliver`],
    };
    const [page, action] = paths[place].map(panel.storePath) as [string, string];
    const browser = await panel.signedIn("owner");
    const { hidden } = formOf((await browser.get(page)).text, `${panel.prefix}${action}`);
    for (let press = 1; press <= 2; press += 1) {
      const sent = await browser.post(action, { ...hidden, asNew: "yes" });
      expect([sent.status, sent.headers.get("location")?.endsWith("?done=redelivered")]).toEqual([303, true]);
    }
    expect(await deliveries()).toHaveLength(2);
  },
);

test("a bank account that has taken effect since the page was opened is not said to be withdrawn", async () => {
  const waitMs = 60_000;
  panel = await openPanel({ panel: { bankAccountWaitMs: waitMs } });
  const { storage, time } = panel;
  const { merchantId } = panel.store;
  const account = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
  await storage.write((records) =>
    records.pendingBankAccounts.put({
      ...{ merchantId, account, actor: "owner@shop.example" },
      ...{ requestedAt: time.now, effectiveAt: time.now + waitMs },
    }),
  );
  const browser = await panel.signedIn("owner");
  const settings = panel.storePath("/settings");
  await browser.get(settings);
  time.now += waitMs;
  await panel.service.runDue();
  expect((await panel.service.stores.get(merchantId))?.bankAccount?.iban).toBe(account.iban);
  const response = await browser.submit(panel.storePath("/bank-account/withdraw"));
  const location = `${settings}?done=not-pending`;
  expect(response.headers.get("location")).toBe(`${panel.prefix}${location}`);
  expect(words(await browser.get(location))).toContain(
    "No bank account was pending any more: it had taken effect, or was withdrawn before.",
  );
});

test("a page that shows an earlier second factor setting does not overwrite a later one", async () => {
  panel = await openPanel();
  const { storage } = panel;
  await storage.write((records) =>
    records.secondFactors.put({
      ...{ userId: "usr_operator", sealedSecret: "", confirmedAt: 1, lastStep: 0, recoveryHashes: [], createdAt: 1 },
    }),
  );
  const [first, second] = [await panel.signedIn("operator"), await panel.signedIn("operator")];
  const path = "/panel/operators/second-factor";
  for (const browser of [first, second]) await browser.get("/panel/operators");
  expect((await first.submit(path, { secondFactor: "everyone" })).status).toBe(303);
  const refused = await second.submit(path, { secondFactor: "operators" });
  expect([refused.status, words(refused).includes('is now "everyone"')]).toEqual([409, true]);
  expect(await storage.read((records) => records.settings.find("panel_second_factor"))).toBe("everyone");
  expect((await second.submit(path, { secondFactor: "operators" })).status).toBe(303);
});

test("an entry that one person has put aside is not assigned from the page of another", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({}, "live");
  const { merchantId } = panel.store;
  await panel.service.statements.import({ merchantId, content: camt({ text: "thanks" }), actor: "operator:cron" });
  const [entry] = await panel.service.statements.unmatched(merchantId);
  const [ann, bob] = [await panel.signedIn("owner"), await panel.signedIn("operator")];
  for (const browser of [ann, bob]) await browser.get(panel.storePath("/statements/unmatched"));
  const action = (kind: string) => panel.storePath(`/statements/entries/${entry?.entryId}/${kind}`);
  expect((await ann.submit(action("aside"), { reason: "sent back today" })).status).toBe(303);
  const refused = await bob.submit(action("assign"), { paymentId });
  expect([refused.status, words(refused).includes("The entry was already put aside")]).toEqual([400, true]);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(0);
  // Whoever means it still can.
  await panel.service.statements.assign(entry?.entryId ?? "", paymentId, { actor: "operator:ann" });
  expect((await panel.service.payments.get(paymentId))?.state).toBe("settled");
});

test("a page that shows how CSV was read before does not overwrite what another person has changed", async () => {
  panel = await openPanel();
  const [ann, bob] = [await panel.signedIn("owner"), await panel.signedIn("operator")];
  const path = panel.storePath("/statements/columns");
  const columns = { "column-bookedOn": "Tag", "column-amount": "Betrag", "column-remittance": "Text" };
  const rest = {
    delimiter: ";",
    dateForm: "DD.MM.YYYY",
    encoding: "auto",
    hasHeaderRow: "yes",
    skipLines: "0",
    currency: "EUR",
  };
  await ann.get(path);
  expect((await ann.submit(path, { ...columns, ...rest, decimalSeparator: "," })).status).toBe(303);
  for (const browser of [ann, bob]) await browser.get(path);
  expect((await ann.submit(path, { ...columns, ...rest, decimalSeparator: "." })).status).toBe(303);
  const refused = await bob.submit(path, { ...columns, ...rest, decimalSeparator: ",", "column-amount": "Umsatz" });
  expect(refused.status).toBe(409);
  expect(words(refused)).toContain(
    'The decimal separator was changed elsewhere after this page was opened: it is now "."',
  );
  expect(refused.text).toMatch(/value="Umsatz"/);
  const stored = () => panel.storage.read(({ statements }) => statements.findColumnMap(panel.store.merchantId));
  expect(await stored()).toMatchObject({ decimalSeparator: ".", columns: { amount: "Betrag" } });
  expect(
    (await bob.submit(path, { ...columns, ...rest, decimalSeparator: ".", "column-amount": "Umsatz" })).status,
  ).toBe(303);
  expect(await stored()).toMatchObject({ decimalSeparator: ".", columns: { amount: "Umsatz" } });
});
