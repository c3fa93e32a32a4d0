// Security of the buyer's pages: headers, escaping, prefixes, callbacks, live progress.
import Koa from "koa";
import mount from "koa-mount";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentService, type OpenBankingProvider } from "../../src/index.js";
import { serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";
import {
  account,
  decodeEntities,
  formAction,
  type Harness,
  heading,
  linkTo,
  startService,
} from "./checkout-harness.js";

test("sends strict headers with every page, and https-only ones where the base is https", async () => {
  const harness = await startService({ baseUrl: "https://pay.example" });
  const { path } = await harness.initialize();
  for (const page of [
    await harness.visit(path),
    await harness.visit("/checkout/none"),
    await harness.visit("/sandbox/bank/none"),
  ]) {
    const header = (name: string) => page.headers.get(name);
    expect(header("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(header("referrer-policy")).toBe("no-referrer");
    expect(header("cache-control")).toBe("no-store");
    expect(header("x-content-type-options")).toBe("nosniff");
    expect(header("x-robots-tag")).toContain("noindex");
    expect(header("etag")).toBeNull();
    expect(header("strict-transport-security")).toBe("max-age=31536000");
    expect(page.text).not.toMatch(/<style|style="|<script(?! src)|\son\w+=/);
  }
  await harness.stop();
});

test("O31: a buyer at an address that takes another method is redirected to the checkout, and never sees JSON", async () => {
  const harness = await startService();
  const { path, paymentId } = await harness.initialize();
  for (const part of ["choose", "paid", "back", "simulate", "nothing", "nothing/at/all"]) {
    const response = await harness.visit(path.replace("?", `/${part}?`), { follow: false });
    expect([part, response.status, response.headers.get("location")]).toEqual([part, 303, path]);
  }
  // The store responded to its own order form with 307: the browser repeats the POST.
  const posted = await harness.submit(path, { product: "tea" }, false);
  expect([posted.status, posted.headers.get("location")]).toEqual([303, path]);
  expect(await harness.state(paymentId)).toBe("created");
  for (const address of ["/checkout", "/checkout/none/choose", `/checkout/${paymentId}/choose?token=wrong`]) {
    for (const method of ["GET", "POST"]) {
      const page = await harness.visit(address, { method });
      expect([address, page.status, page.headers.get("content-type")]).toEqual([
        address,
        404,
        "text/html; charset=utf-8",
      ]);
    }
  }
  await harness.stop();
});

test("keeps everything under 60 KB, from our own origin, and lets the two assets be cached for ever", async () => {
  const harness = await startService();
  const { path } = await harness.initialize();
  const code = await harness.submit(formAction(await harness.visit(path), "/choose"), { method: "qr_pay" });
  const assets = [...code.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(assets).toHaveLength(2);
  let bytes = Buffer.byteLength(code.text);
  for (const address of assets) {
    const asset = await harness.visit(address);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    bytes += Buffer.byteLength(asset.text);
  }
  expect(bytes).toBeLessThan(60_000);
  expect(code.text).not.toMatch(/(?:src|href)="https?:\/\/(?!shop\.example)/);
  await harness.stop();
});

test("shows names made of markup, right-to-left text and emoji as text", async () => {
  const name = "<img src=x onerror=alert(1)>\"'`&{shop} \u202Eevil 🌷";
  const harness = await startService({}, { name, bankAccount: { ...account, accountHolder: name } });
  const { path } = await harness.initialize({ orderId: "</title><script>alert(1)</script>", remittanceInfo: "A/B: 1" });
  const choice = await harness.visit(path);
  const code = await harness.submit(formAction(choice, "/choose"), { method: "qr_pay" });
  for (const page of [choice, code, await harness.submit(path.replace("?", "/cancel?"))]) {
    expect(page.text).not.toMatch(/<img|<script(?! src)|<\/title><script/);
    expect(decodeEntities(page.text)).toContain(name);
  }
  await harness.stop();
});

test.each(["/pay/ments", ""])(
  "works below the prefix %j, under koa-mount too, whatever the Host header claims",
  async (prefix) => {
    const app = new Koa();
    const origin = await serveInTest((request, response) => void app.callback()(request, response));
    const service = createPaymentService({
      baseUrl: `${origin}${prefix}`,
      storage: freshStorage(),
    });
    await service.start();
    app.use(prefix === "" ? service.middleware() : mount(prefix, service.middleware()));
    const store = await service.stores.create({
      name: "S",
      kyc: "approved",
      verification: "approved",
      bankAccount: account,
    });
    const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
    const response = await fetch(`${origin}${prefix}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId: store.merchantId, orderId: "1", amountCents: 100, currency: "EUR" }),
    });
    const { paymentUrl } = (await response.json()) as { paymentUrl: string };
    const text = await (await fetch(paymentUrl, { headers: { "x-forwarded-host": "evil.example" } })).text();
    expect(text).not.toContain("evil.example");
    const page = { status: 200, headers: new Headers(), path: "", text };
    const action = formAction(page, "/choose");
    expect(action.startsWith(`${prefix}/checkout/`)).toBe(true);
    for (const [, asset] of text.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g)) {
      expect((await fetch(origin + asset)).status).toBe(200);
    }
    const chosen = await fetch(origin + action, {
      method: "POST",
      body: new URLSearchParams({ method: "open_bank_transfer" }),
    });
    const handover = { ...page, text: await chosen.text() };
    const bank = linkTo(handover, "/sandbox/bank/");
    expect(bank.startsWith(`${origin}${prefix}/sandbox/bank/`)).toBe(true);
    const bankText = await (await fetch(bank)).text();
    const played = await fetch(origin + formAction({ ...page, text: bankText }, ""), {
      method: "POST",
      body: new URLSearchParams({ outcome: "pay" }),
    });
    const paid = await fetch(origin + linkTo({ ...page, text: await played.text() }, "/return"));
    expect(heading({ ...page, text: await paid.text() })).toBe("Payment complete");
    await service.stop();
  },
);

test("streams progress with the headers that proxies need, ends it with the payment, and lets the service stop", async () => {
  const harness = await startService();
  const { path, paymentId } = await harness.initialize();
  const page = await harness.visit(path);
  const events = decodeEntities(/data-events="([^"]+)"/.exec(page.text)?.[1] ?? "");
  const key = /data-key="([^"]+)"/.exec(page.text)?.[1];
  const response = await fetch(harness.base + events);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream\b/);
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("cache-control")).toContain("no-store");
  let streamed = "";
  const reading = (async () => {
    for await (const part of response.body ?? []) streamed += Buffer.from(part).toString();
  })();
  const polled = await (await fetch(harness.base + events.replace("/events", "/progress"))).json();
  expect(polled).toEqual({ key, status: "pending", isOver: false });
  await harness.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await reading;
  expect([...streamed.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)).toEqual(["pending", "completed"]);
  // An open stream must not delay a stop.
  const other = await harness.initialize({ orderId: "open" });
  const open = await fetch(`${harness.base}${other.path.replace("?", "/events?")}`);
  const closing = (async () => {
    for await (const _ of open.body ?? []);
  })();
  await harness.stop();
  await closing;
});

function callbackProvider(): OpenBankingProvider & { readCallback: NonNullable<OpenBankingProvider["readCallback"]> } {
  return {
    code: "bank",
    createSession: async ({ paymentId }) => ({ sessionId: `of-${paymentId}`, redirectUrl: "https://bank.example/" }),
    fetchOutcome: async () => undefined,
    async readCallback({ headers, body }) {
      if (headers["x-bank-signature"] !== "right") throw new Error("bad signature");
      return JSON.parse(new TextDecoder().decode(body));
    },
  };
}

test("trusts a callback only when the provider's own code has verified it", async () => {
  const harness = await startService({ openBanking: { test: callbackProvider() } });
  const { paymentId } = await harness.initialize({
    checkoutMode: "direct_provider",
    paymentMethod: "open_bank_transfer",
    customerCountry: "DE",
  });
  const call = (body: unknown, signature: string, code = "bank") =>
    fetch(`${harness.base}/providers/${code}/callback`, {
      method: "POST",
      headers: { "x-bank-signature": signature },
      body: JSON.stringify(body),
    });
  const sessionId = `of-${paymentId}`;
  const callback = { sessionId, event: { type: "provider.success" } };
  for (const signature of ["", "sha256=", "x", "y".repeat(8000)])
    expect((await call(callback, signature)).status).toBe(401);
  expect((await call(callback, "right", "other")).status).toBe(404);
  expect((await call({ ...callback, sessionId: "unknown" }, "right")).status).toBe(404);
  expect(await harness.state(paymentId)).toBe("created");
  expect((await call(callback, "right")).status).toBe(200);
  expect((await call({ ...callback, event: { type: "provider.rejected" } }, "right")).status).toBe(200);
  const payment = await harness.service.payments.get(paymentId);
  expect(payment).toMatchObject({
    state: "settled",
    alerts: [
      { type: "failure_after_success", detail: 'The provider reported "rejected" after the payment was settled' },
    ],
  });
  await harness.stop();
});

test("polls the provider when its callbacks are not signed", async () => {
  const { readCallback: _, ...unsigned } = callbackProvider();
  const polledSessions: string[] = [];
  const provider: OpenBankingProvider = {
    ...unsigned,
    async fetchOutcome(sessionId) {
      polledSessions.push(sessionId);
      return { type: "provider.rejected" };
    },
  };
  const harness = await startService({ openBanking: { test: provider } });
  const { paymentId } = await harness.initialize({
    checkoutMode: "direct_provider",
    paymentMethod: "open_bank_transfer",
    customerCountry: "DE",
  });
  const sessionId = `of-${paymentId}`;
  const response = await fetch(`${harness.base}/providers/bank/callback`, {
    method: "POST",
    body: JSON.stringify({ sessionId, event: { type: "provider.success" } }),
  });
  expect([response.status, polledSessions, await harness.state(paymentId)]).toEqual([200, [sessionId], "declined"]);
  await harness.stop();
});

/** For tests that leave it as it is. */
let plain: Harness;
beforeAll(async () => {
  plain = await startService();
});
afterAll(() => plain.stop());

const asPerson = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
const asProgram = { headers: { accept: "application/json" } };

test.each(["/", "/nowhere", "/checkout", "/checkout/none", "/sandbox/bank/none"])(
  "people get a page at %s, programs JSON",
  async (path) => {
    const page = await plain.visit(path, asPerson);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(heading(page)).toMatch(/We can’t find this payment|This page doesn’t exist/);
    const response = await plain.visit(path, asProgram);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    expect(JSON.parse(response.text)).toMatchObject({ code: expect.stringMatching(/NOT_FOUND$/) });
  },
);

test("shows a description and the order's lines as sent, escaped, and the last moment to pay while one can pay", async () => {
  const harness = await startService();
  const { path } = await harness.initialize({
    description: "Roses <b>& more",
    items: [
      { name: "Rose <i>", quantity: 12, amountCents: 2400 },
      { name: "Discount", amountCents: -401 },
    ],
  });
  const { text } = await harness.visit(path);
  expect(text).toContain("Roses &lt;b&gt;&amp; more");
  expect(text).toContain("12 × <bdi>Rose &lt;i&gt;</bdi>");
  expect(text).toMatch(/<bdi>Discount<\/bdi><\/span><span class="money"><bdi>-€4\.01/);
  const payBy = /Pay by<\/dt><dd><time datetime="([^"]+)"/.exec(text)?.[1];
  expect(Date.parse(payBy ?? "") - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
  await harness.submit(path.replace("?", "/cancel?"));
  expect((await harness.visit(path)).text).not.toContain("Pay by<");
  await harness.stop();
});

test.each([
  [{ items: [] }, "items"],
  [{ items: [{ quantity: 1 }] }, "items[0].name"],
  [{ items: [{ name: "Rose", price: 1 }] }, "items[0].price"],
  [{ items: [{ name: "Rose", amountCents: 1.5 }] }, "items[0].amountCents"],
  [{ description: " " }, "description"],
])("refuses order lines of another shape: %j", async (fields, path) => {
  await expect(plain.initialize(fields)).rejects.toThrow(path);
});

test("a paid page is a receipt: when with its zone, how, to whom, for what", async () => {
  const harness = await startService();
  const { path, paymentId } = await harness.initialize({ orderId: "receipt-1" });
  const details = await harness.submit(formAction(await harness.visit(path), "/choose"), { method: "bank_transfer" });
  await harness.submit(formAction(details, "/simulate"), { event: "settlement_confirmed" });
  const { text } = await harness.visit(path);
  // UTC is shown beside the local time once the script has set that.
  expect(text).toMatch(/data-moment>([^<]* UTC)<\/time><span class="utc" data-utc hidden>\1</);
  const receipt = /<dl class="receipt">([\s\S]*?)<\/dl>/.exec(text)?.[1]?.replace(/<[^>]+>/g, " ") ?? "";
  for (const part of [
    /Paid on .* UTC/,
    /€19\.99/,
    /Bank transfer/,
    "Müller &amp; Söhne GmbH",
    "receipt-1",
    paymentId,
  ]) {
    expect(receipt).toMatch(part);
  }
  await harness.stop();
});

test("shows what is encrypted, and who runs the page", async () => {
  const harness = await startService({ theme: { name: "Pay & Co" } }, { url: "https://blumen.example/" });
  const { path } = await harness.initialize();
  const { text } = await harness.visit(path);
  expect(text).toContain("Not encrypted: for tests only");
  expect(text).toMatch(/operated by <bdi>Pay &amp; Co<\/bdi>/);
  expect(text).toContain('href="https://blumen.example/"');
  await harness.stop();
  const secure = await startService({ baseUrl: "https://pay.example" });
  const page = await secure.visit((await secure.initialize()).path);
  expect(page.text).toContain("Encrypted connection to <bdi>pay.example</bdi>");
  await secure.stop();
});
