// Tests which failures are retried, after which pause, and that no retry has a second effect.
import { expect, test } from "vitest";
import { PaymentSessions, type PaymentSessionsOptions } from "../src/index.js";
import { apiKey, hostedSession, json, order, startFaultServer } from "./fault-server.js";
import { createVirtualClock } from "./virtual-clock.js";

const withoutPauses = { apiKey, random: () => 0 };
const statusResponse = { orderId: "1001", status: "pending" };

/** Longer than any pause under test, so that only pauses are due soon. */
const longLimits: Partial<PaymentSessionsOptions> = { timeoutMs: 10 ** 12, attemptTimeoutMs: 10 ** 12 };

test.each([408, 429, 500, 502, 503, 504])("a read that gets a %i is retried", async (status) => {
  const server = await startFaultServer((response, _, number) =>
    number < 3 ? json(response, status, { error: "later" }) : json(response, 200, statusResponse),
  );
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  const { attempts } = await payments.sessions.status("pay_1").withResponse();
  expect(attempts.map((attempt) => attempt.status)).toEqual([status, status, 200]);
});

test.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 501])("a %i is reported at once", async (status) => {
  const server = await startFaultServer((response) => json(response, status, { error: "no" }));
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await expect(payments.sessions.initialize(order)).rejects.toMatchObject({
    status,
    outcome: status > 500 ? "unknown" : "rejected",
  });
  expect(server.received).toHaveLength(1);
});

test("two retries are made by default, and the last response is reported", async () => {
  const server = await startFaultServer((response, _, number) =>
    json(response, [502, 503, 500][number - 1] ?? 200, { error: `no ${number}` }),
  );
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  const result = await payments.sessions.status("pay_1").safe();
  expect(result).toMatchObject({ ok: false, error: { status: 500, attempts: [{}, {}, {}] } });
  expect(server.received).toHaveLength(3);
});

test.each([0, 1, 4])("%i retries can be configured", async (maxRetries) => {
  const server = await startFaultServer((response) => json(response, 500, {}));
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await payments.sessions.status("pay_1", { maxRetries }).safe();
  expect(server.received).toHaveLength(maxRetries + 1);
});

test("a session that was created before the connection broke is not created twice", async () => {
  const created = new Set<unknown>();
  const server = await startFaultServer((response, { headers }, number) => {
    created.add(headers["idempotency-key"]);
    if (number < 3) response.socket?.destroy();
    else json(response, 200, hostedSession);
  });
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  const { idempotencyKey, attempts } = await payments.sessions.initialize(order).withResponse();
  expect([...created]).toEqual([idempotencyKey]);
  expect(attempts).toMatchObject([{ fault: "connection" }, { fault: "connection" }, { status: 200 }]);
});

test("an attempt that timed out but was processed is retried under the same key", async () => {
  const clock = createVirtualClock();
  const server = await startFaultServer((response, _, number) => {
    if (number > 1) json(response, 200, hostedSession);
  });
  const limits = { timeoutMs: 10 ** 12, attemptTimeoutMs: 5000 };
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url, clock, ...limits });
  const session = payments.sessions.initialize(order);
  await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1);
  await clock.advance(5000);
  await session;
  const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\x21-\x7e]{16,}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("different calls have different keys", async () => {
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await Promise.all([payments.sessions.initialize(order), payments.sessions.initialize(order)]);
  expect(new Set(server.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("each attempt sends the same bytes with the same length", async () => {
  const server = await startFaultServer((response, _, number) => {
    if (number < 3) response.socket?.destroy();
    else json(response, 200, hostedSession);
  });
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await payments.sessions.initialize({ ...order, customerName: "Zoë" });
  const sent = JSON.stringify({ ...order, customerName: "Zoë" });
  expect(server.received.map(({ body }) => body)).toEqual([sent, sent, sent]);
  expect(server.received.map(({ headers }) => headers["content-length"])).toEqual(
    Array(3).fill(String(Buffer.byteLength(sent))),
  );
});

test("waits while the first attempt under its key is still running", async () => {
  const clock = createVirtualClock();
  const server = await startFaultServer((response, _, number) =>
    number === 1
      ? json(response, 409, { code: "IDEMPOTENCY_IN_PROGRESS", error: "running" }, { "retry-after": "1" })
      : json(response, 201, hostedSession),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, ...longLimits });
  const session = payments.sessions.initialize(order);
  expect(await clock.advanceToNext(60_000)).toBe(1_000);
  expect((await session).paymentId).toBe("pay_1");
});

test("another conflict is reported, with the outcome of its session unknown", async () => {
  const server = await startFaultServer((response) => json(response, 409, { code: "NOT_REDELIVERABLE", error: "no" }));
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await expect(payments.sessions.initialize(order)).rejects.toMatchObject({ code: "NOT_REDELIVERABLE", status: 409 });
  expect(server.received).toHaveLength(1);
});

test("a sandbox event is not retried when it may have been processed", async () => {
  const server = await startFaultServer((response) => response.socket?.destroy());
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await expect(payments.sandbox.send("pay_1", "provider_success")).rejects.toMatchObject({ outcome: "unknown" });
  expect(server.received).toHaveLength(1);
});

test("a sandbox event is retried after a 429, which means that it was not processed", async () => {
  const server = await startFaultServer((response, _, number) =>
    number === 1 ? json(response, 429, {}) : json(response, 200, { accepted: true }),
  );
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  expect(await payments.sandbox.send("pay_1", "provider_success")).toMatchObject({ accepted: true });
});

test("an unhealthy service is a response, and is not retried", async () => {
  const server = await startFaultServer((response) =>
    json(response, 503, { status: "unhealthy", code: "UNHEALTHY", error: "down" }),
  );
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await expect(payments.service.health()).rejects.toMatchObject({
    status: 503,
    code: "UNHEALTHY",
    body: { status: "unhealthy" },
  });
  expect(server.received).toHaveLength(1);
});

test("a keep-alive connection that was closed while idle costs one retry and no error", async () => {
  const server = await startFaultServer((response, _, number) => {
    if (number === 2) response.socket?.destroy();
    else json(response, 200, statusResponse, { "keep-alive": "timeout=5" });
  });
  const payments = new PaymentSessions({ ...withoutPauses, baseUrl: server.url });
  await payments.sessions.status("pay_1");
  const { attempts } = await payments.sessions.status("pay_1").withResponse();
  expect(attempts).toMatchObject([{ fault: "connection" }, { status: 200 }]);
});

test.each([
  [0, [0, 0]],
  [0.5, [250, 500]],
  [0.999999, [500, 1_000]],
])("pauses are spread over their whole range: random %d", async (random, pauses) => {
  const clock = createVirtualClock();
  const server = await startFaultServer((response) => json(response, 500, {}));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, random: () => random, ...longLimits });
  const result = payments.sessions.status("pay_1").safe();
  const waited = [await clock.advanceToNext(60_000), await clock.advanceToNext(60_000)];
  expect(waited.map(Math.round)).toEqual(pauses);
  await result;
  expect(clock.pending()).toBe(0);
});

const now = Date.UTC(2027, 0, 1);
const inDate = (ms: number) => new Date(now + ms).toUTCString();

test.each([
  ["2", 2_000],
  ["0.5", 500],
  ["20", 20_000],
  [inDate(7_000), 7_000],
  ["Fri Jan  1 00:00:07 2027", 7_000],
  ["Friday, 01-Jan-27 00:00:07 GMT", 7_000],
  // Repeated by a proxy: fetch joins the values.
  ["3, 3", 3_000],
  ["2, 5", 5_000],
  [`${inDate(7_000)}, ${inDate(7_000)}`, 7_000],
  [`5, ${inDate(7_000)}, 6`, 7_000],
])("Retry-After %s is waited for", async (header, pauseMs) => {
  const clock = createVirtualClock(now);
  const server = await startFaultServer((response, _, number) =>
    number === 1 ? json(response, 429, {}, { "retry-after": header }) : json(response, 200, statusResponse),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, ...longLimits });
  const call = payments.sessions.status("pay_1").withResponse();
  expect(await clock.advanceToNext(60_000)).toBe(pauseMs);
  expect((await call).attempts).toMatchObject([{ waitedMs: 0 }, { waitedMs: pauseMs }]);
});

test.each([
  ["21", 21_000],
  ["86400", 86_400_000],
  ["9999999999", 9_999_999_999_000],
  ["99999999999999999999999999", Number.MAX_SAFE_INTEGER],
  [inDate(86_400_000), 86_400_000],
])("Retry-After %s is more than the cap: reported at once, with the wait", async (header, retryAfterMs) => {
  const clock = createVirtualClock(now);
  const server = await startFaultServer((response) =>
    json(response, 429, { code: "RATE_LIMITED" }, { "retry-after": header }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, ...longLimits });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterMs });
  expect(server.received).toHaveLength(1);
});

test.each([
  ["a date that is past", inDate(-60_000)],
  ["zero", "0"],
  ["garbage", "soon"],
  ["a negative number", "-1"],
  ["nothing", ""],
  ["infinity", "Infinity"],
  ["an exponent", "1e3"],
  ["a number and garbage", "3, soon"],
])("Retry-After with %s leaves the ordinary pause", async (_, header) => {
  const clock = createVirtualClock(now);
  const server = await startFaultServer((response, __, number) =>
    number === 1 ? json(response, 503, {}, { "retry-after": header }) : json(response, 200, statusResponse),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, random: () => 0.5, ...longLimits });
  const call = payments.sessions.status("pay_1");
  expect(await clock.advanceToNext(60_000)).toBe(250);
  await call;
});

test("the cap for Retry-After can be set", async () => {
  const server = await startFaultServer((response) => json(response, 429, {}, { "retry-after": "1" }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetryAfterMs: 500 });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ status: 429, retryAfterMs: 1_000 });
  expect(server.received).toHaveLength(1);
});

test("a clock with only a date is enough to read a Retry-After date", async () => {
  const server = await startFaultServer((response) => json(response, 429, {}, { "retry-after": inDate(30_000) }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock: { now: () => now } });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ status: 429, retryAfterMs: 30_000 });
});
