// Tests Integration Verification over real HTTP (spec/rules.md#servicewebhook_verification).
import { createHmac } from "node:crypto";
import type { RequestListener } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { headersOfListened, openListening, readListened } from "../../src/flows/listen-to-webhooks.js";
import { verifyIntegration } from "../../src/flows/verify-integration.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness();
});
afterEach(() => harness.storage.close());

/** The URL options of a deployment, and a sender that enforces them. */
function createUrlRules(allowPrivateNetwork: boolean, allowHttp = true) {
  const webhookUrlOptions = { allowHttp, allowPrivateNetwork };
  const sender = createWebhookSender(webhookUrlOptions);
  closeAfterTest(() => sender.close());
  return { webhookUrlOptions, sender };
}

async function verifyAgainst(handle: RequestListener) {
  await harness.addStore("shop", { webhookUrl: `${await serveInTest(handle)}/hook` });
  return verifyIntegration({ ...harness, ...createUrlRules(true) }, "shop");
}

/** Responds after reading the body, with the result of `createContent`: a string as it is, anything else as JSON. */
const respondWith =
  (status: number, createContent: (body: { challenge: string }) => unknown): RequestListener =>
  async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const content = createContent(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof content === "string" ? content : JSON.stringify(content));
  };

test("the challenge is signed, with its headers and fields, and the expected response verifies", async () => {
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  const result = await verifyAgainst(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ headers: request.headers, body });
    const expected = `sha256=${createHmac("sha256", "secret-of-shop").update(body).digest("hex")}`;
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({
        challenge: JSON.parse(body).challenge,
        signatureValid: request.headers["x-service-signature"] === expected,
      }),
    );
  });
  expect(result).toMatchObject({ ok: true, signatureValid: true, httpStatus: 200, reason: "verified" });
  expect(seen).toHaveLength(1);
  const body = JSON.parse(seen[0]?.body ?? "{}");
  expect(Object.keys(body)).toEqual(["event", "challenge", "timestamp", "merchantId", "shopId", "expectedAuthMode"]);
  expect(body).toMatchObject({
    event: "service.webhook_verification",
    merchantId: "shop",
    shopId: "shop",
    timestamp: "2026-11-27T12:00:00.000Z",
  });
  expect(seen[0]?.headers).toMatchObject({
    "x-service-event": "service.webhook_verification",
    "x-service-verification-challenge": body.challenge,
    "user-agent": "PaymentSessions-Verification/1.0",
    "content-type": "application/json",
  });
});

test.each([
  ["ok: true", 200, () => ({ ok: true }), true, "verified"],
  ["verified: true", 200, () => ({ verified: true }), true, "verified"],
  ["no challenge", 200, () => ({ signatureValid: true }), false, "challenge_missing"],
  ["another challenge", 200, () => ({ challenge: "x", signatureValid: true }), false, "challenge_mismatch"],
  ["another challenge and a legacy ok", 200, () => ({ challenge: "x", ok: true }), false, "challenge_mismatch"],
  [
    "an invalid signature",
    200,
    ({ challenge }: { challenge: string }) => ({ challenge, signatureValid: false }),
    false,
    "signature_not_confirmed",
  ],
  [
    "an invalid signature and a legacy ok",
    200,
    () => ({ ok: true, signatureValid: false }),
    false,
    "signature_not_confirmed",
  ],
  [
    "no statement about the signature",
    200,
    ({ challenge }: { challenge: string }) => ({ challenge }),
    false,
    "signature_not_confirmed",
  ],
  [
    "signatureValid as a string",
    200,
    ({ challenge }: { challenge: string }) => ({ challenge, signatureValid: "true" }),
    false,
    "signature_not_confirmed",
  ],
  ["ok: 1", 200, () => ({ ok: 1 }), false, "challenge_missing"],
  ["a page", 200, () => "<html>hello</html>", false, "not_json"],
  ["an array", 200, () => [true], false, "not_json"],
  ["null", 200, () => "null", false, "not_json"],
  ["a long page", 200, () => "x".repeat(10_000), false, "answer_too_long"],
  ["401", 401, () => ({}), false, "signature_rejected"],
  ["404", 404, () => ({}), false, "unexpected_status"],
  ["500", 500, () => ({ ok: true }), false, "unexpected_status"],
  ["302", 302, () => ({ ok: true }), false, "redirect"],
])("an endpoint that responds with %s", async (_content, status, createContent, ok, reason) => {
  const result = await verifyAgainst(respondWith(status, createContent));
  expect(result).toMatchObject({ ok, reason, httpStatus: status });
  expect(result.explanation.length).toBeGreaterThan(20);
  expect(result.explanation).not.toContain("{status}");
  if (ok) expect(result.signatureValid).toBe(true);
});

test("a store without a webhook URL gets that reason, and an unknown store is refused", async () => {
  await harness.addStore("bare", { webhookUrl: undefined });
  expect(await verifyIntegration({ ...harness, ...createUrlRules(true) }, "bare")).toMatchObject({
    ok: false,
    reason: "no_webhook_url",
  });
  await expect(verifyIntegration({ ...harness, ...createUrlRules(true) }, "none")).rejects.toMatchObject({
    code: "MERCHANT_NOT_FOUND",
  });
});

test("open, closed and unreachable private ports give the same response", async () => {
  const { host: open } = new URL(await serveInTest((_request, response) => response.end("{}")));
  const results = [];
  for (const [index, target] of [open, "127.0.0.1:1", "10.255.255.1:80", "[::1]:80"].entries()) {
    await harness.addStore(`s${index}`, { webhookUrl: `http://${target}/` });
    results.push(await verifyIntegration({ ...harness, ...createUrlRules(false) }, `s${index}`));
  }
  for (const result of results) expect(result).toEqual(results[0]);
  expect(results[0]).toMatchObject({ ok: false, reason: "unreachable", httpStatus: undefined });
});

test("a URL that is no longer allowed is reported with its reason and the operator's option", async () => {
  await harness.addStore("plain", { webhookUrl: "http://shop.example.com/hook" });
  const result = await verifyIntegration({ ...harness, ...createUrlRules(false, false) }, "plain");
  expect(result).toMatchObject({ ok: false, signatureValid: false, reason: "invalid_url" });
  expect(result.explanation).toContain("The webhook URL must begin with https://");
  expect(result.explanation).toContain("--allow-http-webhooks");
});

test("a listener of the store gets the same challenge with its headers, also without a webhook URL", async () => {
  await harness.addStore("shop", { webhookUrl: undefined });
  const store = await harness.storage.read((records) => records.stores.find("shop"));
  if (store === undefined) throw new Error("The store does not exist.");
  const position = await openListening(harness, store);
  const result = await verifyIntegration({ ...harness, ...createUrlRules(true) }, "shop");
  expect(result).toMatchObject({ ok: false, reason: "no_webhook_url" });
  const [event, ...more] = await readListened(harness, store, position);
  if (event === undefined) throw new Error("The listener got no event.");
  expect(more).toEqual([]);
  const body = JSON.parse(new TextDecoder().decode(event.body));
  expect(body).toMatchObject({ event: "service.webhook_verification", merchantId: "shop" });
  expect(headersOfListened(event)).toEqual({
    "Content-Type": "application/json",
    "User-Agent": "PaymentSessions-Verification/1.0",
    "X-Service-Event": "service.webhook_verification",
    "X-Service-Verification-Challenge": body.challenge,
  });
});
