// A real HTTP server on loopback that responds as the test's script defines, and records what it received.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Handles one request; `number` counts from 1. */
export type Script = (response: ServerResponse, received: Received, number: number) => void;

export interface FaultServer {
  readonly url: string;
  readonly received: Received[];
  /** Sockets that are open now. */
  readonly openSockets: () => number;
  /** Connections accepted so far. */
  readonly connections: () => number;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Starts a server for one test; it is stopped when the test ends. */
export async function startFaultServer(script: Script): Promise<FaultServer> {
  const received: Received[] = [];
  let open = 0;
  let accepted = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const entry = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(entry);
      script(response, entry, received.length);
    });
  });
  server.on("connection", (socket) => {
    open += 1;
    accepted += 1;
    socket.on("close", () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return { url: `http://127.0.0.1:${port}`, received, openSockets: () => open, connections: () => accepted };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A successful response to initialize. */
export const hostedSession = {
  success: true,
  paymentId: "pay_1",
  paymentUrl: "https://pay.example.com/checkout/pay_1",
  orderId: "1001",
  merchantId: "mrc_1",
  amount: 1999,
  amountCents: 1999,
  currency: "EUR",
  status: "pending",
  paymentMethod: "qr_pay",
  checkoutMode: "foxpay_checkout",
  remittanceInfo: "PS-1001",
  remittanceInfoSource: "generated",
  testMode: true,
  paymentData: {},
} as const;

export const order = { merchantId: "mrc_1", orderId: "1001", amountCents: 1999, currency: "EUR" } as const;
export const apiKey = "ps_test_4fJ2kQ9xZr8Lw3Tn6Vb1Yc5Hd7Mg0PsA";
