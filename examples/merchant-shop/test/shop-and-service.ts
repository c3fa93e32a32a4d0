// The shop and the service as two real HTTP servers on loopback, with one clock for both, the SDK and the verifier.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaymentSessions } from "@payment-sessions/sdk";
import { createPaymentService, type PaymentService, sqliteStorage } from "@payment-sessions/server-kit";
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { onTestFinished } from "vitest";
import { type Orders, openOrders } from "../src/orders.js";
import { createShop } from "../src/shop.js";

export interface Market {
  shopUrl: string;
  serviceUrl: string;
  service: PaymentService;
  payments: PaymentSessions;
  orders: Orders;
  merchantId: string;
  clock: { now(): number; advance(ms: number): void };
  /** Log lines of the shop about failed deliveries. */
  failures: string[];
  /** While true, the shop's server refuses deliveries as a broken one would. */
  outage: { isOn: boolean };
}

/** `isRealTime`: for a browser, whose clock cannot be injected. */
export async function openMarket({ isRealTime = false } = {}): Promise<Market> {
  const clock = isRealTime ? { now: () => Date.now(), advance: () => {} } : createClock(Date.UTC(2027, 0, 31, 12));
  const folder = mkdtempSync(join(tmpdir(), "merchant-shop-"));
  const servicePort = await freePort();
  const serviceUrl = `http://127.0.0.1:${servicePort}/pay`;
  const service = createPaymentService({
    baseUrl: serviceUrl,
    storage: sqliteStorage({ filename: join(folder, "payments.db") }),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    random: () => 0.5,
    clock,
  });
  await service.listen(servicePort);

  const shopServer = createServer();
  const shopUrl = await listen(shopServer);
  const store = await service.stores.create({
    name: "Tea & Pots",
    kyc: "approved",
    verification: "approved",
    webhookUrl: `${shopUrl}/webhooks/payment-sessions`,
    paymentMethods: { qr_pay: "test", open_bank_transfer: "test", bank_transfer: "test" },
    bankAccount: { bankName: "", accountHolder: "Tea & Pots", iban: "DE89370400440532013000", bic: "" },
  });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  const payments = new PaymentSessions({ apiKey: key.secret, baseUrl: serviceUrl, clock: { now: () => clock.now() } });
  const orders = openOrders(join(folder, "orders.jsonl"));
  const failures: string[] = [];
  const outage = { isOn: false };
  const shop = createShop({
    payments,
    merchantId: store.merchantId,
    webhookSecret: store.webhookSecret,
    orders,
    publicUrl: shopUrl,
    dedupe: memoryDedupeStore({ now: () => clock.now() }),
    log: (message, error) => failures.push(`${message}: ${String((error as Error).cause ?? error)}`),
  });
  shopServer.on("request", (request, response) => {
    if (outage.isOn && request.method === "POST") response.writeHead(503).end();
    else shop(request, response);
  });

  onTestFinished(async () => {
    await service.stop();
    shopServer.closeAllConnections();
    await new Promise((resolve) => shopServer.close(resolve));
    orders.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { merchantId } = store;
  return { shopUrl, serviceUrl, service, payments, orders, merchantId, clock, failures, outage };
}

function createClock(start: number): { now(): number; advance(ms: number): void } {
  let time = start;
  return {
    now: () => time,
    advance(ms) {
      time += ms;
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = Number(new URL(await listen(probe)).port);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
