// Tests the whole week of a delivery on an injected clock (spec/rules.md#delivery-rules, 3, 4 and 5).
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { schedules } from "../../src/domain/delivery-schedule.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { listen } from "../listen.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness();
  await harness.addStore();
});
afterEach(() => harness.storage.close());

test("an accepted webhook is sent once, signed over its exact bytes, with the headers of the contract", async () => {
  const { body } = await harness.addDelivery("d1");
  const work = harness.createWork();
  expect(await work.runDue()).toBe(1);
  expect(await work.runDue()).toBe(0);
  const [request] = harness.requests;
  expect(request?.url).toBe("https://shop.example/hook");
  expect(Buffer.from(request?.body ?? []).equals(body)).toBe(true);
  expect(request?.headers).toEqual({
    "Content-Type": "application/json",
    "User-Agent": "PaymentSessions-Webhooks/1.0",
    "X-Service-Signature": `sha256=${createHmac("sha256", "secret-of-shop").update(body).digest("hex")}`,
    "X-Service-Event": "transaction.status_changed",
    "X-Service-Delivery": "d1",
    "X-Service-Attempt": "1",
  });
  expect(await harness.find("d1")).toMatchObject({ state: "delivered", attemptCount: 1, nextAttemptAt: undefined });
  expect(await harness.attempts("d1")).toMatchObject([
    { attempt: 1, outcome: "success", httpStatus: 200, error: undefined },
  ]);
});

test("gives up after the twelfth attempt, about a week later, with the same bytes and one mail", async () => {
  const { body } = await harness.addDelivery("d1");
  harness.respond = () => responded(500);
  const work = harness.createWork();
  await harness.runToEnd(work);

  const sends = harness.requests;
  expect(sends.map(({ headers }) => headers["X-Service-Attempt"])).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1)),
  );
  expect(new Set(sends.map(({ headers }) => headers["X-Service-Delivery"]))).toEqual(new Set(["d1"]));
  expect(sends.every((send) => Buffer.from(send.body).equals(body))).toBe(true);
  for (const [index, nominal] of schedules.queue.delaysMs.entries()) {
    const waited = (sends[index + 1]?.at ?? 0) - (sends[index]?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(0.8 * nominal);
    expect(waited).toBeLessThanOrEqual(1.2 * nominal);
  }
  const days = ((sends[11]?.at ?? 0) - (sends[0]?.at ?? 0)) / 86_400_000;
  expect(days).toBeGreaterThan(0.8 * 6.8);
  expect(days).toBeLessThan(1.2 * 7);
  expect(await harness.find("d1")).toMatchObject({ state: "exhausted", scheduledCount: 12, nextAttemptAt: undefined });
  const mails = await harness.dueMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: "owner@shop.example", uniqueKey: "delivery_failed:d1" });
});

test("the legacy path makes three attempts, 2 s and 4 s apart, with growing timeouts and no attempt header", async () => {
  await harness.addDelivery("d1", { path: "legacy" });
  harness.respond = () => responded(503);
  await harness.runToEnd(harness.createWork());
  expect(harness.requests.map(({ at }) => at - (harness.requests[0]?.at ?? 0))).toEqual([0, 2000, 6000]);
  expect(harness.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 45_000, 60_000]);
  expect(harness.requests.some(({ headers }) => "X-Service-Attempt" in headers)).toBe(false);
  expect(await harness.find("d1")).toMatchObject({ state: "exhausted" });
  expect(await harness.dueMails()).toHaveLength(1);
});

test.each([400, 401, 403, 404, 410])(
  "a response of %i ends the delivery immediately, with one mail",
  async (status) => {
    await harness.addDelivery("d1");
    harness.respond = () => responded(status);
    await harness.runToEnd(harness.createWork());
    expect(harness.requests).toHaveLength(1);
    expect(await harness.find("d1")).toMatchObject({ state: "dead", attemptCount: 1 });
    expect(await harness.dueMails()).toHaveLength(1);
  },
);

test.each([301, 302, 304, 307, 402, 405, 408, 409, 418, 422, 425, 429, 500, 502, 599])(
  "a response of %i is retried",
  async (status) => {
    await harness.addDelivery("d1");
    harness.respond = () => responded(status);
    await harness.createWork().runDue();
    expect(await harness.find("d1")).toMatchObject({ state: "pending", scheduledCount: 1 });
    expect(await harness.dueMails()).toHaveLength(0);
  },
);

/** At least so many ms after the first failure, which nominally waits 30 s, and at most so many. */
const drawn = [24_000, 36_000] as const;
test.each([
  [503, "120", [60_000, 60_000]],
  [503, "50", [50_000, 50_000]],
  [429, "Fri, 27 Nov 2026 12:00:45 GMT", [45_000, 45_000]],
  [503, "9999999999", [60_000, 60_000]],
  [503, "9".repeat(400), [60_000, 60_000]],
  [503, "Fri, 27 Nov 2099 12:00:00 GMT", [60_000, 60_000]],
  [503, "1", drawn],
  [503, "-5", drawn],
  [503, "soon", drawn],
  [503, "Fri, 27 Nov 2026 11:00:00 GMT", drawn],
  [503, "120, 5", drawn],
] as const)(
  "a response of %i with Retry-After %j delays the second attempt by that time, within bounds",
  async (status, retryAfter, [least, most]) => {
    const { url, close } = await listen((_request, response) =>
      response.writeHead(status, { "Retry-After": retryAfter }).end(),
    );
    const sender = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true });
    try {
      await harness.changeStore("shop", { webhookUrl: `${url}/hook` });
      await harness.addDelivery("d1");
      await harness.createWork({ sender }).runDue();
      const wait = ((await harness.find("d1")).nextAttemptAt ?? 0) - harness.clock.time;
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(most);
    } finally {
      sender.close();
      await close();
    }
  },
);

test("a new secret and a new URL are used from the next attempt on", async () => {
  const { body } = await harness.addDelivery("d1");
  harness.respond = () => responded(500);
  const work = harness.createWork();
  await work.runDue();
  await harness.changeStore("shop", {
    webhookUrl: "https://new.example/in",
    sealedWebhookSecret: harness.vault.seal("second", "webhook-secret:shop"),
  });
  harness.clock.time = (await work.nextDue()) ?? 0;
  await work.runDue();
  expect(harness.requests[1]?.url).toBe("https://new.example/in");
  expect(harness.requests[1]?.headers["X-Service-Signature"]).toBe(
    `sha256=${createHmac("sha256", "second").update(body).digest("hex")}`,
  );
});

test("a disabled store's deliveries wait and continue when it is enabled", async () => {
  await harness.addDelivery("d1");
  await harness.changeStore("shop", { disabledAt: harness.clock.time });
  const work = harness.createWork();
  await work.runDue();
  harness.clock.time += 3_600_000;
  await work.runDue();
  expect(harness.requests).toHaveLength(0);
  await harness.changeStore("shop", { disabledAt: undefined });
  await work.runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "delivered", attemptCount: 1 });
});

test("a deleted store is not called again and gets no mail, even for a send in flight", async () => {
  await harness.addDelivery("d1");
  await harness.addDelivery("d2", { nextAttemptAt: harness.clock.time + 30_000 });
  harness.respond = async () => {
    await harness.changeStore("shop", { deletedAt: harness.clock.time });
    await harness.storage.write((records) => records.deliveries.cancelOfStore("shop", harness.clock.time, 100));
    return responded(410);
  };
  const work = harness.createWork();
  await harness.runToEnd(work);
  expect(harness.requests).toHaveLength(1);
  expect(await harness.find("d1")).toMatchObject({ state: "cancelled" });
  expect(await harness.find("d2")).toMatchObject({ state: "cancelled" });
  expect(await harness.dueMails()).toHaveLength(0);
});
