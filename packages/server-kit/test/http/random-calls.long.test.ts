// Twenty thousand random calls over HTTP: no 500, no hang, no response that the contract does not document.
import { Agent, type IncomingMessage, request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkResponse } from "../../../../spec/response-check.js";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { type ListeningServer, listen } from "../listen.js";
import { freshStorage } from "../storages.js";
import { type ArbitraryCall, arbitraryCall, type KnownValues } from "./arbitrary-calls.js";

const totalCalls = 20_000;
const concurrentCalls = 50;
const timeoutMs = 15_000;

let service: PaymentService;
let server: ListeningServer;
let known: KnownValues;
const agent = new Agent({ keepAlive: true, maxSockets: concurrentCalls });
const logged: string[] = [];

beforeAll(async () => {
  const note = (fields: object, message: string) =>
    void logged.push(`${message} ${String((fields as { err?: unknown }).err ?? "")}`);
  service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    rateLimits: false,
    providerTimeoutMs: 100,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: note },
  });
  server = await listen(service.callback());
  known = await createKnown();
});

afterAll(async () => {
  agent.destroy();
  await server.close();
  await service.stop();
});

async function createKnown(): Promise<KnownValues> {
  const values: KnownValues = {
    keys: [],
    merchantIds: [],
    paymentIds: [],
    orderIds: [],
    orderKeys: ["wc_order_Ab12Cd34Ef56G", "wc_order_nobody0000"],
  };
  for (const name of ["One", "Two"]) {
    const { merchantId } = await service.stores.create({
      name,
      kyc: "approved",
      verification: "approved",
      paymentMethods: { qr_pay: "live", card_processing: "live", bank_transfer: "test" },
      bankAccount: { bankName: "Testbank", accountHolder: name, iban: "DE89370400440532013000", bic: "" },
    });
    values.merchantIds.push(merchantId);
    for (const environment of ["test", "live"] as const) {
      const { secret } = await service.apiKeys.issue({ merchantId, environment });
      values.keys.push(secret);
      const orderId = `order ${name}/${environment}`;
      const { body } = await send({
        method: "POST",
        path: "/payments/initialize",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify({ merchantId, orderId, amountCents: 2000, currency: "EUR" }),
      });
      values.orderIds.push(orderId);
      values.paymentIds.push(String((body as Record<string, unknown>).paymentId));
    }
  }
  return values;
}

function isPage({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("text/html") === true;
}

function send({
  method,
  path,
  headers,
  body,
}: ArbitraryCall): Promise<{ status: number; headers: Headers; body: unknown }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port: server.port,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: timeoutMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            [value ?? ""].flat().join(", "),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(fields),
            body: text === "" || isPage(response) ? undefined : JSON.parse(text),
          });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("hangs")));
    sent.on("error", reject);
    sent.end(body);
  });
}

test("random calls get documented responses, and none is an internal error", { timeout: 240_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryCall(known), { minLength: concurrentCalls, maxLength: concurrentCalls }),
      async (calls) => {
        await Promise.all(
          calls.map(async (call) => {
            const response = await send(call);
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
            // For a client that accepts HTML, the response to an unknown path is a page.
            if (response.headers.get("content-type")?.startsWith("text/html")) {
              expect(response.status, JSON.stringify(call)).toBe(404);
              return;
            }
            expect(checkResponse({ ...response, method: call.method, path: call.path }), JSON.stringify(call)).toEqual(
              [],
            );
            expect(response.body, JSON.stringify(call)).not.toMatchObject({ code: "INTERNAL_ERROR" });
          }),
        );
      },
    ),
    { numRuns: totalCalls / concurrentCalls, endOnFailure: true },
  );
  expect(logged).toEqual([]);
  // If all calls were refused, the test would prove nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(totalCalls / 10);
  expect([400, 401, 403, 404, 405, 406, 413, 415].filter((status) => !statuses.has(status))).toEqual([]);
});
