// Tests that the README's table of outcomes matches the code: each row is provoked and compared.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PaymentSessions } from "../src/index.js";
import { apiKey, json, order, type Script, startFaultServer } from "./fault-server.js";

const rows = new Map(
  readFileSync(new URL("../README.md", import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
    .filter((cells) => cells.length === 7)
    .map(([, what = "", kind, outcome, retryable]) => [what.replace(/:.*/, ""), { kind, outcome, retryable }]),
);

const broken = [
  { path: "amountCents", rule: "minimum", message: "must be at least 1" },
  { path: "currency", rule: "enum", message: "must be EUR" },
  { path: "orderId", rule: "minLength", message: "must not be empty" },
];
const validation = { code: "VALIDATION_ERROR", error: "Invalid request", message: "3 rules", details: broken };

test.each<[string, Script | undefined, number]>([
  ["usage", (response) => json(response, 200, {}), 19.99],
  ["validation", (response) => json(response, 400, validation), 1999],
  ["rate limit", (response) => json(response, 429, { code: "RATE_LIMITED" }, { "retry-after": "60" }), 1999],
  ["rejection", (response) => json(response, 403, { code: "PAYMENT_METHOD_UNAVAILABLE" }), 1999],
  ["unknown outcome", (response) => void response.socket?.destroy(), 1999],
  ["never sent", undefined, 1999],
])("C20: the README's row %s says what the code does", async (what, script, amountCents) => {
  const baseUrl = script === undefined ? "http://127.0.0.1:1" : (await startFaultServer(script)).url;
  const payments = new PaymentSessions({ apiKey, baseUrl, maxRetries: 0 });
  const error = await payments.sessions.initialize({ ...order, amountCents }).catch((thrown: unknown) => thrown);
  const { kind, outcome, retryable } = rows.get(what) ?? {};
  expect(error).toMatchObject({ outcome });
  if (kind !== "any") expect(error).toMatchObject({ kind, retryable: retryable === "true" });
});

test("C21: every broken rule is in details, the first ones in the message", async () => {
  const { url } = await startFaultServer((response) => json(response, 400, validation));
  const result = await new PaymentSessions({ apiKey, baseUrl: url }).sessions.initialize(order).safe();
  if (result.ok) throw new Error("nothing failed");
  expect(result.error.details).toEqual(broken);
  expect(result.error.message).toContain("amountCents must be at least 1; currency must be EUR");
});

test("a broken rule that the service's message names already appears once in the error's message", async () => {
  const message = "amountCents must be at least 1";
  const { url } = await startFaultServer((response) => json(response, 400, { ...validation, message }));
  const result = await new PaymentSessions({ apiKey, baseUrl: url }).sessions.initialize(order).safe();
  if (result.ok) throw new Error("nothing failed");
  expect(result.error.message).toContain(
    `400 ${message} (currency must be EUR; orderId must not be empty) [VALIDATION`,
  );

  const only = { ...validation, message, details: broken.slice(0, 1) };
  const single = await startFaultServer((response) => json(response, 400, only));
  const failed = await new PaymentSessions({ apiKey, baseUrl: single.url }).sessions.initialize(order).safe();
  if (failed.ok) throw new Error("nothing failed");
  expect(failed.error.message).toContain(`400 ${message} [VALIDATION_ERROR]`);
});

test("C22: the kind of an error narrows its type", async () => {
  const { url } = await startFaultServer((response) => json(response, 403, { code: "NO" }, { "x-thing": "1" }));
  const result = await new PaymentSessions({ apiKey, baseUrl: url }).sessions.status("pay_1").safe();
  if (result.ok || result.error.kind !== "service") throw new Error("the service did not refuse");
  const status: number = result.error.status;
  expect(status).toBe(403);
  expect(result.error.headers?.get("x-thing")).toBe("1");
});
