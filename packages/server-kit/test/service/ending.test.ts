// Tests that a service which stops completes the requests it has accepted, and that no client can delay it.
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { stopServers } from "../../src/compose/stop-servers.js";
import { createTasksInFlight } from "../../src/domain/tasks-in-flight.js";
import { createPaymentService, type Storage } from "../../src/index.js";
import { createGate } from "../gate.js";
import { listen, portOf, urlOf } from "../listen.js";
import { closeAfterTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

test("completes sixty calls that were in flight when it was stopped", async () => {
  const bank = createGate();
  const writes = createGate();
  let sessionCount = 0;
  let areWritesHeld = false;
  const real = freshStorage();
  const storage: Storage = {
    ...real,
    async write(work) {
      if (areWritesHeld) await writes.passed;
      return real.write(work);
    },
  };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    rateLimits: false,
    openBanking: {
      test: {
        code: "slowbank",
        async createSession({ attemptId }) {
          sessionCount += 1;
          await bank.passed;
          return { sessionId: attemptId, redirectUrl: "https://bank.example.com/s" };
        },
        fetchOutcome: async () => undefined,
      },
    },
  });
  const server = await service.listen(0);
  let requestCount = 0;
  server.on("request", () => {
    requestCount += 1;
  });
  const store = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  const initialize = async (orderId: string, fields: object): Promise<number> => {
    const response = await fetch(`${urlOf(server)}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ merchantId: store.merchantId, orderId, amountCents: 1999, currency: "EUR", ...fields }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
  const atBank = Array.from({ length: 10 }, (_, index) => initialize(`at the bank ${index}`, direct));
  await expect.poll(() => sessionCount, { timeout: 20_000 }).toBe(10);
  areWritesHeld = true;
  const atStorage = Array.from({ length: 50 }, (_, index) => initialize(`at the storage ${index}`, {}));
  await expect.poll(() => requestCount, { timeout: 20_000 }).toBe(60);

  const stopped = service.stop();
  writes.open();
  bank.open();
  expect(new Set(await Promise.all([...atStorage, ...atBank]))).toEqual(new Set([200]));
  await stopped;
});

test("a request that arrives during the stop on an open connection gets 503", async () => {
  const service = createPaymentService({ baseUrl: "http://127.0.0.1:1", storage: freshStorage() });
  const server = await service.listen(0);
  const accepted = new Promise((resolve) => server.once("connection", resolve));
  const client = connect(portOf(server), "127.0.0.1");
  closeAfterTest(() => client.destroy());
  await accepted;
  const stopped = service.stop();
  const response = new Promise((resolve) => client.once("data", (chunk) => resolve(String(chunk))));
  client.write("GET /version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await response).toMatch(/^HTTP\/1\.1 503 /);
  await stopped;
});

test("a request that never ends delays the stop only until its timeout", async () => {
  const server = createServer((request) => request.resume());
  const { port, close } = await listen(server);
  closeAfterTest(close);
  const arrived = new Promise((resolve) => server.once("request", resolve));
  const client = connect(port, "127.0.0.1");
  const cut = new Promise((resolve) => client.once("close", resolve));
  client.on("error", () => undefined);
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{");
  await arrived;
  const requests = createTasksInFlight();
  void requests.track(new Promise(() => undefined));
  await stopServers([server], { quietPeriodMs: 1, forceAfterMs: 50, requests });
  await cut;
  expect(server.listening).toBe(false);
});
