// The mock as two more targets of the service's contract suite: over real HTTP, and by its fetch behind a
// plain forwarder, since the suite uses HTTP.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenTarget, Target, TargetOptions } from "../../../server-kit/test/contract/target.js";
import { createMockService, type MockService } from "../../src/mock/index.js";

/** A Thursday at noon, as for the kit. */
const startAt = Date.UTC(2026, 4, 7, 12, 0, 0);

export const servedMock: Target = {
  name: "the mock over HTTP",
  open: (options = {}) =>
    openMock(options, async (mock) => {
      const served = await mock.serve();
      return { url: served.url, publicUrl: served.url, close: () => served.stop() };
    }),
};

export const fetchedMock: Target = {
  name: "the mock by its fetch",
  open: (options = {}) => openMock(options, forward),
};

interface Transport {
  url: string;
  publicUrl: string;
  close(): Promise<void>;
}

async function openMock(
  options: TargetOptions,
  openTransport: (mock: MockService) => Promise<Transport>,
): Promise<OpenTarget> {
  let now = startAt;
  const mock = createMockService({
    baseUrl: "https://pay.example.test",
    clock: { now: () => now },
    strict: false,
    hasLiveBank: false,
    environments: options.environments,
    rateLimits: options.rateLimits ?? true,
    providerTimeoutMs: options.providerTimeoutMs,
    trustedProxyHops: options.trustedProxyHops,
    deployment: { environment: "contract-suite", commit: "0000000", date: "2026-05-01T12:00:00.000Z" },
    enforceTestEligibility: options.enforceTestEligibility,
    logger: loggerFor(options.onLogLine),
  });
  const transport = await openTransport(mock);
  return {
    url: transport.url,
    publicUrl: transport.publicUrl,
    stores: {
      // The suite defines an empty store: only the fields that it names are set.
      create: ({ kyc = "pending", verification = "pending", ...setup }) =>
        mock.stores.create({
          ...setup,
          kyc,
          verification,
          webhookUrl: setup.webhookUrl ?? null,
          bankAccount: setup.bankAccount ?? null,
          paymentMethods: { qr_pay: "off", card_processing: "off", bank_transfer: "off", ...setup.paymentMethods },
        }),
      update: (merchantId, changes) => mock.stores.update(merchantId, changes),
      disable: (merchantId) => mock.stores.disable(merchantId),
      delete: (merchantId) => mock.stores.delete(merchantId),
    },
    apiKeys: mock.apiKeys,
    orders: mock.orders,
    webhooks: {
      history: (paymentId) => mock.webhooks.history(paymentId),
      redeliver: (deliveryId, how) => mock.webhooks.redeliver(deliveryId, how),
    },
    clock: {
      now: () => mock.clock.now(),
      advance(ms) {
        now += ms;
      },
    },
    runDue: () => mock.clock.advance(0),
    async close() {
      await transport.close();
      await mock.stop();
    },
  };
}

/** An HTTP server that only forwards to `mock.fetch`. */
async function forward(mock: MockService): Promise<Transport> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (name !== "connection" && name !== "transfer-encoding") headers.set(name, String(value));
    }
    const body = chunks.length === 0 ? {} : { body: new Uint8Array(Buffer.concat(chunks)) };
    const mocked = await mock.fetch(mock.baseUrl + request.url, { method: request.method ?? "GET", headers, ...body });
    response.writeHead(mocked.status, Object.fromEntries(mocked.headers));
    response.end(Buffer.from(await mocked.arrayBuffer()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A TCP server's address is an object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publicUrl: mock.baseUrl,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function loggerFor(onLogLine: TargetOptions["onLogLine"]) {
  const write = (fields: object, message: string) => onLogLine?.(`${JSON.stringify(fields)} ${message}`);
  return { debug: write, info: write, warn: write, error: write };
}
