// The page of receipts: transfers that buyers report, recording money for a payment that is named, and what was recorded, by whom and why.
import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { createPaymentId } from "../../src/domain/identifiers.js";
import { barePayment } from "../storage/conformance/sample-records.js";
import { formOf, openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const text = (page: { text: string }) => page.text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
const seen = { amount: "19.99", currency: "EUR", receivedOn: "2026-02-27", reason: "on the account" };

test("money is recorded for the order that is named, and listed with who recorded it and why", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ orderId: "A-7" });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  expect(text(await browser.get(path))).toContain("Nothing was recorded by hand yet");
  const response = await browser.submit(path, { ...seen, payment: "a-7", reference: "B1" });
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    `${panel.prefix}${path}?done=counted&mode=test`,
  ]);
  const page = await browser.get(path);
  expect(text(page)).toMatch(/€19\.99 Paid A-7 owner@shop\.example B1 · on the account 2026-02-27/);
  expect((await panel.service.payments.get(paymentId))?.state).toBe("settled");
  await browser.submit(path, { ...seen, payment: paymentId, reference: "B1" });
  expect(text(await browser.get(`${path}?state=known`))).toContain("Recorded before A-7");
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1999);
});

test("the list is narrowed by state, day and amount; an unreadable filter value is reported", async () => {
  panel = await openPanel();
  await panel.initialize({ orderId: "A-1" });
  await panel.initialize({ orderId: "A-2" });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  for (const fields of [
    { payment: "A-1" },
    { payment: "A-2", amount: "5", receivedOn: "2026-02-20" },
    { payment: "A-2", amount: "7", currency: "USD", receivedOn: "2026-02-21" },
  ]) {
    panel.time.now += 1000;
    await browser.get(path);
    expect((await browser.submit(path, { ...seen, ...fields })).status).toBe(303);
  }
  const orders = async (query: string) => {
    const page = await browser.get(`${path}?${query}`);
    return [...page.text.matchAll(/data-row[^>]*title="([^"]*)"/g)].map(([, order]) => order);
  };
  expect(await orders("")).toEqual(["A-2", "A-2", "A-1"]);
  expect(await orders("state=paid")).toEqual(["A-1"]);
  expect(await orders("state=open")).toEqual(["A-2"]);
  expect(await orders("state=other_currency")).toEqual(["A-2"]);
  expect(await orders("from=2026-02-21&to=2026-02-26")).toEqual(["A-2"]);
  expect(await orders("min=6&max=19,99")).toEqual(["A-2", "A-1"]);
  expect(text(await browser.get(`${path}?from=soon`))).toContain("&quot;Arrived from&quot; must be a date");
});

test.each([
  [{ payment: "" }, "is missing: enter its order, reference or id"],
  [{ payment: "nothing" }, "is not known: no payment has this order, reference or id"],
  [{ payment: "A-" }, "is ambiguous: 2 payments match, choose one"],
  [{ payment: "A-1", amount: "much" }, "must be above 0"],
  [{ payment: "A-1", reason: " " }, "A reason is required"],
])("a form with %j says what is wrong and records nothing", async (wrong, said) => {
  panel = await openPanel();
  const [first] = [await panel.initialize({ orderId: "A-1" }), await panel.initialize({ orderId: "A-2" })];
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  await browser.get(path);
  const response = await browser.submit(path, { ...seen, ...wrong });
  expect([response.status, text(response).includes(said)]).toEqual([400, true]);
  expect((await panel.service.payments.get(first.paymentId))?.receivedCents).toBe(0);
});

test("the beginning of one order's id asks whether it is meant, and an exact id does not", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ orderId: "1001" });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  await browser.get(path);
  const question = await browser.submit(path, { ...seen, payment: "100" });
  expect([question.status, text(question).includes("confirm that this is the right one")]).toEqual([400, true]);
  expect(question.text).toContain(`<option value="${paymentId}"`);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(0);

  expect((await browser.submit(path, { ...seen, payment: "100", paymentId, amount: "1", reference: "P" })).status).toBe(
    303,
  );
  await browser.get(path);
  expect((await browser.submit(path, { ...seen, payment: "1001", amount: "1", reference: "E" })).status).toBe(303);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(200);
});

test.each([
  ["order", "1234"],
  ["reference", "inv 1234"],
])("the exact %s is meant, however many newer ones begin with it", async (_, words) => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const { paymentId } = await panel.initialize({ orderId: "1234", remittanceInfo: "INV1234" });
  await panel.storage.write(async (records) => {
    for (let index = 0; index < 101; index += 1) {
      const number = `1234000${index}`;
      await records.payments.insert(
        barePayment({
          ...{ paymentId: createPaymentId(panel.time.now + 1000 + index, (count) => randomBytes(count)), merchantId },
          ...{ environment: "test", orderId: number, remittanceInfo: `INV${number}` },
        }),
      );
    }
  });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  await browser.get(path);
  const response = await browser.submit(path, { ...seen, payment: words });
  expect([response.status, text(response).match(/is (?:ambiguous|not known)[^.]*/)]).toEqual([303, null]);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1999);
});

test("of several payments that fit, the chosen one gets the money; a form that is sent twice records it once", async () => {
  panel = await openPanel();
  const chosen = await panel.initialize({ orderId: "A-1" });
  await panel.initialize({ orderId: "A-2" });
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  await browser.get(path);
  const question = await browser.submit(path, { ...seen, payment: "A-" });
  expect(question.text).toContain(`<option value="${chosen.paymentId}"`);
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(question.text) ?? [];
  const [, mark = ""] = /name="mark" value="([^"]+)"/.exec(question.text) ?? [];
  const fields = { ...seen, csrf, mark, payment: "A-", paymentId: chosen.paymentId, amount: "1" };
  expect((await browser.post(path, fields)).status).toBe(303);
  const again = await browser.post(path, fields);
  expect([again.status, text(again).includes("nothing was added")]).toEqual([409, true]);
  expect((await panel.service.payments.get(chosen.paymentId))?.receivedCents).toBe(100);
});

test("a payment of another store is not found, and its receipts are not listed", async () => {
  panel = await openPanel();
  const live = await panel.initialize({ orderId: "L-1" }, "live");
  await panel.service.payments.receive(live.paymentId, {
    ...{ amountCents: 1, currency: "EUR" },
    ...{ reason: "r", actor: "a" },
  });
  const browser = await panel.signedIn("operator");
  const other = `/panel/stores/${panel.otherStore.merchantId}/receipts`;
  const page = await browser.get(`${other}?payment=${live.paymentId}`);
  expect([page.status, page.text.includes("L-1"), page.text.includes(live.paymentId)]).toEqual([200, false, false]);
  expect((await browser.submit(other, { ...seen, payment: live.paymentId })).status).toBe(400);
});

test("a link to the form for one payment opens it in the payment's mode, whichever mode the switch shows", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ orderId: "1001" }, "test");
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  browser.cookies.set("ps_panel_mode", "live");
  const led = await browser.get(`${path}?payment=${paymentId}`);
  const location = `${path}?payment=${paymentId}&mode=test`;
  expect([led.status, led.headers.get("location")]).toEqual([303, `/pay${location}#record`]);
  const filled = await browser.get(location);
  expect(formOf(filled.text, `/pay${path}`).hidden.mode).toBe("test");
  expect(filled.text).toMatch(new RegExp(`name="payment"[^>]*value="${paymentId}"`));
  expect((await browser.submit(path, { ...seen, payment: paymentId })).status).toBe(303);
  expect((await panel.service.payments.get(paymentId))?.receivedCents).toBe(1999);
});

test("money is recorded in the mode that its page showed, although the mode was switched in another tab since", async () => {
  panel = await openPanel();
  const live = await panel.initialize({ orderId: "1001" }, "live");
  const test = await panel.initialize({ orderId: "1001" }, "test");
  const browser = await panel.signedIn("owner");
  const path = panel.storePath("/receipts");
  const filled = await browser.get(`${path}?mode=live`);
  await browser.submit("/panel/mode", { mode: "test" });
  browser.page = filled;
  const refused = await browser.submit(path, { ...seen, payment: "1001", reason: " " });
  expect([refused.status, refused.text.includes("Test mode")]).toEqual([400, false]);
  const recorded = await browser.submit(path, { ...seen, payment: "1001" });
  expect([recorded.status, recorded.headers.get("location")]).toEqual([
    303,
    `${panel.prefix}${path}?done=counted&mode=live`,
  ]);
  const received = async ({ paymentId }: { paymentId: string }) =>
    (await panel.service.payments.get(paymentId))?.receivedCents;
  expect([await received(live), await received(test)]).toEqual([1999, 0]);
});

test("a transfer that the buyer reports is counted in the menu, and filled into the form until its money is recorded", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ orderId: "C-1" });
  await panel.storage.write(async ({ payments }) => {
    const payment = await payments.find(paymentId);
    if (payment === undefined) throw new Error("The payment is missing.");
    const claimed = { ...payment, state: "transfer_instructed", claimedPaidAt: panel.time.now } as const;
    await payments.update({ ...claimed, version: payment.version + 1 }, payment.version);
  });
  const viewer = await panel.signedIn("viewer");
  const path = panel.storePath("/receipts");
  const shown = await viewer.get(path);
  expect(text(shown)).toMatch(/Receipts 1 open.*Buyers report these transfers as made.*C-1/);
  expect(shown.text).not.toContain("Record money");
  const owner = await panel.signedIn("owner");
  const filled = await owner.get(`${path}?payment=${paymentId}`);
  expect(filled.text).toContain(`name="payment" type="text" value="${paymentId}"`);
  expect(filled.text).toContain('name="amount" type="text" value="19.99"');
  await owner.submit(path, { ...seen, payment: paymentId });
  expect(text(await owner.get(path))).not.toContain("Buyers report");
});
