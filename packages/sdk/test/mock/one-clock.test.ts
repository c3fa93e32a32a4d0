// Tests that dates, pauses and deadlines share one clock: a client's waits pass in the mock's time, and take
// no real time.
import { expect, onTestFinished, test } from "vitest";
import { checkResponse } from "../../../../spec/response-check.js";
import { PaymentSessions } from "../../src/index.js";
import { createMockService, type MockOptions, type MockService } from "../../src/mock/index.js";
import { openTeaShop, start } from "./tea-shop.js";

/** Below the shortest pause under test (5 s), and far above the time that the work takes, also on a busy machine. */
const realMs = 4500;

async function openShopOnOneClock(options: MockOptions = {}, client: object = {}) {
  const shop = await openTeaShop(options);
  const { mock, apiKey } = shop;
  const clientAt = (baseUrl: string, fetch?: typeof globalThis.fetch) =>
    new PaymentSessions({ apiKey, baseUrl, ...(fetch && { fetch }), clock: mock.clock, random: () => 0.5, ...client });
  const payments = clientAt(mock.baseUrl, mock.fetch);
  const startedAt = performance.now();
  onTestFinished(() => expect(performance.now() - startedAt).toBeLessThan(realMs));
  return { ...shop, payments, clientAt };
}

const passed = (mock: MockService) => mock.clock.now() - start;

test.each([
  ["rate-limited", 429],
  ["unavailable-503", 503],
  ["shutting-down-503", 503],
  ["in-progress-409", 409],
] as const)("C27: a retry after %s waits for the chosen Retry-After in the mock's time", async (fault, status) => {
  const { mock, payments, order } = await openShopOnOneClock();
  mock.failNext("sessions.initialize", fault, { retryAfter: 7, times: 2 });
  const { attempts } = await payments.sessions.initialize(order()).withResponse();
  expect(attempts.map(({ status, waitedMs }) => [status, waitedMs])).toEqual([
    [status, 0],
    [status, 7000],
    [200, 7000],
  ]);
  expect(passed(mock)).toBe(14_000);
});

test("C27: a Retry-After may be a date of the mock's clock", async () => {
  const { mock, payments, order } = await openShopOnOneClock();
  mock.failNext("sessions.initialize", "unavailable-503", { retryAfter: new Date(start + 9000).toUTCString() });
  mock.failNext("sessions.initialize", "rate-limited", { retryAfter: new Date(start + 15_000).toUTCString() });
  await payments.sessions.initialize(order());
  expect(passed(mock)).toBe(15_000);
});

test.each(["fetch", "serve"] as const)(
  "C27: by %s, a stalled call ends at its deadlines in the mock's time",
  async (transport) => {
    const { mock, payments, clientAt, order } = await openShopOnOneClock();
    const client = transport === "fetch" ? payments : clientAt((await mock.serve()).url);
    mock.failNext("sessions.initialize", "stall", 3);
    const result = await client.sessions.initialize(order()).safe();
    expect(result).toMatchObject({ ok: false, error: { kind: "timeout", outcome: "unknown" } });
    // Three attempts of 20 s and their pauses exceed the 60 s of the call.
    expect(passed(mock)).toBe(60_000);
  },
);

test.each(["fetch", "serve"] as const)(
  "C27: by %s, a slow response arrives in time, or its call is repeated",
  async (transport) => {
    const { mock, payments, clientAt, order } = await openShopOnOneClock();
    const client = transport === "fetch" ? payments : clientAt((await mock.serve()).url);
    mock.failNext("sessions.initialize", "slow", { delay: "19s" });
    const first = await client.sessions.initialize(order()).withResponse();
    expect([first.attempts.length, passed(mock)]).toEqual([1, 19_000]);
    mock.failNext("sessions.initialize", "slow", { delay: "25s" });
    const second = await client.sessions.initialize(order()).withResponse();
    expect(second.attempts.map(({ fault }) => fault)).toEqual(["timeout", undefined]);
    expect(mock.webhooks.deliveries().filter(({ paymentId }) => paymentId === second.data.paymentId)).toHaveLength(1);
  },
);

test("C27: a slow response takes real time for a client with a clock of its own", async () => {
  const { mock, payments, order } = await openTeaShop();
  mock.failNext("sessions.initialize", "slow", { delay: 30 });
  const startedAt = performance.now();
  await payments.sessions.initialize(order());
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(28);
});

test("C27: a call that waits for a payment sees later statuses, and the deadline", async () => {
  const { mock, payments, order } = await openShopOnOneClock();
  const { paymentId } = await payments.sessions.initialize(order());
  const waiting = payments.sessions.waitForCompletion(paymentId, { deadlineMs: 120_000 });
  await mock.sessions.succeed(paymentId);
  expect((await waiting).status).toBe("completed");
  expect(passed(mock)).toBeLessThan(5000);
  const second = await payments.sessions.initialize(order());
  const before = passed(mock);
  const result = payments.sessions.waitForCompletion(second.paymentId, { deadlineMs: 120_000 });
  await expect(result).rejects.toMatchObject({ code: "WAIT_DEADLINE", lastStatus: "pending" });
  expect(passed(mock) - before).toBe(120_000);
});

test("C27: time that passes by a client's pause brings webhook retries too", async () => {
  const { mock, payments, order } = await openShopOnOneClock();
  const statuses: number[] = [];
  mock.webhooks.to(() => (statuses.push(mock.clock.now()) === 1 ? 503 : 200));
  await payments.sessions.initialize(order());
  await mock.webhooks.settled();
  expect(statuses).toEqual([start]);
  await mock.clock.sleep(60_000);
  expect(statuses).toHaveLength(2);
  expect(statuses[1]).toBeGreaterThanOrEqual(start + 24_000);
});

test.each(["function", "URL"] as const)(
  "C27: a receiver by %s that retries a call does not wait for itself",
  async (how) => {
    const shop = await openShopOnOneClock();
    const { mock, payments, order } = shop;
    const seen: unknown[] = [];
    const receive = async (body: string) => {
      mock.failNext("sessions.status", "rate-limited", { retryAfter: 10 });
      seen.push((await payments.sessions.status(JSON.parse(body).transaction_id)).status);
    };
    if (how === "function") mock.webhooks.to(({ body }) => receive(body));
    else mock.webhooks.to(await listen(receive));
    const { paymentId } = await payments.sessions.initialize(order());
    await mock.webhooks.settled();
    await mock.sessions.succeed(paymentId);
    expect(seen).toEqual(["pending", "completed"]);
    expect(mock.webhooks.deliveries().flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome))).toHaveLength(
      2,
    );
  },
);

test("C27: with autoAdvance off only advance ends sleeps, each at its due time", async () => {
  const { mock, payments, order } = await openShopOnOneClock({ autoAdvance: false });
  mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 5 });
  const initializing = payments.sessions.initialize(order()).withResponse();
  const woken: number[] = [];
  for (const seconds of [9, 3]) void mock.clock.sleep(seconds * 1000).then(() => woken.push(mock.clock.now() - start));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([woken, passed(mock)]).toEqual([[], 0]);
  await mock.clock.advance("10s");
  expect(woken).toEqual([3000, 9000]);
  expect((await initializing).attempts).toHaveLength(2);
  expect(mock.journal.calls().map(({ at }) => at - start)).toEqual([0, 5000]);
});

test("C27: a sleep that returns at once shortens pauses and ends no call", async () => {
  const { mock, order, apiKey } = await openTeaShop();
  mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 15 });
  const clock = { now: () => Date.now(), sleep: async () => undefined };
  const payments = new PaymentSessions({ apiKey, baseUrl: mock.baseUrl, fetch: mock.fetch, clock });
  expect((await payments.sessions.initialize(order()).withResponse()).attempts).toHaveLength(2);
});

test("C27: two clients on one clock wait concurrently", async () => {
  const { mock, payments, order } = await openShopOnOneClock();
  const other = payments.withOptions({ timeoutMs: 30_000 });
  mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 10 });
  mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 20 });
  await Promise.all([payments.sessions.initialize(order()), other.sessions.initialize(order())]);
  expect(passed(mock)).toBe(20_000);
});

test("C27: no call keeps waiting on a mock that was stopped or reset", async () => {
  const { mock } = await openShopOnOneClock({ autoAdvance: false });
  const sleeping = [mock.clock.sleep(10_000), mock.clock.sleep(60_000)];
  await mock.reset();
  await Promise.all(sleeping);
  const again = mock.clock.sleep(10_000);
  await mock.stop();
  await again;
});

test("C27: unknown names and values are refused with the nearest valid one", async () => {
  // Wrong on purpose.
  expect(() => createMockService({ ratelimits: true } as never)).toThrow('Did you mean "rateLimits"?');
  const { mock } = await openTeaShop();
  // Wrong on purpose.
  expect(() => mock.failNext("sessions.status", "slow", { dealy: "3s" } as never)).toThrow('Did you mean "delay"?');
  expect(() => mock.failNext("sessions.status", "slow", { retryAfter: 3 })).toThrow("slow takes no retryAfter");
  expect(() => mock.failNext("sessions.status", "rate-limited", { delay: 3 })).toThrow("rate-limited takes no delay");
  expect(() => mock.failNext("sessions.status", "rate-limited", { retryAfter: 0.5 })).toThrow("whole seconds");
  expect(() => mock.failNext("sessions.status", "in-progress-409")).toThrow("no such response");
  // @ts-expect-error: a fault that does not exist does not compile
  expect(() => mock.failNext("sessions.status", "slwo")).toThrow('Did you mean "slow"?');
  await expect(mock.clock.sleep(-1)).rejects.toThrow("milliseconds from 0");
});

test("C27: the service's own error responses of the new faults match the contract", async () => {
  const { mock, apiKey, order } = await openTeaShop();
  const path = "/payments/initialize";
  for (const fault of ["shutting-down-503", "in-progress-409", "rate-limited"] as const) {
    mock.failNext("sessions.initialize", fault, { retryAfter: 9 });
    const response = await mock.fetch(mock.baseUrl + path, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(order()),
    });
    expect(response.headers.get("retry-after")).toBe("9");
    const { status, headers } = response;
    expect(checkResponse({ method: "POST", path, status, headers, body: await response.json() })).toEqual([]);
  }
});

test("C27: an error of the mock itself reaches the caller of its fetch; over HTTP it is a 500, and stop raises it", async () => {
  let broken = false;
  const { mock, apiKey, payments, order } = await openTeaShop({ clock: { now: () => (broken ? Number.NaN : start) } });
  await payments.sessions.initialize(order());
  const served = await mock.serve();
  const send = (fetchOne: typeof fetch, baseUrl: string) =>
    fetchOne(`${baseUrl}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(order()),
    });
  broken = true;
  await expect(send(mock.fetch, mock.baseUrl)).rejects.toThrow(RangeError);
  const response = await send(fetch, served.url);
  broken = false;
  expect([response.status, await response.text()]).toEqual([500, "The mock failed: RangeError: Invalid time value"]);
  await expect(mock.stop()).rejects.toMatchObject({ cause: expect.any(RangeError) });
  await mock.stop();
});

async function listen(receive: (body: string) => Promise<void>): Promise<string> {
  const { createServer } = await import("node:http");
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    await receive(body);
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${Object(server.address()).port}/`;
}
