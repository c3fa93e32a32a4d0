// Tests that a call ends at its deadline, wherever the other side stops. Deadlines cover headers, bodies and
// pauses.
import { expect, test } from "vitest";
import { PaymentSessions, TimeoutError } from "../src/index.js";
import { apiKey, hostedSession, json, order, type Script, startFaultServer } from "./fault-server.js";

const halfOf = JSON.stringify(hostedSession).slice(0, 60);

const stalls: [string, Script][] = [
  ["no response ever comes", () => undefined],
  [
    "the body stops half way",
    (response) => void response.writeHead(200, { "content-type": "application/json" }).write(halfOf),
  ],
  [
    "the body stops half way although its length was announced",
    (response) => void response.writeHead(200, { "content-length": "4000" }).write(halfOf),
  ],
  ["the body of an error stops half way", (response) => void response.writeHead(500).write('{"error":"Inter')],
  [
    "the body drips for ever",
    (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(drip));
    },
  ],
];

test.each(stalls)("the deadline of the call holds when %s", async (_, script) => {
  const server = await startFaultServer(script);
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, timeoutMs: 150 });
  const startedAt = performance.now();
  const result = await payments.sessions.initialize(order).safe();
  // Far above the deadline, for a busy machine: without one these calls would not end.
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(result).toMatchObject({ ok: false, error: { kind: "timeout", code: "TIMEOUT", outcome: "unknown" } });
  expect(result.ok || result.error).toBeInstanceOf(TimeoutError);
});

test.each(stalls)("the limit of one attempt holds when %s, and another attempt succeeds", async (_, script) => {
  const server = await startFaultServer((response, received, number) =>
    number === 1 ? script(response, received, number) : json(response, 200, hostedSession),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, attemptTimeoutMs: 120, random: () => 0 });
  const { attempts } = await payments.sessions.initialize(order).withResponse();
  // On a busy machine the second attempt may take longer than its limit, too.
  expect([attempts[0]?.fault, attempts.at(-1)?.status]).toEqual(["timeout", 200]);
});

test("an incomplete body is reported with the status that came before it", async () => {
  const server = await startFaultServer((response) => void response.writeHead(200).write(halfOf));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, timeoutMs: 100 });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ status: 200, rawBody: halfOf });
});

test("three attempts without a response take no longer than the deadline of the call", async () => {
  const server = await startFaultServer(() => undefined);
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: server.url,
    timeoutMs: 300,
    attemptTimeoutMs: 120,
    random: () => 0,
  });
  const startedAt = performance.now();
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ code: "TIMEOUT" });
  expect(performance.now() - startedAt).toBeLessThan(450);
  expect(server.received).toHaveLength(3);
});

test("no pause begins that would end after the deadline: the last response is reported instead", async () => {
  const server = await startFaultServer((response) => json(response, 503, { error: "busy" }, { "retry-after": "5" }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, timeoutMs: 2_000 });
  const startedAt = performance.now();
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ status: 503, retryAfterMs: 5_000 });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("the timeout of a call overrides the client's", async () => {
  const server = await startFaultServer(() => undefined);
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await expect(payments.sessions.status("pay_1", { timeoutMs: 80 })).rejects.toMatchObject({ code: "TIMEOUT" });
});

test("after a timeout the server sees its socket closed", async () => {
  let onClose: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    onClose = resolve;
  });
  const server = await startFaultServer((response) => void response.on("close", onClose));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, timeoutMs: 80 });
  await payments.sessions.status("pay_1").safe();
  await closed;
});

test("the deadline holds even with a fetch that ignores signals", async () => {
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    timeoutMs: 80,
    fetch: () => new Promise<Response>(() => undefined),
  });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ code: "TIMEOUT" });
});

test("the caller's signal ends a call in progress, whose outcome is then unknown", async () => {
  const controller = new AbortController();
  const server = await startFaultServer(() => controller.abort());
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  const result = await payments.sessions.initialize(order, { signal: controller.signal }).safe();
  expect(result).toMatchObject({ ok: false, error: { kind: "aborted", code: "ABORTED", outcome: "unknown" } });
  expect(server.received).toHaveLength(1);
});

test.each(["before", "during", "between"])(
  "the signal's reason is the cause of the error, aborted %s the attempts",
  async (when) => {
    const controller = new AbortController();
    // As when one failed call ends the others: its response must not be taken for this call's.
    const reason = Object.assign(new Error("another call failed"), { response: new Response("{}", { status: 404 }) });
    const abort = () => controller.abort(reason);
    const server = await startFaultServer((response) => {
      if (when === "during") return abort();
      json(response, 503, {}, { "retry-after": "15" });
      setTimeout(abort, 30);
    });
    if (when === "before") abort();
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
    const result = await payments.sessions.status("pay_1", { signal: controller.signal }).safe();
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "ABORTED",
        message: expect.stringContaining("another call failed"),
        cause: { message: reason.message },
      },
    });
  },
);

test("a signal that was aborted before sends nothing", async () => {
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  const result = await payments.sessions.initialize(order, { signal: AbortSignal.abort() }).safe();
  expect(result).toMatchObject({ ok: false, error: { code: "ABORTED", outcome: "not_sent" } });
  expect(server.received).toHaveLength(0);
});

test("the caller's signal ends a pause between attempts", async () => {
  const controller = new AbortController();
  const server = await startFaultServer((response) => {
    json(response, 503, {}, { "retry-after": "15" });
    setTimeout(() => controller.abort(), 30);
  });
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  const startedAt = performance.now();
  const result = await payments.sessions.status("pay_1", { signal: controller.signal }).safe();
  expect(result).toMatchObject({ ok: false, error: { code: "ABORTED" } });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
