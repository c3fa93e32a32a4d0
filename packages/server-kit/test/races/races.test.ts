// Tests every flow that reads before it writes, raced by two live instances on one database: the outcome is
// exact, and no valid call is refused. On SQLite they are two processes, on PostgreSQL two services with a
// pool each.
import { verifySignature } from "@payment-sessions/webhook-verifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formOf, openBrowser } from "../panel/panel-service.js";
import { camt } from "../statements/camt-file.js";
import type { Instance } from "./instance.js";
import { countBy, createStoreOfBoth, race, raceSettled } from "./store-of-both.js";
import {
  buildInstanceProcess,
  kinds,
  openTwoInstances,
  removeInstanceProcess,
  type TwoInstances,
} from "./two-instances.js";

beforeAll(buildInstanceProcess);
afterAll(removeInstanceProcess);

const thirtyDaysMs = 30 * 86_400_000;
const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };

describe.each(kinds)("$name", (kind) => {
  let two: TwoInstances;
  beforeAll(async () => {
    two = await openTwoInstances(kind);
  });
  afterAll(() => two.stop());

  test("initialize of one reuse slot: every call returns the same payment, and its store gets one webhook", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 15, (instance) => store.initialize(instance));
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 30 });
    expect(new Set(responses.map(({ body }) => body.paymentId)).size).toBe(1);
    expect(await store.payments()).toHaveLength(1);
    await store.runDue();
    expect(store.webhooks()).toHaveLength(1);
  });

  test("initialize of many slots: one payment in each, whichever calls conflict", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 30, (instance, index) =>
      store.initialize(instance, { orderId: `o${index % 5}` }),
    );
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 60 });
    expect(await store.payments()).toHaveLength(5);
  });

  test("one idempotency key: every call has the response of the first", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 10, (instance) => store.initialize(instance, {}, { key: "once" }));
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 20 });
    expect(new Set(responses.map(({ body }) => body.paymentId)).size).toBe(1);
    expect(await store.payments()).toHaveLength(1);
  });

  test("one idempotency key with different bodies: one call is executed, the others get an error", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 10, (instance, index) =>
      store.initialize(instance, { orderId: `o${index}` }, { key: "once" }),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    expect(countBy(refused.map(({ status }) => status))).toEqual({ 422: 19 });
    expect(await store.payments()).toHaveLength(1);
  });

  test("a direct session: the bank opens one, and every call has its address", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 10, (instance) => store.initialize(instance, direct));
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 20 });
    expect(new Set(responses.map(({ body }) => body.redirectUrl)).size).toBe(1);
    const [payment] = await store.payments();
    expect(two.external.sessions.filter(({ paymentId }) => paymentId === payment?.paymentId)).toHaveLength(1);
  });

  test("a hosted buyer who chooses the bank in two windows: the bank opens one session", async () => {
    const store = await createStoreOfBoth(two);
    const { body } = await store.initialize(two.both[0]);
    const { pathname, search } = new URL(String(body.paymentUrl));
    const choose = `${pathname}/choose${search}`;
    const responses = await race(two, 5, async ({ base }) => {
      await fetch(`${base}${pathname}${search}`);
      const form = new URLSearchParams({ method: "open_bank_transfer" });
      const { status } = await fetch(`${base}${choose}`, { method: "POST", body: form, redirect: "manual" });
      return status;
    });
    expect(countBy(responses)).toEqual({ 303: 10 });
    expect(two.external.sessions.filter(({ paymentId }) => paymentId === body.paymentId)).toHaveLength(1);
  });

  test("success reported repeatedly: settled once, one webhook, one arrival that is counted", async () => {
    const store = await createStoreOfBoth(two);
    const paymentId = await store.open();
    const event = { type: "provider.success", reference: "R1" };
    const results = await race(two, 10, (instance) => instance.call("payments.recordProviderEvent", paymentId, event));
    expect(countBy(results.map(({ state }) => state))).toEqual({ settled: 20 });
    const payment = await two.both[1].call("payments.get", paymentId);
    expect(payment.history.map(({ to }: { to: string }) => to)).toEqual(["created", "settled"]);
    expect(payment.alerts).toEqual([]);
    const evidence: { count: number }[] = payment.evidence;
    expect(evidence.reduce((sum, { count }) => sum + count, 0)).toBe(20);
    await store.runDue();
    expect(countBy(store.webhooks().map(({ body }) => JSON.parse(body).status))).toEqual({ pending: 1, completed: 1 });
  });

  test("success, refusal and a merchant's cancel at once: one final state, and one webhook about it", async () => {
    const store = await createStoreOfBoth(two);
    for (let round = 0; round < 5; round += 1) {
      const paymentId = await store.open({ orderId: `o${round}` });
      await raceSettled(two, 3, (instance, index) =>
        index % 3 === 2
          ? instance.call("payments.cancel", paymentId, { actor: "a@b.example", reason: "race" })
          : instance.call("payments.recordProviderEvent", paymentId, {
              type: index % 3 === 0 ? "provider.success" : "provider.rejected",
              reference: "R1",
            }),
      );
      const payment = await two.both[1].call("payments.get", paymentId);
      const finals = payment.history.filter(({ to }: { to: string }) =>
        ["settled", "declined", "cancelled"].includes(to),
      );
      // Money that arrives after a cancellation still settles the payment: then there are two steps, and the
      // last one is the settlement.
      expect(["settled", "declined", "cancelled"]).toContain(payment.state);
      expect(finals.at(-1).to).toBe(payment.state);
      expect(finals.filter(({ to }: { to: string }) => to === payment.state)).toHaveLength(1);
      await store.runDue();
      const sent = store.webhooks().filter(({ body }) => JSON.parse(body).order_id === `o${round}`);
      expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(sent.length);
      expect(sent).toHaveLength(payment.history.length);
    }
  });

  test("payments of one order and other amounts: the newest alone is not superseded", async () => {
    const store = await createStoreOfBoth(two);
    const responses = await race(two, 10, (instance, index) =>
      store.initialize(instance, { amountCents: 100 + index }),
    );
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 20 });
    const payments = await Promise.all(
      (await store.payments()).map(({ paymentId }) => two.both[1].call("payments.get", paymentId)),
    );
    expect(payments).toHaveLength(20);
    const current = payments.filter(({ supersededBy }) => supersededBy === undefined);
    expect(current).toHaveLength(1);
  });

  test("a store that is deleted while it is called: it has no waiting webhook", async () => {
    for (let round = 0; round < 3; round += 1) {
      const store = await createStoreOfBoth(two);
      const before = await store.open({ orderId: "before" });
      const responses = await race(two, 8, async (instance, index) => {
        if (index !== 7) return store.initialize(instance, { orderId: `o${index}` });
        await instance.call("stores.delete", store.merchantId);
        return undefined;
      });
      const opened = responses.flatMap((response) =>
        response?.status === 200 ? [String(response.body.paymentId)] : [],
      );
      const histories = await Promise.all([before, ...opened].map((id) => two.both[0].call("webhooks.history", id)));
      const states = histories.flatMap(({ deliveries }) => deliveries.map(({ state }: { state: string }) => state));
      expect(states.length).toBeGreaterThan(0);
      expect(states.filter((state) => !["cancelled", "delivered"].includes(state))).toEqual([]);
    }
  });

  test("overdue payments: expired once each, with one webhook", async () => {
    const own = await openTwoInstances(kind);
    try {
      const store = await createStoreOfBoth(own);
      for (let index = 0; index < 10; index += 1) await store.open({ orderId: `o${index}` });
      await store.runDue();
      await Promise.all(own.both.map((instance) => instance.call("clock.advance", thirtyDaysMs + 1000)));
      await store.runDue();
      expect(countBy((await store.payments()).map(({ state }) => state))).toEqual({ expired: 10 });
      expect(countBy(store.webhooks().map(({ body }) => JSON.parse(body).status))).toEqual({
        pending: 10,
        expired: 10,
      });
    } finally {
      await own.stop();
    }
  });

  test("deliveries that are due: each is sent once, with the store's secret, whichever instance sends it", async () => {
    const store = await createStoreOfBoth(two);
    await race(two, 20, (instance, index) => store.initialize(instance, { orderId: `o${index}` }));
    await store.runDue();
    const webhooks = store.webhooks();
    expect(webhooks).toHaveLength(40);
    expect(new Set(webhooks.map(({ deliveryId }) => deliveryId)).size).toBe(40);
    for (const { body, signature } of webhooks) {
      expect(await verifySignature(body, signature, store.webhookSecret)).toBe(true);
    }
  });

  test("a session that is due to be polled: the bank is polled once", async () => {
    const own = await openTwoInstances(kind);
    try {
      const store = await createStoreOfBoth(own);
      await store.initialize(own.both[0], direct);
      await Promise.all(own.both.map((instance) => instance.call("clock.advance", 60_000)));
      await Promise.all(own.both.map((instance) => instance.call("runDue")));
      expect(own.external.polls).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  test("an overpayment that both report: one alert, one mail", async () => {
    const store = await createStoreOfBoth(two);
    const paymentId = await store.open();
    const event = { type: "provider.success", amountCents: 5000, reference: "R1" };
    await race(two, 5, (instance) => instance.call("payments.recordProviderEvent", paymentId, event));
    const alerts = await two.both[1].call("alerts.list", { merchantId: store.merchantId });
    expect(alerts).toHaveLength(1);
    await store.runDue();
    expect(store.mails()).toHaveLength(1);
  });

  test("two payments of one order that are paid at once: each has one alert that names the other", async () => {
    const store = await createStoreOfBoth(two);
    for (let round = 0; round < 5; round += 1) {
      const ids = [
        await store.open({ orderId: `o${round}`, amountCents: 100 }),
        await store.open({ orderId: `o${round}`, amountCents: 200 }),
      ];
      await race(two, 2, (instance, index) =>
        instance.call("payments.recordProviderEvent", ids[index % 2 === 0 ? 0 : 1], { type: "provider.success" }),
      );
      for (const [index, paymentId] of ids.entries()) {
        const { alerts, state } = await two.both[1].call("payments.get", paymentId);
        expect(state).toBe("settled");
        expect(
          alerts.map(({ type, detail }: { type: string; detail: string }) => [
            type,
            detail.includes(ids[1 - index] ?? ""),
          ]),
        ).toEqual([["other_payment_of_order_paid", true]]);
      }
    }
  });

  test("money that a person records twice with one reference: one arrival, settled once", async () => {
    const store = await createStoreOfBoth(two);
    const paymentId = await store.open();
    const money = { amountCents: 1999, currency: "EUR", reference: "B1", reason: "statement", actor: "a@b.example" };
    await race(two, 5, (instance) => instance.call("payments.receive", paymentId, money));
    const payment = await two.both[1].call("payments.get", paymentId);
    expect(payment.history.map(({ to }: { to: string }) => to)).toEqual(["created", "settled"]);
    expect(payment.arrivals).toHaveLength(1);
    expect(payment.alerts).toEqual([]);
  });

  test("one statement imported by both: each booking counts once, each payment is settled once", async () => {
    const store = await createStoreOfBoth(two);
    const wanted = { paymentMethod: "bank_transfer" };
    const count = 20;
    const responses = await race(two, count / 2, (instance, index) =>
      store.initialize(
        instance,
        { ...wanted, orderId: `o${index}`, remittanceInfo: `INV ${1000 + index}` },
        { environment: "live" },
      ),
    );
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: count });
    const entries = Array.from({ length: count }, (_, index) => ({
      text: `INV ${1000 + index}`,
      reference: `B${index}`,
    }));
    const content = camt(...entries, { text: "no payment of ours", reference: `B${count}` });
    // On a busy machine one may wait for the entries of another for longer than the lock timeout: it gets 503 and tries again.
    const importAll = (instance: Instance): Promise<Record<string, number>> =>
      instance
        .call("statements.import", { merchantId: store.merchantId, content, actor: "a@b.example" })
        .catch((error: { code?: unknown }) =>
          error.code === "UNHEALTHY" ? importAll(instance) : Promise.reject(error),
        );
    const results = await race(two, 2, importAll);
    const sum = (field: string) => results.reduce((total, result) => total + (result[field] ?? 0), 0);
    expect([sum("matched"), sum("unmatched"), sum("duplicates")]).toEqual([count, 1, 3 * (count + 1)]);
    expect(countBy((await store.payments()).map(({ state }) => state))).toEqual({ settled: count });
    expect(await two.both[0].call("statements.unmatched", store.merchantId)).toHaveLength(1);
    expect(await two.both[0].call("alerts.list", { merchantId: store.merchantId })).toEqual([]);
    await store.runDue();
    expect(countBy(store.webhooks().map(({ body }) => JSON.parse(body).status))).toEqual({
      pending: count,
      completed: count,
    });
  });

  test("an entry that several people assign: to one payment", async () => {
    const store = await createStoreOfBoth(two);
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      ids.push(await store.open({ paymentMethod: "bank_transfer", orderId: `o${index}` }, { environment: "live" }));
    }
    const content = camt({ text: "no reference", reference: "B1" });
    await two.both[0].call("statements.import", { merchantId: store.merchantId, content, actor: "a@b.example" });
    const [entry] = await two.both[1].call("statements.unmatched", store.merchantId);
    const results = await raceSettled(two, 2, (instance, index) =>
      instance.call("statements.assign", entry.entryId, ids[index], { actor: "a@b.example" }),
    );
    expect(countBy(results.map(({ status }) => status))).toEqual({ fulfilled: 1, rejected: 3 });
    expect(countBy((await store.payments()).map(({ state }) => state))).toEqual({ settled: 1, created: 3 });
  });

  test("users with one e-mail: one is created, the others get an error", async () => {
    const store = await createStoreOfBoth(two);
    const input = { email: `Owner-${store.merchantId}@shop.example`, role: "owner", merchantId: store.merchantId };
    const results = await raceSettled(two, 4, (instance) => instance.call("users.create", input));
    expect(countBy(results.map((result) => (result.status === "fulfilled" ? "made" : result.reason.code)))).toEqual({
      made: 1,
      VALIDATION_ERROR: 7,
    });
    expect(await two.both[1].call("users.list", store.merchantId)).toHaveLength(1);
  });

  test("a form that is sent twice to both: one API key", async () => {
    const store = await createStoreOfBoth(two);
    const { merchantId } = store;
    const email = `op-${merchantId}@service.example`;
    const password = "correct horse battery staple";
    await two.both[0].call("users.create", { email, password, role: "operator" });
    const [first, second] = two.both.map(({ base }) => openBrowser(base, "", "http://127.0.0.1:1"));
    await first?.get("/panel/sign-in");
    await first?.submit("/panel/sign-in", { email, password });
    for (const [name, value] of first?.cookies ?? []) second?.cookies.set(name, value);
    const path = `/panel/stores/${merchantId}`;
    const page = await first?.get(`${path}/integration`);
    const { hidden } = formOf(page?.text ?? "", `${path}/api-keys`);
    const before = (await two.both[0].call("apiKeys.list", merchantId)).length;
    await race(
      two,
      4,
      (_, index) =>
        (index % 2 === 0 ? first : second)?.post(`${path}/api-keys`, { ...hidden, environment: "test" }) ??
        Promise.reject(),
    );
    expect(await two.both[1].call("apiKeys.list", merchantId)).toHaveLength(before + 1);
  });

  test("an API key that is revoked by both while it is used: no later call succeeds", async () => {
    const store = await createStoreOfBoth(two);
    const [, key] = await two.both[0].call("apiKeys.list", store.merchantId);
    const { id } = key.environment === "test" ? key : (await two.both[0].call("apiKeys.list", store.merchantId))[0];
    await race(two, 4, async (instance, index) => {
      if (index < 4) await store.initialize(instance, { orderId: `o${index}` });
      else await instance.call("apiKeys.revoke", id);
    });
    const responses = await race(two, 2, (instance) => store.initialize(instance, { orderId: "after" }));
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 401: 4 });
  });

  test("an alert that both mark as handled: handled once, by one of them", async () => {
    const store = await createStoreOfBoth(two);
    const paymentId = await store.open();
    await two.both[0].call("payments.recordProviderEvent", paymentId, { type: "provider.success", amountCents: 5000 });
    const [alert] = await two.both[0].call("alerts.list", { merchantId: store.merchantId });
    const results = await raceSettled(two, 2, (instance, index) =>
      instance.call("alerts.resolve", alert.alertId, { actor: `p${index}@b.example`, reason: "repaid" }),
    );
    const [after] = await two.both[1].call("alerts.list", { merchantId: store.merchantId });
    const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.resolvedBy] : []));
    expect(new Set(done)).toEqual(new Set([after.resolvedBy]));
  });

  test("a webhook secret that both announce and one switches: deliveries are signed with a secret that was shown", async () => {
    const store = await createStoreOfBoth(two);
    const announced = await race(two, 2, (instance) => instance.call("stores.announceWebhookSecret", store.merchantId));
    const switched = await raceSettled(two, 2, (instance) =>
      instance.call("stores.switchWebhookSecret", store.merchantId),
    );
    expect(countBy(switched.map(({ status }) => status))).toEqual({ fulfilled: 1, rejected: 3 });
    await store.open();
    await store.runDue();
    const [webhook] = store.webhooks();
    const verdicts = await Promise.all(
      announced.map(({ webhookSecret }) =>
        verifySignature(webhook?.body ?? "", webhook?.signature ?? "", webhookSecret),
      ),
    );
    expect(countBy(verdicts)).toEqual({ true: 1, false: 3 });
  });

  test("token buckets: both together allow the calls of the limit, and hardly fewer", async () => {
    const limit = { max: 60, windowSeconds: 36_000 };
    const own = await openTwoInstances(kind, { rateLimits: { getPaymentStatus: limit } });
    try {
      const store = await createStoreOfBoth(own);
      const paymentId = await store.open();
      const responses = await race(own, 80, async ({ base }) => {
        const headers = { authorization: `Bearer ${store.keys.test}` };
        return (await fetch(`${base}/payments/${paymentId}/status`, { headers })).status;
      });
      const { 200: passed = 0, 429: limited = 0 } = countBy(responses);
      expect(passed + limited).toBe(160);
      expect(passed).toBeLessThanOrEqual(limit.max);
      expect(passed).toBeGreaterThanOrEqual(0.9 * limit.max);
    } finally {
      await own.stop();
    }
  });

  test("an empty database that both open at once: one key seals, and both can open what the other sealed", async () => {
    const own = await openTwoInstances(kind);
    try {
      const stores = await race(own, 2, (instance, index) =>
        instance.call("stores.create", { name: `S${index}`, webhookUrl: `${own.external.url}/sealed` }),
      );
      const responses = await Promise.all(
        stores.flatMap(({ merchantId }) =>
          own.both.map((instance) => instance.call("webhooks.verifyIntegration", merchantId)),
        ),
      );
      expect(responses).toHaveLength(8);
      for (const { status } of await Promise.all(own.both.map(({ base }) => fetch(`${base}/health`))))
        expect(status).toBe(200);
      for (const { body, signature, path } of own.external.webhooks) {
        expect(path).toBe("/sealed");
        const verdicts = await Promise.all(
          stores.map(({ webhookSecret }) => verifySignature(body, signature, webhookSecret)),
        );
        expect(countBy(verdicts)).toEqual({ true: 1, false: 3 });
      }
      expect(own.external.webhooks).toHaveLength(8);
    } finally {
      await own.stop();
    }
  });
});
