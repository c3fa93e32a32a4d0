// Claims about reading a payment: status, bank details, webhook history (spec/rules.md#status-route, spec/rules.md#bank-details, spec/rules.md#webhook-history).
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../listen.js";
import { type ContractClient, codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { bankAccount, createTestStore } from "./test-store.js";

/** Sandbox events in order, and the resulting status for the buyer and the merchant. */
const journeys: { events: string[]; flow: string; status: string; settlement?: true; direct?: true }[] = [
  { events: [], flow: "pending", status: "pending" },
  { events: ["buyer_started"], flow: "transferring", status: "processing" },
  { events: ["buyer_started", "provider_accepted"], flow: "confirming", status: "processing" },
  { events: ["buyer_started", "provider_success"], flow: "completed", status: "completed" },
  { events: ["buyer_started", "provider_success"], settlement: true, flow: "confirming", status: "processing" },
  {
    events: ["buyer_started", "provider_success", "settlement_confirmed"],
    settlement: true,
    flow: "completed",
    status: "completed",
  },
  { events: ["buyer_started", "settlement_partial"], flow: "confirming", status: "processing" },
  { events: ["buyer_started", "provider_unknown"], flow: "confirming", status: "processing" },
  { events: ["buyer_started", "provider_unknown", "provider_success"], flow: "completed", status: "completed" },
  {
    events: ["buyer_started", "provider_indeterminate", "settlement_confirmed"],
    flow: "completed",
    status: "completed",
  },
  { events: ["buyer_started", "provider_rejected"], flow: "pending", status: "pending" },
  { events: ["buyer_started", "provider_cancelled"], flow: "pending", status: "pending" },
  { events: ["buyer_started", "provider_rejected"], direct: true, flow: "failed", status: "failed" },
  { events: ["buyer_started", "provider_cancelled"], direct: true, flow: "failed", status: "cancelled" },
  { events: ["buyer_started", "provider_session_expired"], direct: true, flow: "failed", status: "expired" },
];

export function claimReads(suite: Suite): void {
  test.each(journeys)(
    "after $events (direct: $direct, settlement: $settlement) the buyer sees $flow, the merchant $status",
    async (journey) => {
      const { client, target, store: usual } = suite;
      const store = journey.settlement
        ? await createTestStore(target, client, { openBankTransfer: { confirmationMode: "settlement" } })
        : usual;
      const { paymentId } = await store.open(journey.direct ? store.directRequest() : {});
      let last: Record<string, unknown> = { status: "pending", flowStatus: "pending" };
      for (const event of journey.events) {
        last = await client.fields(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, json: { event } });
        expect([event, last.accepted]).toEqual([event, true]);
      }
      expect([last.flowStatus, last.status]).toEqual([journey.flow, journey.status]);
      const body = await client.fields(`/payments/${paymentId}/status`, { key: store.testKey });
      expect(body).toEqual({ orderId: body.orderId, status: journey.flow, testMode: true });
    },
  );

  test("a store may have success reported as paid, to the merchant only", async () => {
    const { client, target } = suite;
    const store = await createTestStore(target, client, { successStatus: "paid" });
    const { paymentId } = await store.open();
    const paid = await client.fields(`/sandbox/payments/${paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    expect([paid.status, paid.flowStatus]).toEqual(["paid", "completed"]);
  });

  test("an event after success changes nothing, and the response says so", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const send = (event: string) =>
      client.fields(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, json: { event } });
    await send("provider_success");
    for (const event of ["provider_rejected", "provider_cancelled", "provider_session_expired", "buyer_started"]) {
      expect(await send(event)).toMatchObject({ accepted: false, status: "completed" });
    }
  });

  test.each([
    [{}, "event required"],
    [{ event: "paid" }, "event enum"],
    [{ event: "provider_success", amountCents: 0 }, "amountCents minimum"],
    [{ event: "provider_success", more: 1 }, "more unknown_field"],
  ])("the simulator refuses %j", async (json, rule) => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const { status, body } = await client.call(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, json });
    expect(status).toBe(400);
    // The contract client has checked the body against its schema.
    const details = (body as { details: { path: string; rule: string }[] }).details;
    expect(details.map((detail) => `${detail.path} ${detail.rule}`)).toEqual([rule]);
  });

  test("an unknown payment is 404 on every read, whatever its id looks like", async () => {
    const { client, store } = suite;
    for (const id of ["pay_nobody", "0", "%00", "%zz", "..%2f..", "%E0%A4%A", "a".repeat(128), "null"]) {
      for (const path of [
        `/payments/${id}/status`,
        `/payments/${id}/bank-details?orderId=1`,
        `/transactions/${id}/webhook/history`,
      ]) {
        const { status, body } = await client.call(path, { key: store.testKey });
        if (status === 400) expect(codeOf(body)).toBe("VALIDATION_ERROR");
        else expect([path, status, codeOf(body)]).toEqual([path, 404, "PAYMENT_NOT_FOUND"]);
      }
    }
  });

  test("a malformed payment id is 400 on every read", async () => {
    const { client, store } = suite;
    for (const id of ["%20", "a".repeat(129), "%C3%BC"]) {
      for (const path of [
        `/payments/${id}/status`,
        `/payments/${id}/bank-details?orderId=1`,
        `/transactions/${id}/webhook/history`,
      ]) {
        const { status, body } = await client.call(path, { key: store.testKey });
        expect([path, status, codeOf(body)]).toEqual([path, 400, "VALIDATION_ERROR"]);
      }
    }
  });

  test("bank details name the store's account, the amount and the merchant's own reference", async () => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open({ remittanceInfo: "Order_1#2" });
    const body = await client.fields(`/payments/${paymentId}/bank-details?orderId=${orderId}`, { key: store.testKey });
    expect(body).toEqual({
      transaction: { id: paymentId, order_id: orderId, status: "pending", currency: "EUR", amount: 1999 },
      bankDetails: { ...bankAccount, reference: "Order_1#2", currency: "EUR", amount: 1999 },
    });
  });

  test("bank details need the order id that belongs to the payment", async () => {
    const { client, store } = suite;
    const [one, two] = [await store.open(), await store.open()];
    const ask = (query: string) =>
      client.call(`/payments/${one.paymentId}/bank-details${query}`, { key: store.testKey });
    const mixed = await ask(`?orderId=${two.orderId}`);
    // Every error body is an object.
    expect([mixed.status, (mixed.body as Record<string, unknown>).error]).toEqual([404, "Transaction not found"]);
    expect((await ask("")).status).toBe(400);
    expect((await ask("?orderId=")).status).toBe(400);
    const twice = await ask(`?orderId=${one.orderId}&orderId=${two.orderId}`);
    expect([twice.status, twice.body]).toMatchObject([400, { details: [{ path: "orderId", rule: "once" }] }]);
  });

  test("bank details of an expired payment are still returned, with its expiry", async () => {
    const { client, store, target } = suite;
    const { paymentId, orderId } = await store.open();
    target.clock.advance(30 * 24 * 60 * 60 * 1000);
    await target.runDue();
    const body = await client.fields(`/payments/${paymentId}/bank-details?orderId=${orderId}`, { key: store.testKey });
    expect(body.transaction).toMatchObject({ status: "expired" });
  });

  test("once money has arrived for a pending payment, bank details do not ask for it again: 404", async () => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open();
    const path = `/payments/${paymentId}/bank-details?orderId=${orderId}`;
    const send = (json: object) => client.fields(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, json });
    await send({ event: "buyer_started" });
    expect((await client.call(path, { key: store.testKey })).status).toBe(200);
    await send({ event: "settlement_partial", amountCents: 500 });
    await send({ event: "provider_unknown" });
    await send({ event: "provider_rejected" });
    const paymentStatus = await client.fields(`/payments/${paymentId}/status`, { key: store.testKey });
    expect(paymentStatus).toMatchObject({ status: "pending" });
    const { status, body } = await client.call(path, { key: store.testKey });
    expect([status, codeOf(body)]).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });

  test.each([
    ["processing", "provider_accepted"],
    ["completed", "settlement_confirmed"],
  ])("bank details of a payment in %s say so in their status", async (expected, event) => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open();
    const send = (json: object) => client.fields(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, json });
    await send({ event: "buyer_started" });
    await send({ event });
    const path = `/payments/${paymentId}/bank-details?orderId=${orderId}`;
    const details = await client.fields(path, { key: store.testKey });
    expect(details.transaction).toMatchObject({ status: expected });
  });

  test("without a bank account there are no bank details", async () => {
    const { client, target } = suite;
    const { merchantId } = await target.stores.create({ name: "Bare", kyc: "approved", verification: "approved" });
    const { secret: key } = await target.apiKeys.issue({ merchantId, environment: "test" });
    const opened = await client.fields("/payments/initialize", {
      key,
      json: { merchantId, orderId: "1", amountCents: 1, currency: "EUR" },
    });
    const { status } = await client.call(`/payments/${opened.paymentId}/bank-details?orderId=1`, { key });
    expect(status).toBe(404);
  });

  test("a currency that the store's account cannot receive gets no bank details: 404", async () => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open({ currency: "USD" });
    const path = `/payments/${paymentId}/bank-details?orderId=${orderId}`;
    const { status, body } = await client.call(path, { key: store.testKey });
    expect([status, codeOf(body)]).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });

  test("a pending payment stays pending for 30 days, whatever the time zone", async () => {
    const { client, store, target } = suite;
    const { paymentId } = await store.open();
    const status = async () => (await client.fields(`/payments/${paymentId}/status`, { key: store.testKey })).status;
    target.clock.advance(30 * 24 * 60 * 60 * 1000 - 1);
    await target.runDue();
    expect(await status()).toBe("pending");
    target.clock.advance(1);
    await target.runDue();
    expect(await status()).toBe("failed");
  });

  test("the webhook history shows each delivery with its attempts, newest first, page by page", async () => {
    const { client, target } = suite;
    const { url, close } = await listen((request, response) => {
      request.resume();
      response.end("taken");
    });
    onTestFinished(close);
    const store = await createTestStore(target, client, {
      webhookUrl: `${url}/hook?token=canary-token#x`,
    });
    const { paymentId, orderId } = await store.open();
    const path = `/transactions/${paymentId}/webhook/history`;
    await client.call(`/sandbox/payments/${paymentId}/events`, {
      key: store.testKey,
      json: { event: "buyer_started" },
    });
    await client.call(`/sandbox/payments/${paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    await target.runDue();

    const whole = await client.fields(path, { key: store.testKey });
    // The contract client has checked the body against its schema.
    const deliveries = whole.deliveries as Record<string, unknown>[];
    expect(whole).toMatchObject({ transactionId: paymentId, orderId, nextCursor: null });
    expect(whole.webhookUrl).toBe(`${url}/hook?***`);
    expect(deliveries.map(({ status }) => status)).toEqual(["completed", "processing", "pending"]);
    expect(deliveries[0]).toMatchObject({
      event: "transaction.status_changed",
      path: "queue",
      trigger: "transition",
      state: "delivered",
      attemptCount: 1,
      maxAttempts: 12,
      nextAttemptAt: null,
      attempts: [{ attempt: 1, httpStatus: 200, outcome: "success", error: null, responseExcerpt: "taken" }],
    });
    expect(await target.webhooks.history(paymentId)).toEqual(whole);

    expect(await deliveriesByPage(client, path, store.testKey)).toEqual(deliveries);

    const [first] = deliveries;
    const again = await target.webhooks.redeliver(String(first?.deliveryId));
    const anew = await target.webhooks.redeliver(String(first?.deliveryId), { asNew: true });
    await target.runDue();
    // The contract client has checked the body against its schema.
    const after = (await client.fields(path, { key: store.testKey })).deliveries as Record<string, unknown>[];
    expect(again.deliveryId).toBe(first?.deliveryId);
    expect(after.find(({ deliveryId }) => deliveryId === first?.deliveryId)).toMatchObject({ attemptCount: 2 });
    expect(after.find(({ deliveryId }) => deliveryId === anew.deliveryId)).toMatchObject({
      trigger: "redelivery",
      redeliveryOf: first?.deliveryId,
      state: "delivered",
    });
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=1.5",
    "limit=",
    "limit=1e1",
    "limit=0x10",
    "cursor=",
    "cursor=a%20b",
    "cursor=unknown",
  ])("the webhook history refuses %s", async (query) => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const { status, body } = await client.call(`/transactions/${paymentId}/webhook/history?${query}`, {
      key: store.testKey,
    });
    expect([status, codeOf(body)]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("a store without a webhook URL has an empty history", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const body = await client.fields(`/transactions/${paymentId}/webhook/history?limit=100`, { key: store.testKey });
    expect(body).toMatchObject({ webhookUrl: null, deliveries: [], nextCursor: null });
  });

  test("a forged session token is refused with SESSION_REQUIRED", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    for (const key of ["eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9.c2ln", "a.b.c"]) {
      const { status, body } = await client.call(`/transactions/${paymentId}/webhook/history`, { key });
      expect([status, codeOf(body)]).toEqual([401, "SESSION_REQUIRED"]);
    }
  });
}

async function deliveriesByPage(client: ContractClient, path: string, key: string): Promise<unknown[]> {
  const deliveries = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const page = await client.fields(`${path}?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`, { key });
    // The contract client has checked the body against its schema.
    deliveries.push(...(page.deliveries as unknown[]));
    cursor = page.nextCursor;
  }
  return deliveries;
}
