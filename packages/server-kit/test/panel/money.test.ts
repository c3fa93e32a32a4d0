// Money on the pages of the panel: recording what somebody saw, what has arrived, and alerts that a person ends (cases M8, M12, M13).
import { afterEach, expect, test } from "vitest";
import type { ProviderEvent } from "../../src/index.js";
import { camt } from "../statements/camt-file.js";
import { failingOnce } from "./failing-storage.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const text = (page: { text: string }) => page.text.replace(/<[^>]*>/g, "");

test("M13: an owner records money on a transaction that waits for a transfer: parts, the sum, the audit", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({}, "live");
  const browser = await panel.signedIn("owner");
  const path = panel.storePath(`/transactions/${paymentId}`);
  const seen = { currency: "eur", reason: "on the statement", receivedOn: "2026-02-27" };
  await browser.get(path);
  const first = await browser.submit(`${path}/receive`, { ...seen, amount: "15,00", reference: "A" });
  expect([first.status, first.headers.get("location")]).toEqual([303, `${panel.prefix}${path}?done=received`]);
  const part = await browser.get(`${path}?done=received`);
  expect(text(part)).toContain("The money is recorded.");
  expect(text(part)).toContain("€15.00 of €19.99");
  expect(text(part)).toContain("Alert: Underpaid");
  await browser.submit(`${path}/receive`, { ...seen, amount: "4.99", reference: "B" });
  expect(await panel.service.payments.get(paymentId)).toMatchObject({
    ...{ state: "settled", receivedCents: 1999, alertCount: 0 },
    arrivals: [{ receivedAt: Date.UTC(2026, 1, 27) }, { amountCents: 499 }],
  });
  expect(text(await browser.get(path))).toContain("Handled alerts (1)");
  expect(text(await browser.get(`${path}/technical`))).toMatch(/Money received[\s\S]*€15\.00[\s\S]*€4\.99/);
  expect(text(await browser.get(panel.storePath("/audit")))).toMatch(/payment\.money_received[\s\S]*on the statement/);
});

test("M13: two equal parts of one day without references are two arrivals", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const seen = { amount: "5.00", currency: "EUR", reason: "on the statement", receivedOn: "2026-02-27" };
  const path = panel.storePath(`/transactions/${paymentId}`);
  for (let part = 1; part <= 2; part += 1) {
    await browser.get(path);
    expect((await browser.submit(`${path}/receive`, seen)).status).toBe(303);
  }
  await browser.get(panel.storePath("/receipts"));
  await browser.submit(panel.storePath("/receipts"), { ...seen, payment: paymentId });
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1500);
});

test("money that the bank returned is on the payment's pages, below what arrived", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({}, "live");
  const { merchantId, remittanceInfo = "" } = (await panel.service.payments.get(paymentId)) ?? {};
  const entries = [
    { text: remittanceInfo, cents: 1500, reference: "B1" },
    { text: remittanceInfo, cents: 1500, reference: "B2", debit: true, returned: "AC04" },
  ];
  await panel.service.statements.import({
    merchantId: merchantId ?? "",
    content: camt(...entries),
    actor: "operator:cron",
  });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath(`/transactions/${paymentId}`);
  expect(text(await browser.get(path))).toContain("€0.00 of €19.99");
  expect(text(await browser.get(`${path}/technical`))).toMatch(
    /Money received[\s\S]*€15\.00[\s\S]*-€15\.00[\s\S]*returned by the bank[\s\S]*ent_/,
  );
});

test("M13: a form that is sent twice records the money once", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const path = panel.storePath(`/transactions/${paymentId}`);
  const page = await browser.get(path);
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? [];
  const [, mark = ""] = /name="mark" value="([^"]+)"/.exec(page.text) ?? [];
  const fields = { csrf, mark, amount: "10", currency: "EUR", reason: "seen" };
  expect((await browser.post(`${path}/receive`, fields)).status).toBe(303);
  const again = await browser.post(`${path}/receive`, fields);
  expect([again.status, text(again).includes("nothing was added")]).toEqual([409, true]);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1000);
});

test.each([
  ["the page of the payment", (paymentId: string) => [`/transactions/${paymentId}`, "/receive"] as const],
  ["the receipts", () => ["/receipts", ""] as const],
])("a form on %s whose money could not be recorded records it when it is sent again", async (_, pathsOf) => {
  const { storage, failNext } = failingOnce();
  panel = await openPanel({ storage });
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const [below, action] = pathsOf(paymentId);
  const path = panel.storePath(below);
  const page = await browser.get(path);
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? [];
  const [, mark = ""] = /name="mark" value="([^"]+)"/.exec(page.text) ?? [];
  const fields = { csrf, mark, payment: paymentId, amount: "10", currency: "EUR", reason: "seen" };
  failNext("payment.money_received");
  expect((await browser.post(path + action, fields)).status).toBe(500);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(0);
  expect((await browser.post(path + action, fields)).status).toBe(303);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1000);
  const again = await browser.post(path + action, fields);
  expect(text(again)).toContain("This form was sent before and its money is recorded: nothing was added again.");
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1000);
});

test("a form that has expired says so", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const path = panel.storePath(`/transactions/${paymentId}`);
  await browser.get(path);
  const old = `${(panel.time.now - 13 * 60 * 60 * 1000).toString(36)}.${"A".repeat(43)}`;
  const fields = { mark: old, amount: "10", currency: "EUR", reason: "seen" };
  const response = await browser.submit(`${path}/receive`, fields);
  expect([response.status, text(response).includes("This form has expired: nothing was done.")]).toEqual([409, true]);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(0);
});

test.each([
  [{ amount: "nineteen" }, "The amount must be above 0"],
  [{ amount: "19.999" }, "The amount must be above 0"],
  [{ amount: "1,000" }, "without a thousands separator"],
  [{ amount: "1.000" }, "without a thousands separator"],
  [{ receivedOn: "2025-02-30" }, "must be a date"],
  [{ currency: "euro" }, "The currency must have three letters"],
  [{ receivedOn: "soon" }, "The day must be a date"],
  [{ reason: " " }, "A reason is required"],
])("M13: a form with %j says what is wrong and records nothing", async (wrong, said) => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("operator");
  const path = panel.storePath(`/transactions/${paymentId}`);
  await browser.get(path);
  const fields = { amount: "19.99", currency: "EUR", reason: "seen", ...wrong };
  const response = await browser.submit(`${path}/receive`, fields);
  expect([response.status, text(response).includes(said)]).toEqual([400, true]);
  expect((await panel.service.payments.get(paymentId))?.arrivals).toEqual([]);
});

test("M8: the page asks for a refund until a person marks the alert as handled; operators see all open ones", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  for (const reference of ["BANK-1", "BANK-2"])
    await panel.service.payments.recordProviderEvent(paymentId, { type: "provider.success", reference });
  const path = panel.storePath(`/transactions/${paymentId}`);
  const operator = await panel.signedIn("operator");
  expect(text(await operator.get("/panel/alerts"))).toMatch(/Paid twice[\s\S]*BANK-2/);
  const owner = await panel.signedIn("owner");
  expect(text(await owner.get(path))).toMatch(
    /Alert: Paid twice[\s\S]*€19\.99 was due\s*Return the excess to the buyer/,
  );
  const alertId = (await panel.service.payments.get(paymentId))?.alerts[0]?.alertId;
  await owner.submit(`${path}/alerts/${alertId}/resolve`, { reason: "sent back on 2 March" });
  expect(text(await owner.get(path))).toMatch(/Handled alerts \(1\)[\s\S]*sent back on 2 March · owner@shop\.example/);
  expect(text(await operator.get("/panel/alerts"))).toContain("Nothing needs attention");
  expect(text(await owner.get(panel.storePath("/transactions?state=attention")))).not.toContain("1001");
});

test("M8: an alert of another store's transaction cannot be handled through one's own", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const other = await panel.initialize({ orderId: "1002" });
  for (const reference of ["A", "B"])
    await panel.service.payments.recordProviderEvent(other.paymentId, { type: "provider.success", reference });
  const alertId = (await panel.service.payments.get(other.paymentId))?.alerts[0]?.alertId;
  const owner = await panel.signedIn("owner");
  const page = await owner.get(panel.storePath(`/transactions/${paymentId}`));
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? [];
  const response = await owner.post(panel.storePath(`/transactions/${paymentId}/alerts/${alertId}/resolve`), {
    ...{ csrf, reason: "mine now" },
  });
  expect(response.status).toBe(400);
  expect((await panel.service.payments.get(other.paymentId))?.alertCount).toBe(1);
});

test.each(["euro", "", "978", "<b>EUR</b>"])("M12: evidence in %j is shown as text on every page", async (currency) => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const event: ProviderEvent = { type: "settlement.confirmed", amountCents: 1999, currency };
  await panel.service.payments.recordProviderEvent(paymentId, event);
  const browser = await panel.signedIn("operator");
  for (const below of ["", "/technical"]) {
    const page = await browser.get(panel.storePath(`/transactions/${paymentId}${below}`));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<b>EUR");
  }
  expect(browser.page?.text).toContain(currency === "" ? "1999 (no currency)" : "1999 ");
  for (const path of ["/overview", "/transactions", "/transactions?state=attention"])
    expect((await browser.get(panel.storePath(path))).status).toBe(200);
});
