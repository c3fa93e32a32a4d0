// Tests that a service which stops completes the requests it has accepted, and that no client can delay it.
import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { stopServers } from "../../src/compose/stop-servers.js";
import { createTasksInFlight } from "../../src/domain/tasks-in-flight.js";
import { createPaymentService } from "../../src/index.js";
import { freshStorage } from "../storages.js";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function portOf(server: ReturnType<typeof createServer>): number {
  // Sound: a TCP server's address is an object.
  return (server.address() as { port: number }).port;
}

test("completes sixty calls that were in flight when it was stopped", async () => {
  let sessions = 0;
  let release: () => void = () => undefined;
  const barrier = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    rateLimits: false,
    openBanking: {
      test: {
        code: "slowbank",
        async createSession({ attemptId }) {
          sessions += 1;
          await barrier;
          return { sessionId: attemptId, redirectUrl: "https://bank.example.com/s" };
        },
        fetchOutcome: async () => undefined,
      },
    },
  });
  const server = await service.listen(0);
  const store = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  const initialize = async (orderId: string, fields: object): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${portOf(server)}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ merchantId: store.merchantId, orderId, amountCents: 1999, currency: "EUR", ...fields }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
  const waiting = Array.from({ length: 10 }, (_, index) => initialize(`waiting ${index}`, direct));
  await expect.poll(() => sessions, { timeout: 20_000 }).toBe(10);

  const sent: Promise<number>[] = [];
  const connected = new Promise<void>((resolve) => server.once("connection", () => resolve()));
  for (let index = 0; index < 50; index += 1) sent.push(initialize(`sent ${index}`, {}));
  await connected;
  const stopped = service.stop();
  for (const status of await Promise.all(sent)) expect([200, 503]).toContain(status);
  release();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  await stopped;
});

test("a request that never ends delays the stop only until its timeout", async () => {
  const server = createServer((request) => request.resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.closeAllConnections());
  const arrived = new Promise((resolve) => server.once("request", resolve));
  const client = connect(portOf(server), "127.0.0.1");
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
