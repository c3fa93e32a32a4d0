// Tests webhooks verified by the client itself, and amounts converted without floats.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createEvent, signWebhook } from "../../webhook-verifier/src/entries/testing.js";
import { isWebhookVerificationError, PaymentSessions, toAmountCents, toAmountText } from "../src/index.js";
import { apiKey } from "./fault-server.js";

const secret = "whs_a_secret_for_this_test";
const baseUrl = "https://pay.example.com";
const signed = () => signWebhook({ body: createEvent({ order_id: "1001", status: "paid" }), secret });

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the client verifies a delivery by its webhookSecret, one of its call, or the environment's", async () => {
  const delivery = await signed();
  const payments = new PaymentSessions({ apiKey, baseUrl, webhookSecret: ["another secret of it", secret] });
  expect(await payments.webhooks.verify(delivery)).toMatchObject({ order_id: "1001", status: "paid", secretIndex: 1 });
  const without = new PaymentSessions({ apiKey, baseUrl });
  expect(await without.webhooks.verify({ ...delivery, secret })).toMatchObject({ order_id: "1001" });
  // JavaScript callers often read a store's own secret from a column that may be null.
  expect(await payments.webhooks.verify({ ...delivery, secret: null as never })).toMatchObject({ secretIndex: 1 });
  vi.stubEnv("PAYMENT_SESSIONS_WEBHOOK_SECRET", secret);
  expect(await new PaymentSessions({ apiKey, baseUrl }).webhooks.verify(delivery)).toMatchObject({ order_id: "1001" });
});

test("a forged delivery gets the verifier's error, and a missing secret is reported", async () => {
  const { body, headers } = await signed();
  const payments = new PaymentSessions({ apiKey, baseUrl, webhookSecret: "not the secret of it" });
  const error = await payments.webhooks.verify({ body, headers }).catch((thrown: unknown) => thrown);
  expect(isWebhookVerificationError(error)).toBe(true);
  expect(error).toMatchObject({ code: "signature_mismatch" });
  const without = new PaymentSessions({ apiKey, baseUrl });
  await expect(without.webhooks.verify({ body, headers })).rejects.toMatchObject({
    kind: "usage",
    code: "INVALID_OPTION",
  });
});

test("a request of Node with its raw body, or a fetch Request, is a delivery: their fields are inherited getters", async () => {
  const { body, headers } = await signed();
  const payments = new PaymentSessions({ apiKey, baseUrl, webhookSecret: secret });
  const server = createServer((request, response) => {
    // As express.raw() leaves it.
    const parsed = Object.assign(request, { body: Buffer.from(body) });
    void payments.webhooks.verify(parsed).then(
      ({ event }) => response.end(event),
      (error) => response.end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's
  const received = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers });
  server.close();
  expect(await received.text()).toBe("transaction.status_changed");
  const request = new Request(baseUrl, { method: "POST", body, headers });
  // Its body is null without one, which the type does not allow.
  expect(await payments.webhooks.verify(request as never)).toMatchObject({ order_id: "1001" });
});

test("the client responds to the panel's test of the endpoint", async () => {
  const payments = new PaymentSessions({ apiKey, baseUrl, webhookSecret: secret });
  const body = JSON.stringify({
    event: "service.webhook_verification",
    challenge: "abc",
    timestamp: "",
    merchantId: "m",
  });
  const delivery = await signWebhook({ body, secret });
  const response = await payments.webhooks.answerChallenge(delivery).catch((error: unknown) => error);
  expect(response).toMatchObject({ status: 200, body: expect.stringContaining("abc") });
  expect(await payments.webhooks.answerChallenge(await signed())).toBeUndefined();
});

test.each([
  ["19.99", "EUR", 1999],
  [19.99, "EUR", 1999],
  [1.1, "EUR", 110],
  ["4.35", "EUR", 435],
  ["1", "EUR", 100],
  ["500", "JPY", 500],
  ["1.234", "KWD", 1234],
  ["999999999.99", "EUR", 99999999999],
  ["0.00", "EUR", 0],
])("C30: %s %s is %i minor units, and back", (amount, currency, cents) => {
  expect(toAmountCents(amount, currency)).toBe(cents);
  expect(Number(toAmountText(cents, currency))).toBe(Number(amount));
});

test.each([
  ["19.995", "EUR"],
  [0.1 + 0.2, "EUR"],
  ["1,99", "EUR"],
  ["1.5", "JPY"],
  ["", "EUR"],
  [Number.NaN, "EUR"],
  ["1e3", "EUR"],
])("C30: %s %s is refused instead of rounded", (amount, currency) => {
  expect(() => toAmountCents(amount, currency)).toThrow(/must be a decimal string with at most/);
});

test.each(["-1", -1, "-0.00", -0.01, "-19.99"])("C30: a negative amount is refused, not converted: %s", (amount) => {
  expect(() => toAmountCents(amount, "EUR")).toThrow(`must not be negative; got ${JSON.stringify(amount)}.`);
});

test("C30: an unknown currency and fractional minor units are refused", () => {
  expect(() => toAmountCents("1", "eur")).toThrow('such as "EUR"');
  expect(() => toAmountText(19.99, "EUR")).toThrow("whole number of minor units");
});
