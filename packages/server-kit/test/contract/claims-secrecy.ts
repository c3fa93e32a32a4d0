// Claim: private data is never logged, whichever part of a request contains it (spec/rules.md#api-key,
// spec/rules.md#errors).
import { expect, test } from "vitest";
import { createShop } from "./shop.js";
import type { Suite } from "./suite.js";

export function claimSecrecy(suite: Suite): void {
  test("no key, address, name, account or body is logged at debug level", async () => {
    const lines: string[] = [];
    const { target, client } = await suite.reopen({
      rateLimits: false,
      providerTimeoutMs: 300,
      onLogLine: (line) => lines.push(line),
    });
    const shop = await createShop(target, client);
    const canaries = {
      email: "canary-mail@example.com",
      name: "Canary Nameperson",
      iban: "DE89370400440532013000",
      metadata: "canary-metadata",
      remittance: "CANARY-REFERENCE",
      query: "canary-query",
      garbage: "canary-garbage",
    };
    const person = {
      customerEmail: canaries.email,
      customerName: canaries.name,
      metadata: { note: canaries.metadata },
      remittanceInfo: canaries.remittance,
      returnUrl: `https://shop.example.com/?x=${canaries.query}`,
    };
    const initialize = (json: unknown, headers: Record<string, string> = {}) =>
      client.call("/payments/initialize", { key: shop.testKey, json, headers });
    const payment = await shop.open(person);
    const sender = { senderName: canaries.name, senderIban: canaries.iban };
    for (const amountCents of [1999, 1012, 1013, 0])
      await initialize(shop.directRequest({ ...person, ...sender, amountCents }));
    await initialize({ ...shop.request(person), [canaries.garbage]: canaries.garbage });
    await client.call("/payments/initialize", { key: shop.testKey, body: `{"a":"${canaries.garbage}` });
    await client.call(`/payments/${payment.paymentId}/status?key=${shop.testKey}&q=${canaries.query}`, {
      key: shop.testKey,
    });
    await client.call(`/payments/${payment.paymentId}/status`, {
      headers: { Authorization: `Basic ${shop.testKey}`, Cookie: canaries.query },
    });
    await client.call(`/nothing/${canaries.query}?key=${shop.testKey}`, { key: shop.testKey });
    await client.call(`/payments/${canaries.iban}/status`, { method: "DELETE", key: shop.testKey });
    await client.call(`/payments/${canaries.query}/status`, { headers: { "X-Request-Id": shop.testKey } });
    await client.call(`/payments/${canaries.query}/status`, { headers: { "X-Request-Id": canaries.iban } });
    await client.call(`/payments/${canaries.query}/status`, { headers: { traceparent: canaries.query } });
    await client.call(`/orders/wc_order_${"a".repeat(20)}?shopId=${canaries.query}`);
    await client.call(`/sandbox/payments/${payment.paymentId}/events`, {
      key: shop.testKey,
      json: { event: "provider_success" },
    });
    await client.call(`/sandbox/payments/${payment.paymentId}/events`, {
      key: shop.testKey,
      json: { event: "provider_rejected" },
    });
    if (target.faults !== undefined) {
      target.faults.breakDatabase();
      await initialize(shop.directRequest({ ...person, ...sender }), { "X-Canary": canaries.query });
      await client.call(`/payments/${payment.paymentId}/status?q=${canaries.query}`, { key: shop.testKey });
      target.faults.heal();
    }
    target.clock.advance(30 * 24 * 60 * 60 * 1000);
    await target.runDue();

    const log = lines.join("");
    for (const [what, canary] of [
      ...Object.entries(canaries),
      ["key", shop.testKey],
      ["key's secret part", shop.testKey.slice(8, 30)],
    ]) {
      expect([what, log.includes(canary ?? "")]).toEqual([what, false]);
    }
    // The run has logged lines, so that a leaked value would have been found.
    expect(lines.length).toBeGreaterThan(2);
  });
}
