// Tests that forged requests to the callback address do not fill the log (O26), whatever they contain.
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { errorTable } from "../../src/domain/generated/error-table.js";
import { createPaymentService } from "../../src/index.js";
import { serveInTest } from "../loopback.js";
import { serveService } from "../serve.js";
import { freshStorage } from "../storages.js";

test("O26: 300 forged callbacks are 300 short request lines and one masked warning", async () => {
  const logged: { level: string; line: string }[] = [];
  const at = (level: string) => (fields: object, text: string) =>
    void logged.push({
      level,
      line: `${text} ${JSON.stringify(fields, (_key, value) => (value instanceof Error ? { ...value, name: value.name, message: value.message, stack: value.stack } : value))}`,
    });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    rateLimits: false,
    logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    openBanking: {
      test: {
        code: "bank",
        createSession: async () => ({ sessionId: "s", redirectUrl: "https://bank.example" }),
        fetchOutcome: async () => undefined,
        readCallback: async ({ body }) => {
          throw new Error(`not signed: ${Buffer.from(body).toString()}`);
        },
      },
    },
  });
  onTestFinished(() => service.stop());
  const address = `${await serveService(service)}/providers/bank/callback`;
  const body = `DE89370400440532013000 ann@example.com ${"x".repeat(60_000)}`;
  for (let number = 0; number < 300; number += 1) {
    const headers = { "content-type": "text/plain" };
    const response = await fetch(address, { method: "POST", headers, body });
    expect([number, response.status]).toEqual([number, 401]);
    await response.arrayBuffer();
  }
  const requests = logged.filter(({ line }) => line.startsWith("request "));
  expect(requests).toHaveLength(300);
  expect(logged.filter(({ level }) => level === "warn" || level === "error")).toHaveLength(1);
  const all = logged.map(({ line }) => line).join("\n");
  expect(all.length / 300).toBeLessThan(1000);
  expect(all).not.toMatch(/DE8937|ann@example/);
});

test("a callback that is not authentic, and one that cannot be processed yet, get a code of the error table at its status", async () => {
  const createSession = async () => ({ sessionId: "s", redirectUrl: "https://bank.example" });
  const fetchOutcome = async () => undefined;
  const readCallback = async () => {
    throw new Error("not signed");
  };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    providerTimeoutMs: 50,
    openBanking: { test: { code: "forged", createSession, fetchOutcome, readCallback } },
    cardPages: {
      test: { code: "hangs", createSession, fetchOutcome, readCallback: () => new Promise(() => undefined) },
    },
  });
  onTestFinished(() => service.stop());
  const url = await serveService(service);
  for (const [provider, expected] of [
    ["forged", "CALLBACK_NOT_AUTHENTIC"],
    ["hangs", "CALLBACK_NOT_PROCESSED"],
  ] as const) {
    const response = await fetch(`${url}/providers/${provider}/callback`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([
      errorTable[expected].status,
      expect.objectContaining({ code: expected, error: errorTable[expected].error }),
    ]);
    expect(response.headers.get("retry-after")).toBe(provider === "hangs" ? "30" : null);
  }
});

test("forged callbacks with a NUL character or thousands of levels are refused, without an error in the log", async () => {
  const errors: string[] = [];
  const none = () => undefined;
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    rateLimits: false,
    logger: { debug: none, info: none, warn: none, error: (_, text) => void errors.push(text) },
    openBanking: {
      test: {
        code: "bank",
        createSession: async () => ({ sessionId: "s", redirectUrl: "https://bank.example" }),
        fetchOutcome: async () => undefined,
      },
    },
  });
  onTestFinished(() => service.stop());
  const parsing = express().use(express.json()).use(service.callback());
  const urls = [await serveInTest(service.callback()), await serveInTest(parsing)];
  const nested = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  for (const [type, body, expected] of [
    ["application/json", '{"sessionId":"a\\u0000b"}', [404, 404]],
    ["application/x-www-form-urlencoded", "session_id=a%00b", [404, 404]],
    ["application/json", nested, [401, 400]],
  ] as const) {
    const statuses = urls.map(async (url) => {
      const response = await fetch(`${url}/providers/bank/callback`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      await response.arrayBuffer();
      return response.status;
    });
    expect([body.slice(0, 30), await Promise.all(statuses)]).toEqual([body.slice(0, 30), expected]);
  }
  expect(errors).toEqual([]);
});
