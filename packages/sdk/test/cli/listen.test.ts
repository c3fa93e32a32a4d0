// Tests `listen` and `trigger` as a developer runs them: a real service, the command in a real process, a
// real server on this machine.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createPaymentService, sqliteStorage } from "../../../server-kit/src/index.js";
import { verifyWebhook } from "../../../webhook-verifier/src/index.js";
import { PaymentSessions } from "../../src/index.js";
import { createMockService } from "../../src/mock/index.js";

const program = fileURLToPath(new URL("../../node_modules/.cache/cli-under-test.mjs", import.meta.url));
const source = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

beforeAll(async () => {
  // The bundler that tsup depends on.
  const { build } = createRequire(createRequire(import.meta.url).resolve("tsup"))("esbuild") as {
    build(options: object): Promise<unknown>;
  };
  await build({ entryPoints: [source], outfile: program, bundle: true, format: "esm", platform: "node" });
});

const portOf = (server: Pick<Server, "address">) => (server.address() as AddressInfo).port; // a TCP server's
const listenOn = (server: { listen(port: number, host: string, done: () => void): unknown }) =>
  new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });

async function openService(store: object = {}) {
  const storage = sqliteStorage({ filename: ":memory:" });
  const address = createServer();
  await listenOn(address);
  const port = portOf(address);
  await new Promise((resolve) => address.close(resolve));
  const baseUrl = `http://127.0.0.1:${port}`;
  const service = createPaymentService({ baseUrl, storage });
  await service.listen(port);
  onTestFinished(() => service.stop());
  const { merchantId } = await service.stores.create({
    name: "Tea",
    kyc: "approved",
    verification: "approved",
    paymentMethods: { qr_pay: "live", bank_transfer: "live" },
    ...store,
  });
  const { secret: apiKey } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const payments = new PaymentSessions({ apiKey, baseUrl });
  const open = (orderId: string) =>
    payments.sessions.initialize({ merchantId, orderId, amountCents: 1999, currency: "EUR" });
  return { service, baseUrl, merchantId, apiKey, payments, open };
}

async function openShop(status = 200) {
  const received: { headers: IncomingHttpHeaders; body: Buffer; url: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A request without an encoding yields Buffers.
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    received.push({ headers: request.headers, body, url: request.url });
    // The body of a webhook, which is a JSON object.
    const { challenge } = JSON.parse(body.toString()) as { challenge?: string };
    response.writeHead(status).end(status === 200 ? JSON.stringify({ challenge }) : "the shop is broken");
  });
  await listenOn(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${portOf(server)}/webhooks`, received };
}

/** Passes bytes on until it is cut, in place of the developer's network. */
async function openTunnel(target: string) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    near.pipe(far).pipe(near);
  });
  await listenOn(server);
  onTestFinished(() => void server.close());
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { url: `http://127.0.0.1:${portOf(server)}`, cut };
}

function start(args: string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  const says = (words: string | RegExp) => expect.poll(() => text, { timeout: 15_000, interval: 20 }).toMatch(words);
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { text: () => text, says, ended, stop };
}

const eventually = (value: () => unknown) => expect.poll(value, { timeout: 15_000, interval: 20 });
// `order_id` of a status event is a string.
const orderOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).order_id as string;

test("listen forwards what the service sends: bytes and headers, signed with the shown secret, and nothing is lost when the connection breaks", async () => {
  const { baseUrl, apiKey, merchantId, open, payments } = await openService();
  const shop = await openShop();
  const tunnel = await openTunnel(baseUrl);
  const env = { PAYMENT_SESSIONS_API_KEY: apiKey, PAYMENT_SESSIONS_BASE_URL: tunnel.url };
  await open("before");
  const listener = start(["listen", "--forward-to", shop.url, "--print-body"], env);
  await listener.says(`Ready: webhooks of test payments of ${merchantId} go to ${shop.url}`);
  await listener.says(/secret whs_listen_\w+/);
  const secret = /secret (whs_listen_\w+)/.exec(listener.text())?.[1] ?? "";

  const { paymentId } = await open("first");
  await eventually(() => shop.received.length).toBe(1);
  const [first] = shop.received;
  const event = await verifyWebhook({ body: first?.body ?? "", headers: first?.headers ?? {}, secret });
  expect(event).toMatchObject({ order_id: "first", status: "pending", attempt: 1 });
  expect(first?.headers["user-agent"]).toBe("PaymentSessions-Webhooks/1.0");
  expect(first?.headers["content-type"]).toBe("application/json");
  await listener.says(new RegExp(`transaction.status_changed pending ${paymentId} -> 200 \\(\\d+ ms\\)`));
  await listener.says(first?.body.toString() ?? "no body");

  tunnel.cut();
  for (const orderId of ["while cut off 1", "while cut off 2"]) await open(orderId);
  await payments.sandbox.send(paymentId, "buyer_started");
  await listener.says("Connected again.");
  await open("after");
  await eventually(() => shop.received.length).toBe(5);
  expect(shop.received.map(orderOf)).toEqual(["first", "while cut off 1", "while cut off 2", "first", "after"]);
  expect(new Set(shop.received.map(({ headers }) => headers["x-service-delivery"])).size).toBe(5);
  expect(await listener.stop()).toBe(0);
  expect(listener.text()).not.toContain(apiKey);
}, 40_000);

test("concurrent listeners each receive every webhook, --only filters, and an unsuccessful response is printed", async () => {
  const { baseUrl, apiKey, open } = await openService({ webhookUrl: "https://shop.example.com/hooks" });
  const [whole, chosen] = [await openShop(), await openShop(500)];
  const env = { PAYMENT_SESSIONS_API_KEY: apiKey, PAYMENT_SESSIONS_BASE_URL: baseUrl };
  const first = start(["listen", "--forward-to", whole.url], env);
  const second = start(["listen", "--forward-to", chosen.url, "--only", "completed,failed"], env);
  await first.says("Ready");
  await second.says("Ready");
  const { paymentId } = await open("1");
  const done = start(["trigger", "completed", "--payment", paymentId], env);
  expect(await done.ended, done.text()).toBe(0);
  expect(done.text()).toContain(`${paymentId} is completed`);
  await eventually(() => whole.received.length).toBeGreaterThanOrEqual(3);
  const statuses = whole.received.map(({ body }) => JSON.parse(body.toString()).status);
  expect([statuses[0], statuses.at(-1)]).toEqual(["pending", "completed"]);
  await second.says(/completed pay_\w+ -> 500 \(\d+ ms\): the shop is broken/);
  expect(chosen.received).toHaveLength(1);
}, 40_000);

test.each(["pending", "processing", "completed", "failed", "cancelled", "expired"])(
  "trigger makes a new payment %s, and its webhook arrives",
  async (status) => {
    const { baseUrl, apiKey } = await openService();
    const shop = await openShop();
    const env = { PAYMENT_SESSIONS_API_KEY: apiKey, PAYMENT_SESSIONS_BASE_URL: baseUrl };
    const listener = start(["listen", "--forward-to", shop.url], env);
    await listener.says("Ready");
    const done = start(["trigger", status], env);
    expect(await done.ended, done.text()).toBe(0);
    await eventually(() => shop.received.map(({ body }) => JSON.parse(body.toString()).status)).toContain(status);
  },
  40_000,
);

test("listen and trigger work against the mock served over HTTP, and end with it", async () => {
  const mock = createMockService();
  onTestFinished(() => mock.stop());
  const { url, stop } = await mock.serve();
  const { merchantId } = await mock.stores.create({ name: "Tea" });
  const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const shop = await openShop();
  const env = { PAYMENT_SESSIONS_API_KEY: apiKey, PAYMENT_SESSIONS_BASE_URL: url };
  const listener = start(["listen", "--forward-to", shop.url], env);
  await listener.says(`Ready: webhooks of test payments of ${merchantId} go to ${shop.url}`);
  const done = start(["trigger", "completed"], env);
  expect(await done.ended, done.text()).toBe(0);
  await eventually(() => shop.received.map(({ body }) => JSON.parse(body.toString()).status)).toContain("completed");
  const secret = /secret (whs_listen_\w+)/.exec(listener.text())?.[1] ?? "";
  const [first] = shop.received;
  const event = await verifyWebhook({ body: first?.body ?? "", headers: first?.headers ?? {}, secret });
  expect(event).toMatchObject({ status: "pending", attempt: 1 });
  await stop();
  await listener.says("Connection lost");
}, 40_000);

test("trigger sends the panel's test of an endpoint, and checks the response", async () => {
  const { baseUrl, apiKey } = await openService();
  const env = { PAYMENT_SESSIONS_API_KEY: apiKey, PAYMENT_SESSIONS_BASE_URL: baseUrl };
  const shop = await openShop();
  const good = start(["trigger", "service.webhook_verification", "--forward-to", shop.url], env);
  expect(await good.ended, good.text()).toBe(0);
  expect(shop.received[0]?.headers["x-service-event"]).toBe("service.webhook_verification");
  const broken = await openShop(500);
  const bad = start(["trigger", "service.webhook_verification", "--forward-to", broken.url], env);
  expect(await bad.ended).toBe(1);
  expect(bad.text()).toContain("did not send the challenge back");
}, 40_000);

test("a live key, an invalid key and invalid arguments are refused with what would be valid", async () => {
  const { service, baseUrl, apiKey, merchantId } = await openService();
  const { secret: liveKey } = await service.apiKeys.issue({ merchantId, environment: "live" });
  const run = async (args: string[], key: string) => {
    const one = start(args, { PAYMENT_SESSIONS_API_KEY: key, PAYMENT_SESSIONS_BASE_URL: baseUrl });
    return [await one.ended, one.text()];
  };
  const forward = ["listen", "--forward-to", "localhost:9"];
  expect(await run(forward, liveKey)).toEqual([
    2,
    expect.stringContaining("is a live key: this command takes test keys"),
  ]);
  expect(await run(["trigger", "completed"], liveKey)).toEqual([2, expect.stringContaining("is a live key")]);
  expect(await run(forward, `${apiKey.slice(0, -4)}AAAA`)).toEqual([1, expect.stringContaining("API_KEY_INVALID")]);
  expect(await run(["listen"], apiKey)).toEqual([2, expect.stringContaining("--forward-to <url>")]);
  expect(await run(["listn"], apiKey)).toEqual([2, expect.stringContaining('Did you mean "listen"?')]);
  expect(await run(["trigger", "complete"], apiKey)).toEqual([2, expect.stringContaining('Did you mean "completed"?')]);
  expect(await run(["listen", "--forward", "x"], apiKey)).toEqual([2, expect.stringContaining("forward-to")]);
  const refused = await fetch(`${baseUrl}/sandbox/webhooks`, { headers: { authorization: `Bearer ${liveKey}` } });
  expect([refused.status, Object(await refused.json()).code]).toEqual([403, "LIVE_MODE_NOT_ALLOWED"]);
}, 40_000);

test("trigger names the address and the cause when no service runs there", async () => {
  const address = createServer();
  await listenOn(address);
  const baseUrl = `http://127.0.0.1:${portOf(address)}`;
  await new Promise((resolve) => address.close(resolve));
  const env = { PAYMENT_SESSIONS_API_KEY: "ps_test_nobody", PAYMENT_SESSIONS_BASE_URL: baseUrl };
  const { ended, text } = start(["trigger", "completed"], env);
  expect(await ended).toBe(1);
  expect(text()).toMatch(new RegExp(`^The request to ${baseUrl} failed: connect ECONNREFUSED \\S+\n$`));
});

test("one store's listener gets no webhooks of another store or of live payments, and a sixth stream is refused", async () => {
  const { service, baseUrl, apiKey, open } = await openService();
  const other = await service.stores.create({ name: "Coffee", kyc: "approved", verification: "approved" });
  const { secret: otherKey } = await service.apiKeys.issue({ merchantId: other.merchantId, environment: "test" });
  const stream = (key: string, query = "") =>
    fetch(`${baseUrl}/sandbox/webhooks?seconds=2${query}`, { headers: { authorization: `Bearer ${key}` } });
  const [mine, theirs] = [await stream(apiKey), await stream(otherKey)];
  await open("mine");
  expect(await mine.text()).toContain('\\"order_id\\":\\"mine\\"');
  expect(await theirs.text()).not.toContain("mine");
  const many = await Promise.all(Array.from({ length: 5 }, () => stream(apiKey)));
  expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await stream(apiKey);
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "10"]);
  const [again] = await Promise.all(many.map((one) => one.text()));
  expect(again).not.toContain("mine");
  expect(await (await stream(apiKey, "&after=0")).text()).toContain("mine");
}, 40_000);
