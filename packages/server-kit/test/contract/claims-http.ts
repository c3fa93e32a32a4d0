// Claims about HTTP itself: methods, types, sizes, headers, proxies (spec/rules.md#errors).
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { keyRoutes } from "./claims-access.js";
import { codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { createTestStore } from "./test-store.js";

const posts = ["/payments/initialize", "/sandbox/payments/pay_1/events", "/version/check"];
const gets = [
  "/payments/pay_1/status",
  "/payments/pay_1/bank-details?orderId=1",
  "/transactions/pay_1/webhook/history",
  "/orders/wc_order_Ab12Cd34Ef56G?shopId=mrc_1",
  "/health",
  "/live",
  "/ready",
  "/version",
  "/openapi.json",
];
const withSlash = (path: string) => (path.includes("?") ? path.replace("?", "/?") : `${path}/`);

export function claimHttp(suite: Suite): void {
  test.each([
    "/",
    "/nothing",
    "/payments",
    "/payments/initialize/more",
    "/Payments/initialize",
    "/payments//status",
    "//",
    "/%2e%2e/",
    "/payments/a/b/status",
    "/.env",
  ])("an unknown path %s is a JSON 404", async (path) => {
    const { client } = suite;
    const { status, body } = await client.call(path);
    expect([status, codeOf(body)]).toEqual([404, "ROUTE_NOT_FOUND"]);
  });

  test("O21: thousands of unknown fields return a bounded list of errors", async () => {
    const { client } = suite;
    const fields = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`unknown${index}`, 1]));
    const json = { client: "x", clientVersion: "0.1.0", ...fields, ["long".repeat(500)]: 1 };
    const { status, body } = await client.call("/version/check", { json });
    expect([status, codeOf(body)]).toEqual([400, "VALIDATION_ERROR"]);
    // The contract client has checked the body against its schema.
    const { details, message } = body as { details: unknown[]; message: string };
    expect(details).toHaveLength(50);
    expect(message).toContain("4001 rules");
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });

  test("another method on a known path is 405 with Allow, not 404", async () => {
    const { client } = suite;
    for (const path of posts) {
      for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD"]) {
        const { status, headers } = await client.call(path, { method });
        expect([path, method, status, headers.allow]).toEqual([path, method, 405, "OPTIONS, POST"]);
      }
    }
    for (const path of gets) {
      const { status, headers, body } = await client.call(path, { method: "DELETE" });
      expect([path, status, headers.allow, codeOf(body)]).toEqual([
        path,
        405,
        "GET, HEAD, OPTIONS",
        "METHOD_NOT_ALLOWED",
      ]);
    }
  });

  test("OPTIONS is 204 with Allow and without CORS headers", async () => {
    const { client } = suite;
    for (const path of [...posts, ...gets]) {
      const { status, headers } = await client.call(path, {
        method: "OPTIONS",
        headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
      });
      expect([path, status, headers.allow]).toEqual([
        path,
        204,
        posts.includes(path) ? "OPTIONS, POST" : "GET, HEAD, OPTIONS",
      ]);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("HEAD is GET without a body", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    for (const path of [`/payments/${paymentId}/status`, "/payments/pay_1/status", "/health", "/openapi.json"]) {
      const get = await client.call(path, { key: store.testKey });
      const head = await client.call(path, { method: "HEAD", key: store.testKey });
      expect([path, head.status, head.headers["content-type"]]).toEqual([
        path,
        get.status,
        get.headers["content-type"],
      ]);
      expect(head.text).toBe("");
    }
  });

  test("a trailing slash makes no difference and no redirect", async () => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open();
    for (const { call } of keyRoutes) {
      const [path, options] = call(store, { paymentId, orderId });
      expect((await client.call(withSlash(path), { ...options, key: store.testKey })).status).toBe(200);
    }
    for (const path of ["/health", "/version", "/openapi.json"])
      expect((await client.call(`${path}/`)).status).toBe(200);
  });

  test("a caller that does not accept JSON gets 406, as JSON", async () => {
    const { client, store } = suite;
    const { paymentId, orderId } = await store.open();
    for (const Accept of ["text/html", "application/xml;q=0.9", "application/json;q=0"]) {
      for (const { call } of keyRoutes) {
        const [path, options] = call(store, { paymentId, orderId });
        expect((await client.call(path, { ...options, key: store.testKey, headers: { Accept } })).status).toBe(406);
      }
      for (const path of ["/orders/wc_order_Ab12Cd34Ef56G?shopId=x", "/version"]) {
        expect((await client.call(path, { headers: { Accept } })).status).toBe(406);
      }
      expect((await client.call("/version/check", { json: {}, headers: { Accept } })).status).toBe(406);
    }
  });

  test.each(["*/*", "application/*", "text/html, application/json;q=0.1", ""])(
    "Accept %j gets JSON",
    async (Accept) => {
      const { client } = suite;
      expect((await client.call("/version", { headers: { Accept } })).status).toBe(200);
    },
  );

  test.each([
    ["no content type", { "Content-Type": "" }],
    ["text", { "Content-Type": "text/plain" }],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["another JSON type", { "Content-Type": "application/vnd.api+json" }],
    ["another charset", { "Content-Type": "application/json; charset=iso-8859-1" }],
    ["UTF-16", { "Content-Type": "application/json; charset=utf-16" }],
    ["another charset between blanks", { "Content-Type": "application/json; charset = iso-8859-1" }],
    ["a second charset", { "Content-Type": "application/json; charset=utf-8; charset=iso-8859-1" }],
    ["gzip", { "Content-Type": "application/json", "Content-Encoding": "gzip" }],
    ["an unknown encoding", { "Content-Type": "application/json", "Content-Encoding": "br, gzip" }],
  ])("%s is refused with 415 on every route with a body", async (_, headers) => {
    const { client, store } = suite;
    for (const path of posts) {
      const { status, body } = await client.call(path, { key: store.testKey, body: "{}", headers });
      expect([path, status, codeOf(body)]).toEqual([path, 415, "UNSUPPORTED_MEDIA_TYPE"]);
    }
  });

  test.each([
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/JSON; charset="utf-8"',
    "application/json; x=1",
  ])("the content type %s is JSON", async (type) => {
    const { client, store } = suite;
    const { status } = await client.call("/payments/initialize", {
      key: store.testKey,
      json: store.request({ customerName: "Müller" }),
      headers: { "Content-Type": type },
    });
    expect(status).toBe(200);
  });

  test("a gzip bomb is refused before decompression", async () => {
    const { client } = suite;
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
    const { status } = await client.call("/payments/initialize", {
      body: bomb,
      headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    });
    expect(status).toBe(415);
  });

  test("a body of 65 537 bytes is 413 on every route, one of 65 536 is read", async () => {
    const { client, store } = suite;
    for (const path of posts) {
      for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
        const tooLarge = await client.call(path, {
          key: store.testKey,
          body: `{"a":"${"x".repeat(65_529)}"}`,
          headers: { "Content-Type": "application/json", ...headers },
        });
        expect([path, tooLarge.status, codeOf(tooLarge.body)]).toEqual([path, 413, "BODY_TOO_LARGE"]);
      }
      const readable = await client.call(path, { key: store.testKey, body: `{"a":"${"x".repeat(65_528)}"}` });
      expect([path, readable.status]).toEqual([path, 400]);
    }
  });

  test("a simulator call that is not JSON is refused", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const { body } = await client.call(`/sandbox/payments/${paymentId}/events`, { key: store.testKey, body: "[1" });
    expect(codeOf(body)).toBe("INVALID_JSON");
  });

  test("a plain request id of the caller is kept, any other replaced", async () => {
    const { client } = suite;
    const requestIdFor = async (id: string) =>
      (await client.call("/live", { headers: { "X-Request-Id": id } })).headers["x-request-id"];
    expect(await requestIdFor("shop-77_a.b")).toBe("shop-77_a.b");
    for (const id of ["a b", "<script>", "x".repeat(129), "ü"]) {
      expect(await requestIdFor(Buffer.from(id).toString("latin1"))).toMatch(/^req_/);
    }
  });

  test("every response forbids content sniffing and caching", async () => {
    const { client } = suite;
    for (const path of ["/nothing", "/health", "/payments/pay_1/status"]) {
      const { headers } = await client.call(path);
      expect([headers["x-content-type-options"], headers["cache-control"]]).toEqual(["nosniff", "no-store"]);
    }
  });

  test("no Host or forwarded header reaches a response", async () => {
    const { client, store, target } = suite;
    const headers = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Prefix": "/evil",
      Forwarded: "host=evil.example;proto=https",
    };
    const plain = store.request({ returnUrl: "https://shop.example.com/" });
    for (const json of [plain, store.directRequest()]) {
      const { status, text, body } = await client.call("/payments/initialize", { key: store.testKey, json, headers });
      expect(status).toBe(200);
      expect(text).not.toContain("evil");
      // Every response body of this route is an object.
      expect(String((body as Record<string, unknown>).paymentUrl)).toMatch(new RegExp(`^${target.publicUrl}/[^/]`));
    }
    for (const path of ["/openapi.json", "/nothing", "/version"]) {
      expect((await client.call(path, { headers })).text).not.toContain("evil");
    }
  });

  test("only the forwarded addresses that our proxies appended count", async () => {
    for (const [trustedProxyHops, expected] of [
      [0, 429],
      [1, 404],
    ] as const) {
      const { target, client } = await suite.reopen({ trustedProxyHops });
      const store = await createTestStore(target, client);
      let last = 0;
      for (let caller = 0; caller < 40; caller += 1) {
        // Each caller forges the left entries; the proxy appends the address that it saw.
        const headers = { "X-Forwarded-For": `10.9.9.${caller}, 203.0.113.${caller}` };
        last = (await client.call(`/orders/wc_order_nobody00000?shopId=${store.merchantId}`, { headers })).status;
      }
      expect([trustedProxyHops, last]).toEqual([trustedProxyHops, expected]);
    }
    const { target, client } = await suite.reopen({ trustedProxyHops: 1 });
    const store = await createTestStore(target, client);
    const statuses = [];
    for (let round = 0; round < 40; round += 1) {
      const headers = { "X-Forwarded-For": `10.9.9.${round}, 203.0.113.7` };
      statuses.push((await client.call(`/orders/wc_order_nobody00000?shopId=${store.merchantId}`, { headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("all addresses of one IPv6 network share one limit", async () => {
    const { target, client } = await suite.reopen({ trustedProxyHops: 1 });
    const store = await createTestStore(target, client);
    const ask = (address: string) =>
      client.call(`/orders/wc_order_nobody00000?shopId=${store.merchantId}`, {
        headers: { "X-Forwarded-For": address },
      });
    for (let host = 0; host < 10; host += 1) expect((await ask(`2001:db8:1:2::${host}`)).status).toBe(404);
    expect((await ask("2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await ask("2001:db8:1:3::1")).status).toBe(404);
  });
}
