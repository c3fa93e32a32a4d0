// serve, demo, migrate and doctor: start, output, and graceful stop.
import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../listen.js";
import { commandLineOn, freshFile } from "./call-command-line.js";

interface Served {
  url: string;
  baseUrl: string;
}

test("serve runs until the signal, prints one JSON document, and exits with 0", async () => {
  const { begin } = commandLineOn(freshFile());
  const running = await begin("serve", "--port", "0", "--json");
  const { url } = JSON.parse(running.out) as Served;
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const ended = await running.stop();
  expect(ended).toMatchObject({ exitCode: 0, out: running.out });
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test.each([
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
  ["http://127.0.0.1:8080/pay//", "http://127.0.0.1:8080/pay"],
  ["http://127.0.0.1:8080/über", "http://127.0.0.1:8080/%C3%BCber"],
])("serve and the demo print the base URL %s as it is in links", async (given, shown) => {
  const { begin } = commandLineOn(freshFile());
  const serve = await begin("serve", "--port", "0", "--base-url", given);
  expect(serve.out).toContain(`Base URL: ${shown}\n`);
  const [, health = ""] = /Health: (\S+)/.exec(serve.out) ?? [];
  expect((await fetch(health)).status, health).toBe(200);
  await serve.stop();
  const demo = await begin("demo", "--port", "0", "--base-url", given, "--json");
  const { baseUrl, panelUrl } = JSON.parse(demo.out) as { baseUrl: string; panelUrl: string };
  await demo.stop();
  expect([baseUrl, panelUrl]).toEqual([shown, `${shown}/panel`]);
});

test("reports that a port is in use", async () => {
  const { begin, call } = commandLineOn(freshFile());
  const running = await begin("serve", "--port", "0", "--json");
  const port = new URL((JSON.parse(running.out) as Served).url).port;
  expect(await call("serve", "--port", port)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining(`Port ${port} is in use`),
  });
  await running.stop();
});

test("the demo prints a working key and a checkout link, and receives verified webhooks", async () => {
  const { begin } = commandLineOn(freshFile());
  const running = await begin("demo", "--port", "0", "--json");
  const demo = JSON.parse(running.out) as {
    baseUrl: string;
    apiKey: string;
    merchantId: string;
    paymentUrl: string;
    receiverUrl: string;
  };
  expect(demo.paymentUrl).toMatch(`${demo.baseUrl}/checkout/pay_`);
  const response = await fetch(`${demo.baseUrl}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ merchantId: demo.merchantId, orderId: "mine", amountCents: 500, currency: "EUR" }),
  });
  expect(await response.json()).toMatchObject({ success: true, testMode: true });
  await expect.poll(async () => (await fetch(demo.receiverUrl)).text()).toContain("mine");
  expect((await running.stop()).exitCode).toBe(0);
});

test("C29: the demo with --webhook-url prints the webhook secret, in text and as JSON", async () => {
  const { begin } = commandLineOn(freshFile());
  const to = ["--webhook-url", "http://127.0.0.1:9/webhooks", "--port", "0"];
  const asJson = await begin("demo", ...to, "--json");
  const { webhookSecret } = JSON.parse(asJson.out) as { webhookSecret: string };
  expect(webhookSecret).toMatch(/^whs_/);
  await asJson.stop();
  const asText = await begin("demo", ...to);
  expect(asText.out).toMatch(/Webhooks are signed with the secret whs_\w+/);
  await asText.stop();
});

test("the demo starts again on a kept database with a new key and a new secret", async () => {
  const database = freshFile();
  const { begin, json } = commandLineOn(database);
  const first = await begin("demo", "--port", "0", "--database", database, "--json");
  await first.stop();
  const second = await begin("demo", "--port", "0", "--database", database, "--json");
  const before = JSON.parse(first.out) as Record<string, string>;
  const now = JSON.parse(second.out) as Record<string, string>;
  expect(now.apiKey).not.toBe(before.apiKey);
  expect(now.webhookSecret).not.toBe(before.webhookSecret);
  await expect.poll(async () => (await fetch(now.receiverUrl ?? "")).text()).toContain("demo-order");
  await second.stop();
  expect((await json("key", "list", "demo-shop")).document).toMatchObject([{ revokedAt: expect.any(Number) }, {}]);
});

test("migrate creates a database and lists its migrations", async () => {
  const { json } = commandLineOn(freshFile());
  const { exitCode, document } = await json("migrate");
  expect(exitCode).toBe(0);
  expect(document).toMatchObject({
    isUpToDate: true,
    migrations: expect.arrayContaining([{ name: "001-initial", isApplied: true }]),
  });
});

test("doctor finds the problems of a deployment", async () => {
  const database = freshFile();
  const { call, json } = commandLineOn(database);
  expect(await json("doctor")).toMatchObject({
    exitCode: 1,
    document: {
      isHealthy: false,
      findings: expect.arrayContaining([finding("problem", "database", /does not exist/)]),
    },
  });
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea", "--methods", "qr_pay=live");
  chmodSync(database, 0o640);
  const { exitCode, document } = await json("doctor", "--base-url", "http://pay.example.com");
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({
    findings: expect.arrayContaining([
      finding("problem", "base url", /plain http/),
      finding("warning", "permissions", /mode 640/),
      finding("warning", "stores", /no webhook URL.*tea/),
      finding("warning", "stores", /not approved.*tea/),
      finding("warning", "stores", /without a bank account: tea/),
      finding("warning", "encryption key", /generated/),
      finding("warning", "mail", /smtp-url/),
      finding("warning", "provider", /openBanking/),
    ]),
  });
});

test("doctor checks the running service and its clock", async () => {
  const { begin, json } = commandLineOn(freshFile());
  const running = await begin("serve", "--port", "0", "--json");
  const { url } = JSON.parse(running.out) as Served;
  const healthy = await json("doctor", "--environments", "test", "--base-url", url);
  expect(healthy).toMatchObject({ exitCode: 0, document: { isHealthy: true } });
  expect(healthy.document).toMatchObject({
    findings: expect.arrayContaining([finding("ok", "service", /returns 200/), finding("ok", "clock", /agree/)]),
  });
  await running.stop();
  expect((await json("doctor", "--base-url", url)).document).toMatchObject({
    findings: expect.arrayContaining([finding("problem", "service", /no valid response/)]),
  });

  const slow = await listen((_, response) => response.end(JSON.stringify({ timestamp: "2020-01-01T00:00:00Z" })));
  onTestFinished(slow.close);
  expect((await json("doctor", "--base-url", slow.url)).document).toMatchObject({
    findings: expect.arrayContaining([finding("problem", "clock", /differs/)]),
  });
});

function finding(level: string, check: string, message: RegExp) {
  return { level, check, message: expect.stringMatching(message) };
}

test("O14: the demo uses a free port when the default port is in use, and reports it", async () => {
  const holder = createServer();
  const isHeld = await new Promise<boolean>((resolve) => {
    // Another program may use the port already: the demo then needs another port just the same.
    holder.once("error", () => resolve(false));
    holder.listen(8080, "127.0.0.1", () => resolve(true));
  });
  const demo = await commandLineOn(freshFile()).begin("demo", "--json");
  const { baseUrl } = JSON.parse(demo.out) as { baseUrl: string };
  expect(new URL(baseUrl).port).not.toBe("8080");
  expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
  const { error } = await demo.stop();
  expect(error).toContain(`Port 8080 is in use: using port ${new URL(baseUrl).port}`);
  if (isHeld) await new Promise((resolve) => holder.close(resolve));
});
