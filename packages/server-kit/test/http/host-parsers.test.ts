// Hosts that have read the body before the service sees the request: the responses stay the same, and no request hangs.
import type { RequestListener } from "node:http";
import { bodyParser } from "@koa/bodyparser";
import express from "express";
import fastify from "fastify";
import Koa from "koa";
import mount from "koa-mount";
import { expect, test } from "vitest";
import { checkResponse } from "../../../../spec/response-check.js";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { urlOf } from "../listen.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

const basePath = "/pay";

/** What serves the requests: a listener, or the URL of a server that listens already. */
type Host = (service: PaymentService) => RequestListener | Promise<string>;

const hosts: Record<string, Host> = {
  "a Koa body parser before the middleware": (service) => {
    const app = new Koa();
    app.use(bodyParser());
    app.use(service.middleware());
    return app.callback();
  },
  "a Koa body parser before koa-mount": (service) => {
    const app = new Koa();
    app.use(bodyParser());
    app.use(mount(basePath, service.middleware()));
    return app.callback();
  },
  "a Koa body parser inside the outer of two mounts": (service) => {
    const inner = new Koa();
    inner.use(bodyParser({ enableTypes: ["json", "form", "text"] }));
    inner.use(service.middleware());
    const app = new Koa();
    app.use(mount("/", inner));
    return app.callback();
  },
  "express.json": (service) => {
    const app = express();
    app.use(express.json());
    app.use(basePath, service.callback());
    return app;
  },
  "express.raw": (service) => {
    const app = express();
    app.use(express.raw({ type: () => true }));
    app.use(basePath, service.callback());
    return app;
  },
  "express.text": (service) => {
    const app = express();
    app.use(express.text({ type: () => true }));
    app.use(basePath, service.callback());
    return app;
  },
  "a middleware that pauses the request": (service) => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      ctx.req.pause();
      await next();
    });
    app.use(service.middleware());
    return app.callback();
  },
  "a middleware that sets an encoding on the request": (service) => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      ctx.req.setEncoding("utf8");
      await next();
    });
    app.use(service.middleware());
    return app.callback();
  },
  "Fastify's own parser": async (service) => {
    const app = fastify();
    const listener = service.callback();
    app.all(`${basePath}/*`, (request, reply) => {
      reply.hijack();
      listener(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closeAfterTest(() => app.close());
    return urlOf(app.server);
  },
};

async function open(host: Host) {
  const errors: string[] = [];
  const service = createPaymentService({
    baseUrl: `http://127.0.0.1:1${basePath}`,
    storage: freshStorage(),
    rateLimits: false,
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (fields, message) => void errors.push(`${message}: ${String((fields as { err?: unknown }).err)}`),
    },
  });
  const served = await host(service);
  const url = typeof served === "string" ? served : await serveInTest(served);
  closeAfterTest(() => service.stop());
  const { merchantId } = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const call = async (path: string, init: RequestInit & { body?: string } = {}) => {
    const startedAt = performance.now();
    const response = await fetch(url + basePath + path, {
      ...init,
      headers: { Authorization: `Bearer ${secret}`, ...init.headers },
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const exchange = {
      method: init.method ?? "GET",
      path: `${basePath}${path}`,
      status: response.status,
      headers: response.headers,
      body,
    };
    expect(checkResponse(exchange, { basePath }), text).toEqual([]);
    return {
      status: response.status,
      body: (body ?? {}) as Record<string, unknown>,
      tookMs: performance.now() - startedAt,
    };
  };
  const post = (body: string, type = "application/json") =>
    call("/payments/initialize", { method: "POST", body, headers: { "Content-Type": type } });
  return { call, post, merchantId, errors };
}

test.each(Object.entries(hosts))("with %s the responses are the same, and none hangs", async (_, host) => {
  const { call, post, merchantId } = await open(host);
  const request = { merchantId, orderId: "ü 名", amountCents: 1999, currency: "EUR", metadata: { a: [1, "ü"] } };
  const first = await post(JSON.stringify(request));
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, orderId: "ü 名", paymentData: { metadata: request.metadata } },
  });
  const again = await post(JSON.stringify(request), "application/json; charset=utf-8");
  expect(again.body.paymentId).toBe(first.body.paymentId);
  expect(await post(JSON.stringify({ ...request, amountCents: "1" }))).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR" },
  });
  expect(await post("[]")).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
  const status = await call(`/payments/${first.body.paymentId}/status`);
  expect(status).toMatchObject({ status: 200, body: { status: "pending" } });
  expect(Math.max(again.tookMs, status.tookMs)).toBeLessThan(30_000);
});

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each(Object.entries(hosts))(
  "with %s nesting and numbers have the limits that they have without a parser",
  async (_, host) => {
    const { post, merchantId } = await open(host);
    const request = (field: string) =>
      `{"merchantId":"${merchantId}","orderId":"1","amountCents":1999,"currency":"EUR",${field}}`;
    for (const [field, path, rule] of [
      [`"metadata":${nested(10_000)}`, `metadata${".a".repeat(31)}`, "depth"],
      [`"other":${"[".repeat(10_000)}${"]".repeat(10_000)}`, `other${"[]".repeat(31)}`, "depth"],
      ['"metadata":{"list":[1,12345678901234567890]}', "metadata.list[]", "number_precision"],
      ['"metadata":{"a":1e400}', "metadata.a", "number_precision"],
    ] as const) {
      const { status, body } = await post(request(field));
      const [detail] = body.details as { path: string; rule: string }[];
      expect([status, detail?.path, detail?.rule]).toEqual([400, path, rule]);
    }
  },
);

// Fastify rejects an empty JSON body itself, before its handlers run and in its own shape.
const forwardingHosts = Object.entries(hosts).filter(([name]) => name !== "Fastify's own parser");

test.each(forwardingHosts)("with %s a POST without a body is INVALID_JSON", async (_, host) => {
  const { call } = await open(host);
  const response = await call("/payments/initialize", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
  });
  expect(response).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
});

test("a host that has consumed the body gets 500 instead of a hang, and a log line that says what to change", async () => {
  const { post, merchantId, errors } = await open((service) => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      for await (const _ of ctx.req);
      await next();
    });
    app.use(service.middleware());
    return app.callback();
  });
  const response = await post(JSON.stringify({ merchantId, orderId: "1", amountCents: 1, currency: "EUR" }));
  expect(response).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
  expect(response.tookMs).toBeLessThan(30_000);
  expect(errors.join()).toContain("before the body parser");
});

test.each([
  ["middleware by prefix", (app: Koa, service: PaymentService) => app.use(service.middleware())],
  ["koa-mount", (app: Koa, service: PaymentService) => app.use(mount(basePath, service.middleware()))],
])("%s leaves every path outside the prefix to the host", async (_, attach) => {
  const service = createPaymentService({
    baseUrl: `http://127.0.0.1:1${basePath}`,
    storage: freshStorage(),
  });
  closeAfterTest(() => service.stop());
  const app = new Koa();
  attach(app, service);
  app.use((ctx) => {
    ctx.body = "host";
  });
  const url = await serveInTest(app.callback());
  const text = async (path: string) => (await fetch(url + path)).text();
  for (const path of ["/", "/payments", "/pays/live", "/payments/initialize", "/health", "/PAY/live"]) {
    expect([path, await text(path)]).toEqual([path, "host"]);
  }
  for (const path of ["/pay/nothing", "/pay", "/pay/"]) expect(await text(path)).toContain("ROUTE_NOT_FOUND");
  expect(await text("/pay/live")).toContain("live");
});

test("a path that is only the beginning of the service's prefix belongs to the host", async () => {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1/api/pay",
    storage: freshStorage(),
  });
  closeAfterTest(() => service.stop());
  const inner = new Koa();
  inner.use(service.middleware());
  inner.use((ctx) => {
    ctx.body = `host at ${ctx.path}`;
  });
  const app = new Koa();
  app.use(mount("/api", inner));
  const url = await serveInTest(app.callback());
  const text = async (path: string) => (await fetch(url + path)).text();
  expect(await text("/api/pay/live")).toContain("live");
  expect(await text("/api/orders")).toBe("host at /orders");
});

test("behind a proxy that removes the prefix, links contain it", async () => {
  const service = createPaymentService({
    baseUrl: "https://pay.example.com/payments-service/",
    storage: freshStorage(),
  });
  closeAfterTest(() => service.stop());
  const url = await serveInTest(service.callback());
  const { merchantId } = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  for (const prefix of ["", "/payments-service"]) {
    const response = await fetch(`${url}${prefix}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ merchantId, orderId: "1", amountCents: 1, currency: "EUR" }),
    });
    const { paymentUrl } = (await response.json()) as { paymentUrl: string };
    expect(paymentUrl).toMatch(/^https:\/\/pay\.example\.com\/payments-service\/checkout\//);
  }
});
