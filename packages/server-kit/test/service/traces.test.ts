// Tests W3C trace context and OpenTelemetry (O16): the caller's trace is passed on, and a host's SDK gets
// spans of requests, units of work, adapters, webhooks.
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, expect, test } from "vitest";
import {
  createPaymentService,
  currentTraceParent,
  currentTraceState,
  type OpenBankingProvider,
  type PaymentService,
} from "../../src/index.js";
import { listen } from "../listen.js";
import { serveService } from "../serve.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
let closeReceiver: () => Promise<void> = async () => {};
afterEach(async () => {
  await service.stop();
  await closeReceiver();
  trace.disable();
  context.disable();
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const incoming = `00-${traceId}-00f067aa0ba902b7-01`;

async function openService() {
  const traceParents: (string | undefined)[] = [];
  const traceStates: (string | undefined)[] = [];
  const lines: Record<string, unknown>[] = [];
  const receiver = await listen((request, response) => {
    traceParents.push(request.headers.traceparent?.toString());
    traceStates.push(request.headers.tracestate?.toString());
    request.resume().on("end", () => response.end());
  });
  closeReceiver = receiver.close;
  const seenByAdapter: (string | undefined)[] = [];
  const statesSeenByAdapter: (string | undefined)[] = [];
  const provider: OpenBankingProvider = {
    code: "bank",
    async createSession({ attemptId }) {
      seenByAdapter.push(currentTraceParent());
      statesSeenByAdapter.push(currentTraceState());
      return { sessionId: attemptId, redirectUrl: "https://bank.example/" };
    },
    fetchOutcome: async () => undefined,
  };
  service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    openBanking: { test: provider },
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    // The fields of a log line are an object.
    logger: { debug() {}, warn() {}, error() {}, info: (fields) => void lines.push(fields as Record<string, unknown>) },
  });
  const base = await serveService(service);
  const { merchantId } = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: `${receiver.url}/hook`,
  });
  const key = await service.apiKeys.issue({ merchantId, environment: "test" });
  const initialize = async (traceparent?: string, tracestate?: string) => {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.secret}`,
        "content-type": "application/json",
        ...(traceparent !== undefined && { traceparent }),
        ...(tracestate !== undefined && { tracestate }),
      },
      body: JSON.stringify({
        merchantId,
        orderId: "1001",
        amountCents: 1999,
        currency: "EUR",
        paymentMethod: "open_bank_transfer",
        checkoutMode: "direct_provider",
        customerCountry: "DE",
      }),
    });
    expect(response.status).toBe(200);
  };
  return { initialize, traceParents, traceStates, lines, seenByAdapter, statesSeenByAdapter };
}

test("O16: without an SDK a caller's trace is passed on unchanged: to the log, to the adapter and with each webhook", async () => {
  const { initialize, traceParents, lines, seenByAdapter } = await openService();
  await initialize(incoming);
  await expect.poll(() => traceParents.length).toBeGreaterThan(0);
  expect(new Set(traceParents)).toEqual(new Set([incoming]));
  expect(seenByAdapter).toEqual([incoming]);
  expect(lines.find(({ route }) => route === "/payments/initialize")).toMatchObject({ traceId });
});

test.each([
  ["no trace", undefined],
  ["a malformed trace", `00-${traceId}-0000000000000000-01`],
  ["a trace of an unknown form", "ff-1-2-3"],
])("O16: without an SDK, %s is not passed on", async (_, traceparent) => {
  const { initialize, traceParents, seenByAdapter } = await openService();
  await initialize(traceparent);
  await expect.poll(() => traceParents.length).toBeGreaterThan(0);
  expect([...traceParents, ...seenByAdapter].every((one) => one === undefined)).toBe(true);
});

test.each([
  ["goes on with its trace", incoming, "vendor=a1,other=b2", "vendor=a1,other=b2"],
  ["that is no list of entries is left out", incoming, "neither key nor value", undefined],
  ["beyond 512 characters is left out", incoming, `vendor=${"x".repeat(506)}`, undefined],
  ["without a trace is left out", undefined, "vendor=a1", undefined],
])("O16: a tracestate %s", async (_, traceparent, tracestate, passedOn) => {
  const { initialize, traceStates, statesSeenByAdapter } = await openService();
  await initialize(traceparent, tracestate);
  await expect.poll(() => traceStates.length).toBeGreaterThan(0);
  expect(new Set(traceStates)).toEqual(new Set([passedOn]));
  expect(statesSeenByAdapter).toEqual([passedOn]);
});

test("O16: a host's SDK gets spans of the request, its units of work, the adapter and the webhook, in one trace", async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const { initialize, traceParents, traceStates, seenByAdapter } = await openService();
  await initialize(incoming, "vendor=a1");
  const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  await expect.poll(() => spans().some(({ name }) => name === "payment_sessions.webhook")).toBe(true);
  const named = (name: string) => spans().filter((span) => span.name === name);
  const [request] = named("POST /payments/initialize");
  expect(request?.parentSpanContext?.spanId).toBe("00f067aa0ba902b7");
  expect(request?.attributes).toMatchObject({ "http.route": "/payments/initialize", "http.response.status_code": 200 });
  const [adapter] = named("payment_sessions.adapter open_banking_test.createSession");
  expect(adapter?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(seenByAdapter).toEqual([`00-${traceId}-${adapter?.spanContext().spanId}-01`]);
  const units = named("payment_sessions.unit_of_work");
  expect(units.length).toBeGreaterThan(0);
  expect(units.every((span) => span.parentSpanContext !== undefined)).toBe(true);
  const [webhook] = named("payment_sessions.webhook");
  expect(webhook?.attributes).toMatchObject({
    "payment_sessions.outcome": "success",
    "http.response.status_code": 200,
  });
  expect(traceParents).toContain(`00-${traceId}-${webhook?.spanContext().spanId}-01`);
  expect(new Set(traceStates)).toEqual(new Set(["vendor=a1"]));
});

test("O16: spans contain no personal data and no secrets", async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const { initialize } = await openService();
  await initialize();
  await expect
    .poll(() => exporter.getFinishedSpans().some(({ name }) => name === "payment_sessions.webhook"))
    .toBe(true);
  const allowed = /^(http\.(request\.method|route|response\.status_code)|payment_sessions\.\w+)$/;
  for (const span of exporter.getFinishedSpans()) {
    for (const name of Object.keys(span.attributes)) expect(name).toMatch(allowed);
    expect(JSON.stringify(span.attributes)).not.toMatch(/ps_test_|@|token=/);
  }
});
