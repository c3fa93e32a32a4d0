// Random calls to the mock over HTTP and to the service with its sandbox: status, headers and body are the same. What the service
// makes at random is replaced by its place in the order of creation.
import { Agent, request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standalone } from "../../../server-kit/test/contract/hosts.js";
import { kitTarget, sqliteInMemory } from "../../../server-kit/test/contract/kit-target.js";
import type { OpenTarget, Target } from "../../../server-kit/test/contract/target.js";
import { bankAccount } from "../../../server-kit/test/contract/test-store.js";
import { type ArbitraryCall, arbitraryCall, type KnownValues } from "../../../server-kit/test/http/arbitrary-calls.js";
import { servedMock } from "./mock-target.js";

const totalCalls = 6000;
const callsInSequence = 60;
const merchantIds = ["mrc_one", "mrc_two"];
const paymentCount = 8;

interface Side {
  target: OpenTarget;
  keys: string[];
  paymentIds: string[];
}

interface Exchange {
  status: number;
  headers: string[];
  body: string;
}

const agent = new Agent({ keepAlive: true });
let sides: Side[] = [];

beforeAll(async () => {
  const targets = [kitTarget("the kit", standalone, sqliteInMemory), servedMock];
  sides = await Promise.all(targets.map(openSide));
});

afterAll(async () => {
  agent.destroy();
  await Promise.all(sides.map(({ target }) => target.close()));
});

async function openSide(target: Target): Promise<Side> {
  const side: Side = {
    target: await target.open({ rateLimits: false, providerTimeoutMs: 100 }),
    keys: [],
    paymentIds: [],
  };
  for (const merchantId of merchantIds) {
    await side.target.stores.create({
      name: merchantId,
      merchantId,
      kyc: "approved",
      verification: "approved",
      paymentMethods: { qr_pay: "live", card_processing: "live", bank_transfer: "test", open_bank_transfer: "test" },
      bankAccount,
    });
    for (const environment of ["test", "live"] as const)
      side.keys.push((await side.target.apiKeys.issue({ merchantId, environment })).secret);
  }
  for (let number = 0; number < paymentCount; number += 1) {
    const merchantId = merchantIds[number % 2];
    const order = { merchantId, orderId: `order ${number}`, amountCents: 2000 + number, currency: "EUR" };
    await send(side, {
      method: "POST",
      path: "/payments/initialize",
      headers: { Authorization: `Bearer key${number % 2 === 0 ? 0 : 2}`, "Content-Type": "application/json" },
      body: JSON.stringify(order),
    });
  }
  return side;
}

/** The generator's calls are the same for both sides: these names stand for each side's own keys and payments. */
const known: KnownValues = {
  keys: ["key0", "key1", "key2", "key3"],
  merchantIds,
  paymentIds: Array.from({ length: paymentCount }, (_, index) => `payment${index}`),
  orderIds: Array.from({ length: paymentCount }, (_, index) => `order ${index}`),
  orderKeys: ["wc_order_Ab12Cd34Ef56G"],
};

/** Sends it with the side's own values, and returns the response with the generator's names. */
async function send(side: Side, call: ArbitraryCall): Promise<Exchange> {
  const own = (text: string) =>
    text
      .replace(/\bkey(\d)\b/, (name, index) => side.keys[index] ?? name)
      .replace(/\bpayment(\d)\b/, (name, index) => side.paymentIds[index] ?? name);
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, own(value)]));
  const length = call.body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(call.body)) };
  const { hostname, port } = new URL(side.target.url);
  const response = await new Promise<Exchange>((resolve, reject) => {
    const options = { agent, hostname, port, method: call.method, path: own(call.path) };
    const sent = request({ ...options, headers: { ...headers, ...length } }, async (received) => {
      const chunks: Buffer[] = [];
      for await (const chunk of received as AsyncIterable<Buffer>) chunks.push(chunk);
      const lines = Object.entries(received.headers).filter(([name]) => !unequalHeaders.test(name));
      resolve({
        status: received.statusCode ?? 0,
        headers: lines.map(([name, value]) => `${name}: ${value}`).sort(),
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.on("error", reject).end(call.body);
  });
  const paymentId = /"paymentId":"([^"]+)"/.exec(response.body)?.[1];
  if (paymentId !== undefined && !side.paymentIds.includes(paymentId)) side.paymentIds.push(paymentId);
  return { ...response, headers: response.headers.map((line) => named(side, line)), body: named(side, response.body) };
}

/** Of the connection, and the length, which random values change. A request id that the caller chose is in the body as well. */
const unequalHeaders = /^(date|connection|keep-alive|content-length|x-request-id)$/;

function named({ target, paymentIds }: Side, text: string): string {
  const withoutIds = paymentIds.reduce(
    (named, id, index) => named.replaceAll(id, `payment${index}`).replace(new RegExp(id.slice(-8), "gi"), "<tail>"),
    text,
  );
  return withoutIds
    .replaceAll(target.publicUrl, "<base>")
    .replace(/\breq_[\w-]+|\bsbx_\w+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<random>")
    .replace(/(?<="endToEndId":")pay0\w+|(?<=[?&]\w+=)[\w-]{20,}/g, "<random>")
    .replace(/(?<="uptime":|"durationMs":)[\d.]+/g, "0");
}

/** For a client that accepts HTML, an unknown path is a page of the service; the mock has no pages. */
const acceptsPages = ({ headers }: ArbitraryCall) => /html|^(?!.*json).*\*\/\*/.test(headers.Accept ?? "");

test("random calls get the same responses from the mock and from the service", { timeout: 240_000 }, async () => {
  const statuses = new Map<number, number>();
  const calls = fc.array(
    arbitraryCall(known).filter((call) => !acceptsPages(call)),
    {
      minLength: callsInSequence,
      maxLength: callsInSequence,
    },
  );
  const property = fc.asyncProperty(calls, async (sequence) => {
    for (const call of sequence) {
      const [ofService, ofMock] = await Promise.all(sides.map((side) => send(side, call)));
      expect(ofMock, JSON.stringify(call)).toEqual(ofService);
      const status = ofService?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  // A shrunk sequence would meet payments that the first one has moved.
  await fc.assert(property, { numRuns: totalCalls / callsInSequence, endOnFailure: true });
  // If all calls were refused, the test would prove nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(totalCalls / 10);
});
