// Claim: private data is never logged, whichever part of a request contains it (spec/rules.md#api-key,
// spec/rules.md#errors).
import { expect, test } from "vitest";
import type { Suite } from "./suite.js";
import { createTestStore } from "./test-store.js";

export function claimSecrecy(suite: Suite): void {
  test("no key, address, name, account or body is logged at debug level", async () => {
    const lines: string[] = [];
    const { target, client } = await suite.reopen({
      rateLimits: false,
      providerTimeoutMs: 300,
      onLogLine: (line) => lines.push(line),
    });
    const store = await createTestStore(target, client);
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
      client.call("/payments/initialize", { key: store.testKey, json, headers });
    const payment = await store.open(person);
    const sender = { senderName: canaries.name, senderIban: canaries.iban };
    for (const amountCents of [1999, 1012, 1013, 0])
      await initialize(store.directRequest({ ...person, ...sender, amountCents }));
    await initialize({ ...store.request(person), [canaries.garbage]: canaries.garbage });
    await client.call("/payments/initialize", { key: store.testKey, body: `{"a":"${canaries.garbage}` });
    await client.call(`/payments/${payment.paymentId}/status?key=${store.testKey}&q=${canaries.query}`, {
      key: store.testKey,
    });
    await client.call(`/payments/${payment.paymentId}/status`, {
      headers: { Authorization: `Basic ${store.testKey}`, Cookie: canaries.query },
    });
    await client.call(`/nothing/${canaries.query}?key=${store.testKey}`, { key: store.testKey });
    await client.call(`/payments/${canaries.iban}/status`, { method: "DELETE", key: store.testKey });
    await client.call(`/payments/${canaries.query}/status`, { headers: { "X-Request-Id": store.testKey } });
    await client.call(`/payments/${canaries.query}/status`, { headers: { "X-Request-Id": canaries.iban } });
    await client.call(`/payments/${canaries.query}/status`, { headers: { traceparent: canaries.query } });
    await client.call(`/orders/wc_order_${"a".repeat(20)}?shopId=${canaries.query}`);
    await client.call(`/sandbox/payments/${payment.paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    await client.call(`/sandbox/payments/${payment.paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_rejected" },
    });
    if (target.failures !== undefined) {
      target.failures.breakDatabase();
      await initialize(store.directRequest({ ...person, ...sender }), { "X-Canary": canaries.query });
      await client.call(`/payments/${payment.paymentId}/status?q=${canaries.query}`, { key: store.testKey });
      target.failures.repairDatabase();
    }
    target.clock.advance(30 * 24 * 60 * 60 * 1000);
    await target.runDue();

    const log = lines.join("");
    for (const [what, canary] of [
      ...Object.entries(canaries),
      ["key", store.testKey],
      ["key's secret part", store.testKey.slice(8, 30)],
    ]) {
      expect([what, log.includes(canary ?? "")]).toEqual([what, false]);
    }
    // The run has logged lines, so that a leaked value would have been found.
    expect(lines.length).toBeGreaterThan(2);
  });
}
