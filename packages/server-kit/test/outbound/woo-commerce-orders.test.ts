// Orders of a WooCommerce store over real HTTP: a server with the responses of wc/v3.
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { wooCommerceOrders } from "../../src/index.js";
import { serveInTest } from "../loopback.js";

const orderKey = "wc_order_Ab12Cd34Ef56G";

/** As wc/v3 lists an order, shortened in addresses and links only. */
const shopOrder = (changes: Record<string, unknown> = {}) => ({
  id: 727,
  parent_id: 0,
  number: "727",
  order_key: orderKey,
  created_via: "checkout",
  version: "9.4.2",
  status: "pending",
  currency: "EUR",
  date_created: "2026-05-04T09:28:02",
  discount_total: "0.00",
  shipping_total: "10.00",
  total: "29.35",
  total_tax: "1.35",
  prices_include_tax: false,
  customer_ip_address: "203.0.113.7",
  customer_note: "leave it at the back door",
  billing: {
    first_name: "Erika",
    last_name: "Mustermann",
    address_1: "969 Market",
    city: "Berlin",
    postcode: "10115",
    country: "DE",
    email: "buyer@example.com",
    phone: "555-5555",
  },
  shipping: { first_name: "Erika", last_name: "Mustermann", address_1: "969 Market" },
  payment_method: "foxpay",
  payment_method_title: "Pay by bank",
  date_paid: null,
  needs_payment: true,
  line_items: [
    {
      id: 315,
      name: "Woo Single #1",
      product_id: 93,
      quantity: 2,
      subtotal: "6.00",
      total: "6.00",
      total_tax: "0.45",
      price: 3,
    },
    {
      id: 316,
      name: "Ship Your Idea",
      product_id: 22,
      quantity: 1,
      subtotal: "12.00",
      total: "12.00",
      total_tax: "0.90",
      price: 12,
    },
  ],
  ...changes,
});

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A store with this response, and the requests that it got. */
async function openStore(respond: Handler, timeoutMs = 10_000) {
  const requests: { url: URL; authorization: string | undefined }[] = [];
  const origin = await serveInTest((request, response) => {
    const url = new URL(request.url ?? "", "http://shop");
    requests.push({ url, authorization: request.headers.authorization });
    respond(request, response, url);
  });
  const storeUrl = `${origin}/shop/`;
  const source = wooCommerceOrders({ storeUrl, consumerKey: "ck_1", consumerSecret: "cs_1", timeoutMs });
  return { requests, find: (key = orderKey) => source.findOrder({ merchantId: "m", orderKey: key }), storeUrl };
}

const listing =
  (...orders: unknown[]): Handler =>
  (_request, response) => {
    response.setHeader("Content-Type", "application/json; charset=UTF-8");
    response.end(JSON.stringify(orders));
  };

test("reads the amounts of an order as decimal text", async () => {
  const { find, requests } = await openStore(listing(shopOrder()));
  expect(await find()).toStrictEqual({
    id: 727,
    orderKey,
    status: "pending",
    currency: "EUR",
    total: "29.35",
    customer: { email: "buyer@example.com", fullName: "Erika Mustermann" },
    lineItems: [
      { id: 315, name: "Woo Single #1", quantity: 2, total: "6.00" },
      { id: 316, name: "Ship Your Idea", quantity: 1, total: "12.00" },
    ],
    payment: { method: "foxpay", methodTitle: "Pay by bank", needsPayment: true },
  });
  expect(requests[0]?.url.pathname).toBe("/shop/wp-json/wc/v3/orders");
  expect(requests[0]?.authorization).toBe(`Basic ${Buffer.from("ck_1:cs_1").toString("base64")}`);
  expect(requests[0]?.url.searchParams.get("_fields")).not.toContain("address");
});

test("finds an order among the newest ones when the store's search does not find it", async () => {
  const { find } = await openStore((request, response, url) => {
    const found = url.searchParams.has("search") ? [] : [shopOrder({ order_key: "wc_order_other00001" }), shopOrder()];
    listing(...found)(request, response, url);
  });
  expect(await find()).toMatchObject({ id: 727 });
});

test("an order with a similar key is not returned", async () => {
  const { find, requests } = await openStore(listing(shopOrder({ order_key: `${orderKey}X` })));
  expect(await find()).toBeUndefined();
  expect(requests.length).toBeLessThanOrEqual(3);
});

test("an order without an e-mail address has none", async () => {
  const { find } = await openStore(listing(shopOrder({ billing: { first_name: "", last_name: "Guest", email: "" } })));
  expect((await find())?.customer).toEqual({ fullName: "Guest" });
});

test.each([
  [{ needs_payment: undefined }, true],
  [{ needs_payment: undefined, status: "processing" }, false],
  [{ needs_payment: undefined, date_paid: "2026-05-04T09:30:00" }, false],
  [{ needs_payment: undefined, total: "0.00" }, false],
  [{ needs_payment: false }, false],
])("an order with %j needs payment: %s", async (changes, needsPayment) => {
  const { find } = await openStore(listing(shopOrder(changes)));
  expect((await find())?.payment.needsPayment).toBe(needsPayment);
});

test.each([
  ["a total as a number", { total: 29.35 }],
  ["a total finer than a cent", { total: "29.355" }],
  ["a total with a comma", { total: "29,35" }],
  ["no currency", { currency: "" }],
  ["an id as text", { id: "727" }],
])("an order with %s is an error", async (_, changes) => {
  const { find } = await openStore(listing(shopOrder(changes)));
  await expect(find()).rejects.toThrow(/cannot be used/);
});

const lineOf = (changes: Record<string, unknown>) => ({
  line_items: [{ id: 315, name: "Cheese", quantity: 2, total: "6.00", ...changes }],
});

test.each([
  ["M21: a quantity of 1.5 is shown as 2", { quantity: 1.5 }, { quantity: 2 }],
  ["M21: a quantity of 0.3 is shown as 1", { quantity: 0.3 }, { quantity: 1 }],
  ['M21: a quantity of "2" is 2', { quantity: "2" }, { quantity: 2 }],
  ["M21: a quantity that is none is shown as 1", { quantity: null }, { quantity: 1 }],
  ["M21: a name that is null is left empty", { name: null }, { name: "" }],
  ['M22: a total of "10.3950" is rounded to the cent', { total: "10.3950" }, { total: "10.40" }],
  ["M22: a total of 10.394 is rounded to the cent", { total: 10.394 }, { total: "10.39" }],
  ["M22: a negative total keeps its sign", { total: "-0.005" }, { total: "-0.01" }],
  [
    "M23: a name is decoded once",
    { name: "Fish &amp; Chips &#8211; 5&quot; &amp;amp;" },
    { name: 'Fish & Chips – 5" &amp;' },
  ],
])("%s", async (_, changes, expected) => {
  const { find } = await openStore(listing(shopOrder(lineOf(changes))));
  expect((await find())?.lineItems).toEqual([{ id: 315, name: "Cheese", quantity: 2, total: "6.00", ...expected }]);
});

test("M21: display fields that cannot be shown are left out: lines, a name, an e-mail address without a dot", async () => {
  const billing = { first_name: null, last_name: null, email: "root@localhost" };
  const { find } = await openStore(listing(shopOrder({ line_items: null, billing, payment_method_title: null })));
  expect(await find()).toMatchObject({ total: "29.35", customer: { fullName: "" }, lineItems: [] });
  expect((await find())?.customer).not.toHaveProperty("email");
  const { find: findOther } = await openStore(
    listing(shopOrder({ line_items: [{ id: 1, name: "Gift", total: "free" }] })),
  );
  expect((await findOther())?.lineItems).toEqual([]);
});

test("M23: names of people and payment methods are decoded too", async () => {
  const billing = { first_name: "D&#039;Arcy", last_name: "M&uuml;ller", email: "a@example.com" };
  const { find } = await openStore(listing(shopOrder({ billing, payment_method_title: "Bank &amp; QR" })));
  expect(await find()).toMatchObject({
    customer: { fullName: "D'Arcy Müller" },
    payment: { methodTitle: "Bank & QR" },
  });
});

test.each([301, 302, 307, 308])("a redirect with %i is not followed", async (status) => {
  let reached = false;
  const { find } = await openStore((_request, response, url) => {
    if (url.pathname === "/elsewhere") reached = true;
    response.writeHead(status, { Location: "/elsewhere" }).end();
  });
  await expect(find()).rejects.toThrow(String(status));
  expect(reached).toBe(false);
});

test.each([401, 403, 404, 429, 500, 503])("a response of %i is an error", async (status) => {
  const { find } = await openStore((_request, response) => void response.writeHead(status).end("{}"));
  await expect(find()).rejects.toThrow(String(status));
});

test.each(["", "<html>", "{}", '{"code":"woocommerce_rest_cannot_view"}', "null"])(
  "the response %j is an error",
  async (text) => {
    const { find } = await openStore((_request, response) => void response.end(text));
    await expect(find()).rejects.toThrow();
  },
);

test("a request to a store that does not respond ends with a timeout", async () => {
  const { find } = await openStore(() => undefined, 100);
  await expect(find()).rejects.toThrow(/time|abort/i);
});

test("an endless response is an error", async () => {
  const { find } = await openStore((_request, response) => {
    response.write("[");
    const chunk = `"${"x".repeat(64 * 1024)}",`;
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", pour);
    pour();
  });
  await expect(find()).rejects.toThrow(/larger|time|abort/i);
});

test("a source for one store has no orders for another", async () => {
  const { storeUrl, requests } = await openStore(listing(shopOrder()));
  const source = wooCommerceOrders({ storeUrl, consumerKey: "ck_1", consumerSecret: "cs_1", merchantId: "mine" });
  expect(await source.findOrder({ merchantId: "other", orderKey })).toBeUndefined();
  expect(requests).toEqual([]);
  expect(await source.findOrder({ merchantId: "mine", orderKey })).toMatchObject({ id: 727 });
});

test.each([
  "http://shop.example.com",
  "ftp://shop.example.com",
  "shop.example.com",
  "https://u:p@shop.example.com",
  "https://:p@shop.example.com",
  "http://ck_geheim:cs_geheim@shop.example.com",
  "http://127.0.0.1.evil.example",
  "https://shop.example.com/?a=1",
])("refuses the store address %s, without showing it", (storeUrl) => {
  expect(() => wooCommerceOrders({ storeUrl, consumerKey: "ck", consumerSecret: "cs" })).toThrow(
    /^storeUrl must be an https address such as https:\/\/shop\.example\.com, without a user name, password or query\.$/,
  );
});
