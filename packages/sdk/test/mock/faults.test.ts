// Tests injected and random faults, and the mock's record of the calls.
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { checkResponse } from "../../../../spec/response-check.js";
import { contract, type OperationContract } from "../../../server-kit/src/http/generated/contract.js";
import { isPaymentSessionsError, PaymentSessions } from "../../src/index.js";
import { mayMeet } from "../../src/mock/engine/faults.js";
import {
  createMockService,
  type Fault,
  faultNames,
  UnexpectedCallsError,
  unknownStatus,
} from "../../src/mock/index.js";
import { callWith, openTeaShop } from "./tea-shop.js";

afterEach(() => {
  vi.useRealTimers();
});

test.each(["fetch", "serve"] as const)("each fault by %s looks like the real failure", async (transport) => {
  const shop = await openTeaShop();
  const { mock, apiKey, order } = shop;
  const base = transport === "fetch" ? mock.baseUrl : (await mock.serve()).url;
  const send = transport === "fetch" ? mock.fetch : fetch;
  const initialize = (json: object) =>
    send(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  const checks: Partial<Record<Fault, (response: Response, text: string) => void>> = {
    "rate-limited": (response, text) => {
      expect([response.status, response.headers.get("retry-after"), JSON.parse(text).code]).toEqual([
        429,
        "1",
        "RATE_LIMITED",
      ]);
    },
    "html-502": (response, text) => {
      expect([response.status, response.headers.get("content-type")]).toEqual([502, "text/html"]);
      expect(text).toContain("<h1>502 Bad Gateway</h1>");
    },
    "empty-500": (response, text) => expect([response.status, text]).toEqual([500, ""]),
    "internal-error": (response, text) => {
      expect([response.status, JSON.parse(text).code]).toEqual([500, "INTERNAL_ERROR"]);
    },
    "truncated-json": (response, text) => {
      expect(response.status).toBe(200);
      expect(text).toMatch(/^{"success":true/);
      expect(() => JSON.parse(text)).toThrow();
    },
    "unknown-status": (response, text) => {
      expect([response.status, JSON.parse(text).status]).toEqual([200, unknownStatus]);
    },
  };
  for (const [fault, check] of Object.entries(checks)) {
    // The keys above are names of faults.
    mock.failNext("initializeCustomPaymentSession", fault as Fault);
    const response = await initialize(order());
    check(response, await response.text());
  }
  for (const [fault, created] of [
    ["connection-reset", 0],
    ["lost-response", 1],
  ] as const) {
    const json = order();
    mock.failNext("initializeCustomPaymentSession", fault);
    await expect(initialize(json)).rejects.toThrow(TypeError);
    const later = Object(await (await initialize(json)).json());
    expect([fault, later.message === undefined ? 0 : 1]).toEqual([fault, created]);
  }
});

test("the service's own error responses of faults match the contract", async () => {
  const shop = await openTeaShop();
  for (const operationId of ["initializeCustomPaymentSession", "getPaymentStatus"]) {
    for (const fault of ["rate-limited", "internal-error"] as const) {
      // Both ids are operations, and each accepts both faults.
      shop.mock.failNext(operationId as never, fault);
      const isStatus = operationId === "getPaymentStatus";
      const path = isStatus ? "/payments/pay_none/status" : "/payments/initialize";
      const { status, headers, ...response } = await callWith(shop)(path, isStatus ? {} : { json: shop.order() }).then(
        async (response) => ({ status: response.status, headers: response.headers, body: await response.json() }),
      );
      const method = isStatus ? "GET" : "POST";
      expect(checkResponse({ method, path, status, headers, body: response.body })).toEqual([]);
    }
  }
});

test("a fault affects the given number of calls, of its operation only, in the order in which faults were set", async () => {
  const shop = await openTeaShop();
  const { paymentId } = await shop.payments.sessions.initialize(shop.order());
  shop.mock.failNext("getPaymentStatus", "empty-500", 2);
  shop.mock.failNext("getPaymentStatus", "html-502");
  const call = callWith(shop);
  expect((await call("/health")).status).toBe(200);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await call(`/payments/${paymentId}/status`)).status);
  expect(statuses).toEqual([500, 500, 502, 200]);
});

/** Their status is that of the service itself or of a client's version. */
const withoutPayment = ["getHealth", "getLive", "getReady", "checkVersion"];

/** A field `status` of the response, or of an object in it. */
function hasStatus({ operationId, responses }: OperationContract): boolean {
  const fieldsOf = (schema: unknown): Record<string, unknown> => Object(Object(schema).properties);
  const fields = fieldsOf(responses["200"]?.schema);
  return (
    !withoutPayment.includes(operationId) &&
    [fields, ...Object.values(fields).map(fieldsOf)].some((one) => "status" in one)
  );
}

test("an unknown status can be planned for exactly the operations whose response has one", () => {
  const operations: OperationContract[] = Object.values(contract);
  const withStatus = operations.filter(hasStatus).map(({ operationId }) => operationId);
  expect(withStatus).toContain("getPaymentStatus");
  const planned = operations.filter((operation) => mayMeet(operation, "unknown-status"));
  expect(planned.map(({ operationId }) => operationId)).toEqual(withStatus);
});

test("options of the mock that are no object are refused, not ignored", async () => {
  const { mock } = await openTeaShop();
  // Wrong on purpose.
  const wrong = [null, 8080, "sessions.status", []] as never[];
  for (const options of wrong) {
    expect(() => createMockService(options)).toThrow("must be an object");
    await expect(mock.serve(options)).rejects.toThrow("must be an object");
    if (options !== 8080) expect(() => mock.failNext("sessions.status", "stall", options)).toThrow("must be an object");
  }
  await expect(mock.serve({ prt: 1 } as never)).rejects.toThrow('Did you mean "port"?');
});

test("unknown fault names are refused immediately, with the known ones", async () => {
  const { mock } = await openTeaShop();
  // Wrong on purpose.
  expect(() => mock.failNext("initialize" as never, "stall")).toThrow("initializeCustomPaymentSession");
  expect(() => mock.failNext("getPaymentStatus", "teapot" as Fault)).toThrow("lost-response");
  expect(() => mock.failNext("getPaymentStatus", "stall", 0)).toThrow("times");
  expect(() => mock.failNext("getLive", "rate-limited")).toThrow("no such response");
  expect(() => mock.failNext("getVersion", "unknown-status")).toThrow("no such response");
  expect(() => mock.chaos(1.5)).toThrow("whole number");
  expect(() => mock.webhooks.to("nowhere")).toThrow("absolute URL");
});

test("a stalled call ends when its caller gives up or the mock stops, and commits nothing", async () => {
  const shop = await openTeaShop();
  const call = (signal: AbortSignal | null = null) => shop.mock.fetch(`${shop.mock.baseUrl}/health`, { signal });
  shop.mock.failNext("getHealth", "stall", 3);
  const giveUp = new AbortController();
  const first = call(giveUp.signal);
  giveUp.abort(new Error("enough"));
  await expect(first).rejects.toThrow("enough");
  const second = call();
  const served = await shop.mock.serve();
  const third = fetch(`${served.url}/health`);
  third.catch(() => undefined);
  await vi.waitFor(() => expect(shop.mock.journal.calls()).toHaveLength(3));
  await shop.mock.stop();
  await expect(second).rejects.toThrow(TypeError);
  await expect(third).rejects.toThrow(TypeError);
});

test.each(["slow", "stall"] as const)(
  "calls that are %s, one after the other or at once, leave no abort listener",
  async (fault) => {
    const { mock, apiKey } = await openTeaShop();
    const warnings: string[] = [];
    const keep = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
    process.on("warning", keep);
    onTestFinished(() => void process.off("warning", keep));
    const payments = new PaymentSessions({
      apiKey,
      baseUrl: mock.baseUrl,
      fetch: mock.fetch,
      clock: mock.clock,
      maxRetries: 0,
      timeoutMs: 60_000,
      attemptTimeoutMs: 30_000,
    });
    mock.failNext("service.health", fault, { times: 24, ...(fault === "slow" && { delay: "1s" }) });
    for (let count = 0; count < 12; count += 1) await payments.service.health().safe();
    await Promise.all(Array.from({ length: 12 }, () => payments.service.health().safe()));
    // A warning is emitted in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(mock.journal.calls().map((call) => call.fault)).toEqual(Array(24).fill(fault));
    expect(warnings).toEqual([]);
  },
);

test("the SDK's retries after a lost response result in one payment", async () => {
  const { mock, merchantId, apiKey, order } = await openTeaShop();
  mock.failNext("initializeCustomPaymentSession", "lost-response");
  const payments = new PaymentSessions({ apiKey, baseUrl: mock.baseUrl, fetch: mock.fetch, random: () => 0 });
  const { attempts, data } = await payments.sessions.initialize(order()).withResponse();
  expect(attempts).toHaveLength(2);
  expect(mock.webhooks.deliveries().map(({ paymentId }) => paymentId)).toEqual([data.paymentId]);
  expect(data.merchantId).toBe(merchantId);
});

test("chaos replays: the same seed gives the same faults to the same calls, whatever happens beside them", async () => {
  const faultsOf = async (seed: number, withOthers: boolean) => {
    const shop = await openTeaShop();
    shop.mock.chaos(seed);
    const call = callWith(shop);
    for (let count = 0; count < 60; count += 1) {
      await call("/payments/pay_none/status").catch(() => undefined);
      if (withOthers) await call("/version").catch(() => undefined);
    }
    return shop.mock.journal
      .calls()
      .filter(({ operation }) => operation === "getPaymentStatus")
      .map(({ fault }) => fault);
  };
  const first = await faultsOf(7, false);
  expect(new Set(first).size).toBeGreaterThan(3);
  expect(first).not.toContain("stall");
  expect(await faultsOf(7, true)).toEqual(first);
  expect(await faultsOf(8, false)).not.toEqual(first);
});

test("the journal has every call with its response, and no secret wherever it was sent", async () => {
  const { mock, apiKey, webhookSecret, order } = await openTeaShop();
  const iban = "DE89 3704 0044 0532 0130 00";
  await mock.fetch(`${mock.baseUrl}/payments/initialize?key=${apiKey}`, {
    method: "POST",
    headers: {
      authorization: `bearer ${apiKey}`,
      "content-type": "application/json",
      "x-key": apiKey,
      "x-api-key": "other",
    },
    body: JSON.stringify(order({ metadata: { leaked: [webhookSecret, apiKey] }, customerName: iban })),
  });
  await mock.fetch(`${mock.baseUrl}/health`, { headers: { authorization: "Bearer no-key-of-ours" } });
  const [first, second] = mock.journal.calls();
  expect(first).toMatchObject({
    transport: "fetch",
    operation: "initializeCustomPaymentSession",
    method: "POST",
    status: 200,
  });
  expect(first?.responseBody).toMatchObject({ success: true, amountCents: 1999 });
  expect(second).toMatchObject({ operation: "getHealth", status: 200, body: undefined });
  const text = JSON.stringify(mock.journal.calls());
  for (const secret of [apiKey, webhookSecret, iban, "no-key-of-ours", "other"]) expect(text).not.toContain(secret);
});

test("stop reports unexpected calls, also when their caller swallowed the error", async () => {
  const shop = await openTeaShop();
  const call = callWith(shop);
  await call("/payments").catch(() => undefined);
  await call("/health", { json: {} }).catch(() => undefined);
  await shop.mock.fetch("https://elsewhere.test/tracking?id=1").catch(() => undefined);
  await call("/payments/pay_none/status");
  const stopping = shop.mock.stop();
  await expect(stopping).rejects.toThrow(UnexpectedCallsError);
  await expect(stopping).rejects.toMatchObject({
    calls: [
      `GET ${shop.mock.baseUrl}/payments`,
      `POST ${shop.mock.baseUrl}/health`,
      "GET https://elsewhere.test/tracking",
    ],
  });
  await shop.mock.stop();
});

test("stop does not show a key in the address of an unexpected call", async () => {
  const shop = await openTeaShop();
  await shop.mock.fetch(`https://elsewhere.test/leak/${shop.apiKey}`).catch(() => undefined);
  await expect(shop.mock.stop()).rejects.toMatchObject({ calls: ["GET https://elsewhere.test/leak/[masked]"] });
});

test("a mock that is not strict stops without an error, and still reaches no other address", async () => {
  const shop = await openTeaShop({ strict: false });
  await callWith(shop)("/payments");
  await expect(shop.mock.fetch("https://elsewhere.test/")).rejects.toThrow(TypeError);
  await expect(shop.mock.stop()).resolves.toBeUndefined();
});

test("over HTTP an idle connection is kept for as long as the service keeps one", async () => {
  const mock = createMockService();
  const { url } = await mock.serve();
  const response = await fetch(`${url}/health`);
  expect(response.headers.get("keep-alive")).toBe("timeout=65");
  await mock.stop();
});

test("served, stopped and served again, it has the same state", async () => {
  const shop = await openTeaShop();
  const first = await shop.mock.serve();
  const { paymentId, handoffUrl } = await shop.clientFor(first.url).sessions.initialize(shop.order());
  expect(handoffUrl.startsWith(first.url)).toBe(true);
  await first.stop();
  await expect(fetch(`${first.url}/health`)).rejects.toThrow();
  const second = await shop.mock.serve();
  expect(await shop.clientFor(second.url).sessions.status(paymentId)).toMatchObject({ status: "pending" });
  await shop.mock.stop();
  const third = await shop.mock.serve();
  expect((await fetch(`${third.url}/health`)).status).toBe(200);
});

test("with all timers faked the mock responds, sends webhooks and advances its own time", async () => {
  vi.useFakeTimers();
  const mock = createMockService();
  const { merchantId } = await mock.stores.create({ name: "Tea" });
  const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const json = { merchantId, orderId: "1", amountCents: 100, currency: "EUR" };
  const { paymentId } = Object(await (await callWith({ mock, apiKey })("/payments/initialize", { json })).json());
  const received: unknown[] = [];
  mock.webhooks.to(({ body }) => {
    received.push(JSON.parse(body).status);
    return received.length === 1 ? 503 : 200;
  });
  await mock.sessions.succeed(paymentId);
  await mock.clock.advance("1h");
  expect(received).toEqual(["completed", "completed"]);
  await mock.stop();
});

test("every fault is known to the SDK as an error of its own kind", async () => {
  const { mock, payments, order } = await openTeaShop();
  for (const fault of faultNames.filter((name) => !["stall", "slow", "unknown-status"].includes(name))) {
    mock.failNext("initializeCustomPaymentSession", fault);
    const error = await payments.sessions.initialize(order()).catch((thrown: unknown) => thrown);
    expect([fault, isPaymentSessionsError(error)]).toEqual([fault, true]);
  }
});

test("C26: an operation that does not exist is refused with the nearest name; those of the README are accepted", () => {
  const mock = createMockService();
  // @ts-expect-error: an operation that does not exist does not compile
  expect(() => mock.failNext("initialise", "stall")).toThrow('Did you mean "sessions.initialize"?');
  mock.failNext("sessions.status", "unavailable-503");
});
