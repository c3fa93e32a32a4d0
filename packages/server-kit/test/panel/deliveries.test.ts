// The deliveries of a store in the panel, over HTTP: filters, a request beside its response, and resending one or all that failed.
import { afterEach, expect, test } from "vitest";
import { serveInTest } from "../loopback.js";
import { formOf, openPanel } from "./panel-service.js";

const dayMs = 86_400_000;
let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

/** A store whose endpoint gives the response that is set. */
async function openEndpoint() {
  panel = await openPanel({ rateLimits: false });
  const endpoint = { status: 200, body: "ok", received: [] as string[], beforeResponse: async () => {} };
  const url = await serveInTest(async (request, response) => {
    endpoint.received.push(String(request.headers["x-service-delivery"]));
    await endpoint.beforeResponse();
    response
      .writeHead(endpoint.status, { "content-type": "text/plain", "set-cookie": "sid=cookie-value" })
      .end(endpoint.body);
  });
  const webhookUrl = `${url}/hook?token=secret-token`;
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl, paymentMethods: { qr_pay: "live" } });
  const send = async (orderId: string, environment: "test" | "live" = "live") => {
    // Deliveries of one moment are ordered by their ids, which are random.
    panel.time.now += 1000;
    const { paymentId } = await panel.initialize({ orderId }, environment);
    await panel.service.runDue();
    const { deliveries } = await panel.service.webhooks.history(paymentId);
    return deliveries[0]?.deliveryId ?? "";
  };
  return { endpoint, send };
}

const ordersOn = (text: string) => [...text.matchAll(/class="order"><span title="([^"]*)"/g)].map(([, order]) => order);
const wordsOf = (text: string) => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("deliveries of the store are listed by mode and found by state, payment status and date", async () => {
  const { endpoint, send } = await openEndpoint();
  panel.time.now -= 3 * dayMs;
  await send("early");
  panel.time.now += 3 * dayMs;
  endpoint.status = 410;
  await send("gone");
  await send("play", "test");
  endpoint.status = 500;
  await send("later");
  const browser = await panel.signedIn("viewer");
  const found = async (query: string) => ordersOn((await browser.get(panel.storePath(`/deliveries?${query}`))).text);
  expect(await found("")).toEqual(["later", "gone", "early"]);
  expect(await found("mode=both")).toEqual(["later", "play", "gone", "early"]);
  expect(await found("state=failed")).toEqual(["gone"]);
  expect(await found("state=waiting")).toEqual(["later"]);
  expect(await found("state=delivered")).toEqual(["early"]);
  expect(await found("status=completed")).toEqual([]);
  expect(await found("status=pending&from=2026-03-01")).toEqual(["later", "gone"]);
  expect(await found("to=2026-02-28")).toEqual(["early"]);
});

test("one delivery is shown as sent beside the response, secrets masked, with advice", async () => {
  const { endpoint, send } = await openEndpoint();
  Object.assign(endpoint, { status: 401, body: "signature <b>wrong</b>" });
  const deliveryId = await send("order-1");
  const browser = await panel.signedIn("viewer");
  const { text } = await browser.get(panel.storePath(`/deliveries/${deliveryId}`));
  const words = wordsOf(text);
  expect(text).toContain("<h1>Delivery for order order-1</h1>");
  expect(text).toContain("<dt>Payment status</dt><dd><code>pending</code></dd>");
  expect(words).toContain(`X-Service-Delivery ${deliveryId}`);
  expect(words).toMatch(/X-Service-Signature\s+sha256=••••••••/);
  expect(text).not.toContain("secret-token");
  expect(words).toMatch(/Received[\s\S]*content-type text\/plain[\s\S]*set-cookie ••••••••/);
  expect(text).not.toContain("cookie-value");
  expect(text).not.toMatch(/sha256=[0-9a-f]{64}/);
  expect(text).toContain("?***");
  expect(text).toContain("&quot;event&quot;: &quot;transaction.status_changed&quot;");
  expect(words).toContain("Received HTTP 401");
  expect(text).toContain("signature &lt;b&gt;wrong&lt;/b&gt;");
  expect(words).toContain("did not accept the signature");
  expect(text).not.toContain("Resend</button>");
});

test("the page of a resent delivery shows its result, and no longer reloads", async () => {
  const { endpoint, send } = await openEndpoint();
  endpoint.status = 410;
  const deliveryId = await send("order-1");
  const browser = await panel.signedIn("developer");
  const path = panel.storePath(`/deliveries/${deliveryId}`);
  expect((await browser.get(path)).text).not.toContain("data-live");
  endpoint.status = 200;
  const response = await browser.submit(`${path}/redeliver`);
  expect(response.headers.get("location")).toBe(`/pay${path}?done=redelivered`);
  await panel.service.runDue();
  const { text } = await browser.get(path);
  expect(text).toContain("Delivered</span>");
  expect(text).not.toContain("data-live");
  expect(endpoint.received).toEqual([deliveryId, deliveryId]);
});

test("a page opened while a failed delivery is being resent reloads itself until the result", async () => {
  const { endpoint, send } = await openEndpoint();
  endpoint.status = 410;
  const deliveryId = await send("order-1");
  const browser = await panel.signedIn("developer");
  const path = panel.storePath(`/deliveries/${deliveryId}`);
  const [, technicalPath = ""] = /href="\/pay([^"]*\/technical)"/.exec((await browser.get(path)).text) ?? [];
  await browser.submit(`${path}/redeliver`);
  const texts: string[] = [];
  endpoint.beforeResponse = async () => {
    for (const each of [path, technicalPath]) texts.push((await browser.get(each)).text);
  };
  await panel.service.runDue();
  expect(texts).toEqual([expect.stringContaining("data-live"), expect.stringContaining("data-live")]);
  for (const each of [path, technicalPath]) expect((await browser.get(each)).text).not.toContain("data-live");
});

test("every failed delivery since a given day is resent once, in the mode shown, and the audit names the user", async () => {
  const { endpoint, send } = await openEndpoint();
  endpoint.status = 410;
  panel.time.now -= 3 * dayMs;
  const old = await send("old");
  panel.time.now += 3 * dayMs;
  const [one, two, play] = [await send("one"), await send("two"), await send("play", "test")];
  Object.assign(endpoint, { status: 200, received: [] });
  const browser = await panel.signedIn("developer");
  await browser.get(panel.storePath("/deliveries"));
  const response = await browser.submit(panel.storePath("/deliveries/resend"), { since: "2026-02-28" });
  expect(response.headers.get("location")).toBe(`/pay${panel.storePath("/deliveries?done=resending")}`);
  // Marked in the background, after the response.
  const page = async () => wordsOf((await browser.get(panel.storePath("/deliveries?done=resending"))).text);
  await expect.poll(page, { timeout: 20_000 }).toContain("2 deliveries are being resent");
  await panel.service.runDue();
  const sent = Object.entries({ old, one, two, play }).filter(([, deliveryId]) =>
    endpoint.received.includes(deliveryId),
  );
  expect(sent.map(([orderId]) => orderId)).toEqual(["one", "two"]);
  expect(endpoint.received).toHaveLength(2);
  const audit = await panel.service.audit.list({ merchantId: panel.store.merchantId, action: "webhook.redelivered" });
  expect(audit.map(({ actor }) => actor)).toEqual(["developer@shop.example", "developer@shop.example"]);
});

test("a resend form that is submitted twice resends once; an invalid date gets 400", async () => {
  const { endpoint, send } = await openEndpoint();
  endpoint.status = 410;
  const deliveryId = await send("one");
  const browser = await panel.signedIn("developer");
  const { text } = await browser.get(panel.storePath("/deliveries"));
  const form = async () => {
    browser.page = { status: 200, headers: new Headers(), text };
    await browser.submit(panel.storePath("/deliveries/resend"), { since: "2026-02-28" });
    await panel.service.runDue();
  };
  await form();
  await form();
  expect(endpoint.received).toEqual([deliveryId, deliveryId]);
  await browser.get(panel.storePath("/deliveries"));
  expect((await browser.submit(panel.storePath("/deliveries/resend"), { since: "soon" })).status).toBe(400);
});

test("a filter form and a form without a day keep the mode of what is resent", async () => {
  const { send } = await openEndpoint();
  await send("real");
  await send("play", "test");
  const browser = await panel.signedIn("developer");
  const list = panel.storePath("/deliveries");
  const resend = panel.storePath("/deliveries/resend");
  const resent = (page: string) => formOf(page, `/pay${resend}`).hidden.mode;
  const byLink = await browser.get(`${list}?mode=test`);
  expect(resent(byLink.text)).toBe("test");
  const refused = await browser.submit(resend, { since: "" });
  expect(refused.status).toBe(400);
  expect(resent(refused.text)).toBe("test");
  await browser.get(list);
  await browser.submit("/panel/mode", { mode: "test" });
  for (const query of ["state=&status=&mode=", "mode=both"]) {
    const { text } = await browser.get(`${list}?${query}`);
    expect(ordersOn(text)).toEqual(query === "mode=both" ? ["play", "real"] : ["play"]);
    expect(resent(text)).toBe("test");
  }
});

test("the page shows that deliveries wait, that the last one failed, and why the webhook URL was switched off", async () => {
  const { endpoint, send } = await openEndpoint();
  endpoint.status = 500;
  await send("one");
  const browser = await panel.signedIn("viewer");
  const words = async () => wordsOf((await browser.get(panel.storePath("/deliveries"))).text);
  expect(await words()).toMatch(/One delivery waits for the next attempt/);
  expect(await words()).toContain("The only delivery so far failed. Open it to see what to fix.");
  await panel.service.webhooks.switchOff(panel.store.merchantId, { reason: "endpoint moves" });
  expect(await words()).toContain("endpoint moves");
});

test("another store's delivery does not exist", async () => {
  const { send } = await openEndpoint();
  const deliveryId = await send("one");
  const operator = await panel.signedIn("operator");
  const path = `/panel/stores/${panel.otherStore.merchantId}/deliveries/${deliveryId}`;
  expect((await operator.get(path)).status).toBe(404);
});
