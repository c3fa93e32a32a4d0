// Claim: when several rules refuse one call, the response is of the earliest in the documented order.
import { expect, test } from "vitest";
import { type CallOptions, codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { approved, createTestStore } from "./test-store.js";

export function claimOrderOfChecks(suite: Suite): void {
  test("initialize reports the first broken rule in the documented order", async () => {
    const { target, client } = await suite.reopen({ environments: ["test"], rateLimits: false });
    const store = await createTestStore(target, client, {
      kyc: "submission_missing",
      verification: "pending",
      paymentMethods: { card_processing: "off" },
    });
    const other = await target.stores.create({ name: "Other", ...approved });
    const path = "/payments/initialize";
    const tooLarge = "x".repeat(65_537);
    const broken = {
      ...store.request(),
      merchantId: "mrc_nobody",
      paymentMethod: "card_processing",
      returnUrl: "https://:@/",
    };
    const bad = (changes: Record<string, unknown>) => JSON.stringify({ ...broken, ...changes });
    const schemaBroken = bad({ amountCents: 0 });
    const json = { "Content-Type": "application/json", "Idempotency-Key": "bad key" };
    // Violates a rule that the schema does not contain: metadata nested too deep.
    const deep = { metadata: { a: { b: { c: { d: { e: { f: 1 } } } } } }, returnUrl: undefined };

    const steps: [expected: string, path: string, CallOptions][] = [
      [
        "404 ROUTE_NOT_FOUND",
        "/payments/initialise",
        { method: "PUT", body: tooLarge, headers: { "Content-Type": "text/plain" } },
      ],
      ["405 METHOD_NOT_ALLOWED", path, { method: "PUT", body: tooLarge, headers: { "Content-Type": "text/plain" } }],
      ["415 UNSUPPORTED_MEDIA_TYPE", path, { body: tooLarge, headers: { "Content-Type": "text/plain" } }],
      ["413 BODY_TOO_LARGE", path, { body: tooLarge, headers: json }],
      ["401 API_KEY_MISSING", path, { body: "{", headers: json }],
      ["401 API_KEY_INVALID", path, { key: "ps_test_x", body: "{", headers: json }],
      ["400 INVALID_JSON", path, { key: store.liveKey, body: "{", headers: json }],
      [
        "400 VALIDATION_ERROR",
        path,
        { key: store.liveKey, body: schemaBroken.replace("https://:@/", "https://a.example/"), headers: json },
      ],
      ["404 MERCHANT_NOT_FOUND", path, { key: store.liveKey, body: bad(deep), headers: json }],
      [
        "401 API_KEY_MERCHANT_MISMATCH",
        path,
        { key: store.liveKey, body: bad({ ...deep, merchantId: other.merchantId }), headers: json },
      ],
      [
        "403 LIVE_MODE_NOT_ALLOWED",
        path,
        { key: store.liveKey, body: bad({ ...deep, merchantId: store.merchantId }), headers: json },
      ],
      [
        "403 KYC_SUBMISSION_MISSING",
        path,
        { key: store.testKey, body: bad({ ...deep, merchantId: store.merchantId }), headers: json },
      ],
    ];
    const responseTo = async (at: string, options: CallOptions) => {
      const { status, body } = await client.call(at, options);
      return `${status} ${codeOf(body)}`;
    };
    for (const [expected, at, options] of steps)
      expect([expected, await responseTo(at, options)]).toEqual([expected, expected]);

    const call = (changes: Record<string, unknown> = {}) =>
      responseTo(path, {
        key: store.testKey,
        body: bad({ ...deep, merchantId: store.merchantId, ...changes }),
        headers: json,
      });
    await target.stores.update(store.merchantId, { kyc: "approved" });
    expect(await call()).toBe("403 SHOP_NOT_VERIFIED");
    await target.stores.update(store.merchantId, { verification: "approved" });
    expect(await call()).toBe("403 PAYMENT_METHOD_UNAVAILABLE");
    await target.stores.update(store.merchantId, { paymentMethods: { card_processing: "live" } });
    expect(await call()).toBe("400 VALIDATION_ERROR");
    expect(await call({ metadata: {} })).toBe("400 IDEMPOTENCY_KEY_INVALID");
  });
}
