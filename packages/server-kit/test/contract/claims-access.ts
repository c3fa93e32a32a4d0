// Claims about which caller may make which call: API keys, scopes, environments, stores
// (spec/rules.md#authentication; decisions: Keys, Other routes).
import { expect, test } from "vitest";
import { type CallOptions, codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import type { Scope } from "./target.js";
import { approved, createTestStore, type TestStore } from "./test-store.js";

interface KeyRoute {
  route: string;
  scope: Scope;
  /** The call for a payment of the store that makes it. */
  call(store: TestStore, payment: { paymentId: string; orderId: string }): [path: string, options: CallOptions];
}

export const keyRoutes: KeyRoute[] = [
  {
    route: "initialize",
    scope: "payments:write",
    call: (store) => ["/payments/initialize", { json: store.request() }],
  },
  {
    route: "status",
    scope: "payments:read",
    call: (_, { paymentId }) => [`/payments/${paymentId}/status`, {}],
  },
  {
    route: "bank-details",
    scope: "payments:read",
    call: (_, { paymentId, orderId }) => [`/payments/${paymentId}/bank-details?orderId=${orderId}`, {}],
  },
  {
    route: "webhook history",
    scope: "webhooks:read",
    call: (_, { paymentId }) => [`/transactions/${paymentId}/webhook/history`, {}],
  },
  {
    route: "sandbox events",
    scope: "sandbox:write",
    call: (_, { paymentId }) => [`/sandbox/payments/${paymentId}/events`, { json: { event: "buyer_started" } }],
  },
];
const reads = keyRoutes.filter(({ route }) => route !== "initialize");

const missingKeys: [title: string, headers: Record<string, string>][] = [
  ["no Authorization header", {}],
  ["another scheme", { Authorization: "Basic cHNfdGVzdF9hOmI=" }],
  ["a scheme without a key", { Authorization: "Bearer" }],
  ["a scheme with blanks only", { Authorization: "Bearer   " }],
  ["a bare key", { Authorization: "ps_test_abc" }],
  ["two tokens", { Authorization: "Bearer a b" }],
  ["the key in another header", { "X-Api-Key": "ps_test_abc" }],
];

export function claimAccess(suite: Suite): void {
  test.each(keyRoutes)("$route refuses every absent or malformed credential with 401", async ({ call }) => {
    const { client, store } = suite;
    const [path, options] = call(store, await store.open());
    for (const [title, headers] of missingKeys) {
      const { status, body, headers: responseHeaders } = await client.call(path, { ...options, headers });
      expect([title, status, codeOf(body)]).toEqual([title, 401, "API_KEY_MISSING"]);
      expect(responseHeaders["www-authenticate"]).toBe("Bearer");
    }
  });

  test("a key in the query is not a credential", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    const { status } = await client.call(
      `/payments/${paymentId}/status?api_key=${store.testKey}&access_token=${store.testKey}`,
    );
    expect(status).toBe(401);
  });

  test.each(keyRoutes)("$route refuses unknown, altered, revoked and expired keys with 401", async ({ call }) => {
    const { client, target, store } = suite;
    const [path, options] = call(store, await store.open());
    const { merchantId } = store;
    const revoked = await target.apiKeys.issue({ merchantId, environment: "test" });
    await target.apiKeys.revoke(revoked.id);
    const expiring = await target.apiKeys.issue({
      merchantId,
      environment: "test",
      expiresAt: target.clock.now() + 1000,
    });
    target.clock.advance(1000);
    const altered = `${store.testKey.slice(0, -1)}${store.testKey.endsWith("a") ? "b" : "a"}`;
    for (const key of [
      "x",
      "ps_test_",
      altered,
      store.testKey.toUpperCase(),
      `${store.testKey}=`,
      revoked.secret,
      expiring.secret,
      "a".repeat(4000),
    ]) {
      const { status, body } = await client.call(path, { ...options, key });
      expect([key, status, codeOf(body)]).toEqual([key, 401, "API_KEY_INVALID"]);
    }
  });

  test("the authentication scheme is case-insensitive", async () => {
    const { client, store } = suite;
    const { paymentId } = await store.open();
    for (const scheme of ["bearer", "BEARER", "bEaReR"]) {
      const headers = { Authorization: `${scheme} ${store.testKey}` };
      expect((await client.call(`/payments/${paymentId}/status`, { headers })).status).toBe(200);
    }
  });

  test("a legacy token is accepted and its use announced as deprecated", async () => {
    const { client, target, store } = suite;
    const legacy = await target.apiKeys.issue({ merchantId: store.merchantId, environment: "test", legacy: true });
    expect(legacy.secret).toContain("legacy_");
    for (const { call } of keyRoutes) {
      const [path, options] = call(store, await store.open());
      const { status, headers } = await client.call(path, { ...options, key: legacy.secret });
      expect([path, status, typeof headers.sunset]).toEqual([path, 200, "string"]);
    }
  });

  test("two keys of one store work side by side until one is revoked", async () => {
    const { client, target, store } = suite;
    const { paymentId } = await store.open();
    const second = await target.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
    const status = async (key: string) => (await client.call(`/payments/${paymentId}/status`, { key })).status;
    expect([await status(store.testKey), await status(second.secret)]).toEqual([200, 200]);
    await target.apiKeys.revoke(second.id);
    expect([await status(store.testKey), await status(second.secret)]).toEqual([200, 401]);
  });

  test.each(keyRoutes)("$route needs its scope", async ({ call, scope }) => {
    const { client, target, store } = suite;
    const [path, options] = call(store, await store.open());
    const { merchantId } = store;
    const all: Scope[] = ["payments:write", "payments:read", "webhooks:read", "sandbox:write"];
    const without = await target.apiKeys.issue({
      merchantId,
      environment: "test",
      scopes: all.filter((one) => one !== scope),
    });
    const only = await target.apiKeys.issue({ merchantId, environment: "test", scopes: [scope] });
    const refused = await client.call(path, { ...options, key: without.secret });
    expect([refused.status, codeOf(refused.body)]).toEqual([403, "SCOPE_MISSING"]);
    expect((await client.call(path, { ...options, key: only.secret })).status).toBe(200);
  });

  test.each(reads)("$route returns for another store's payment the 404 of an unknown one", async ({ call }) => {
    const { client, target, store } = suite;
    const other = await createTestStore(target, client);
    const foreign = await other.open();
    const [path, options] = call(other, foreign);
    const [unknownPath] = call(other, { ...foreign, paymentId: "pay_0000000000000000000000000" });
    const seen = await client.call(path, { ...options, key: store.testKey });
    const unknown = await client.call(unknownPath, { ...options, key: store.testKey });
    expect([seen.status, codeOf(seen.body)]).toEqual([404, "PAYMENT_NOT_FOUND"]);
    // Every error body is an object.
    const { requestId: _, ...visible } = seen.body as Record<string, unknown>;
    expect(unknown.body).toMatchObject(visible);
  });

  test.each(reads)("$route refuses the other environment of the same store with 403", async ({ call, route }) => {
    const { client, store } = suite;
    const [livePath, liveOptions] = call(store, await store.open({}, store.liveKey));
    const byTestKey = await client.call(livePath, { ...liveOptions, key: store.testKey });
    expect([byTestKey.status, codeOf(byTestKey.body)]).toEqual([403, "LIVE_MODE_NOT_ALLOWED"]);
    const [testPath, testOptions] = call(store, await store.open());
    const byLiveKey = await client.call(testPath, { ...testOptions, key: store.liveKey });
    // A live key at the simulator is refused as live mode, whatever the payment's environment.
    const expected = route === "sandbox events" ? "LIVE_MODE_NOT_ALLOWED" : "TEST_MODE_NOT_ALLOWED";
    expect([route, byLiveKey.status, codeOf(byLiveKey.body)]).toEqual([route, 403, expected]);
  });

  test("a deployment for one environment refuses the other's keys on every route", async () => {
    for (const served of ["test", "live"] as const) {
      const { target, client } = await suite.reopen({ environments: [served], rateLimits: false });
      const store = await createTestStore(target, client);
      const [good, bad] = served === "test" ? [store.testKey, store.liveKey] : [store.liveKey, store.testKey];
      const payment = await store.open({}, good);
      for (const { call, route } of keyRoutes) {
        const [path, options] = call(store, payment);
        const { status, body } = await client.call(path, { ...options, key: bad });
        const expected =
          served === "test" || route === "sandbox events" ? "LIVE_MODE_NOT_ALLOWED" : "TEST_MODE_NOT_ALLOWED";
        expect([served, route, status]).toEqual([served, route, 403]);
        if (route !== "sandbox events") expect(codeOf(body)).toBe(expected);
      }
    }
  });

  test("a key of a deleted store is refused, and its payments are not found", async () => {
    const { client, target } = suite;
    const gone = await createTestStore(target, client);
    const payment = await gone.open();
    await target.stores.delete(gone.merchantId);
    for (const { call } of keyRoutes) {
      const [path, options] = call(gone, payment);
      expect((await client.call(path, { ...options, key: gone.testKey })).status).toBe(401);
    }
    // Its payments still expire.
    target.clock.advance(30 * 24 * 60 * 60 * 1000);
    await target.runDue();
  });

  test("no route shows anything of store A to any key of store B", async () => {
    const { client, target } = suite;
    const [a, b] = [await createTestStore(target, client, { name: "A-canary" }), await createTestStore(target, client)];
    const mark = { customerEmail: "canary-a@example.com", customerName: "Canary A", metadata: { canary: "A-secret" } };
    const payments = [await a.open(mark), await a.open(mark, a.liveKey)];
    const keys = [b.testKey, b.liveKey];
    for (const payment of payments) {
      for (const key of keys) {
        for (const { call } of reads) {
          const [path, options] = call(a, payment);
          const { status, text } = await client.call(path, { ...options, key });
          expect([403, 404]).toContain(status);
          expect(text).not.toMatch(/canary/i);
        }
        const asA = await client.call("/payments/initialize", { key, json: a.request({ orderId: payment.orderId }) });
        expect([asA.status, codeOf(asA.body)]).toEqual([401, "API_KEY_MERCHANT_MISMATCH"]);
        const asB = await client.fields("/payments/initialize", { key, json: b.request({ orderId: payment.orderId }) });
        expect(asB.paymentId).not.toBe(payment.paymentId);
      }
    }
  });

  test("one order in test and in live is two separate payments", async () => {
    const { client, store } = suite;
    const json = store.request();
    const [test, live] = [
      await client.fields("/payments/initialize", { key: store.testKey, json }),
      await client.fields("/payments/initialize", { key: store.liveKey, json }),
    ];
    expect(test.paymentId).not.toBe(live.paymentId);
    await client.call(`/sandbox/payments/${test.paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    const status = (key: string, id: unknown) => client.fields(`/payments/${id}/status`, { key });
    expect(await status(store.testKey, test.paymentId)).toMatchObject({ status: "completed", testMode: true });
    const liveStatus = await status(store.liveKey, live.paymentId);
    expect(liveStatus.status).toBe("pending");
    expect(liveStatus).not.toHaveProperty("testMode");
  });

  test.each([
    ["user_association_missing", "KYC_USER_ASSOCIATION_MISSING", "KYC validation required"],
    ["submission_missing", "KYC_SUBMISSION_MISSING", "KYC validation required"],
    ["user_mismatch", "KYC_USER_MISMATCH", "KYC validation failed"],
    ["pending", "KYC_NOT_APPROVED", "KYC validation required"],
    ["rejected", "KYC_NOT_APPROVED", "KYC validation required"],
  ] as const)("KYC %s refuses with %s for test and live keys", async (kyc, expected, error) => {
    const { client, target } = suite;
    const store = await createTestStore(target, client, { kyc });
    for (const key of [store.testKey, store.liveKey]) {
      const { status, body } = await client.call("/payments/initialize", { key, json: store.request() });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: expected, error, message: error, currentStatus: kyc });
    }
  });

  test.each(["pending", "rejected"] as const)(
    "verification %s refuses with SHOP_NOT_VERIFIED",
    async (verification) => {
      const { client, target } = suite;
      const store = await createTestStore(target, client, { verification });
      const { status, body } = await client.call("/payments/initialize", { key: store.testKey, json: store.request() });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: "SHOP_NOT_VERIFIED",
        error: "Shop verification required",
        currentStatus: verification,
      });
    },
  );

  test("a disabled store can read its payments and open none", async () => {
    const { client, target } = suite;
    const store = await createTestStore(target, client);
    const { paymentId } = await store.open();
    await target.stores.disable(store.merchantId);
    expect((await client.call("/payments/initialize", { key: store.testKey, json: store.request() })).status).toBe(403);
    expect((await client.call(`/payments/${paymentId}/status`, { key: store.testKey })).status).toBe(200);
  });

  test("a host may disable the eligibility check for test keys only", async () => {
    const { target, client } = await suite.reopen({ enforceTestEligibility: false, rateLimits: false });
    const store = await createTestStore(target, client, { kyc: "pending" });
    const status = async (key: string) =>
      (await client.call("/payments/initialize", { key, json: store.request() })).status;
    expect([await status(store.testKey), await status(store.liveKey)]).toEqual([200, 403]);
  });

  test("a disabled store opens no test payment either where the host has disabled the eligibility check", async () => {
    const { target, client } = await suite.reopen({ enforceTestEligibility: false, rateLimits: false });
    const store = await createTestStore(target, client);
    await target.stores.disable(store.merchantId);
    const { status, body } = await client.call("/payments/initialize", { key: store.testKey, json: store.request() });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "SHOP_NOT_VERIFIED", currentStatus: "disabled" });
  });

  test.each([
    ["off", "test", 403],
    ["off", "live", 403],
    ["test", "test", 200],
    ["test", "live", 403],
    ["live", "test", 200],
    ["live", "live", 200],
  ] as const)(
    "with the setting %s for a method, a %s key gets %i under every name of the method",
    async (setting, environment, expected) => {
      const { client, target } = suite;
      const store = await createTestStore(target, client, {
        paymentMethods: { bank_transfer: setting, card_processing: setting, qr_pay: setting },
      });
      const key = environment === "test" ? store.testKey : store.liveKey;
      for (const paymentMethod of [
        "qr_pay",
        "card_processing",
        "bank_transfer",
        "manual_transfer",
        "manual_pay",
        "manual",
      ]) {
        const { status, body } = await client.call("/payments/initialize", {
          key,
          json: store.request({ paymentMethod }),
        });
        expect([paymentMethod, status]).toEqual([paymentMethod, expected]);
        if (expected === 403)
          expect(body).toMatchObject({ code: "PAYMENT_METHOD_UNAVAILABLE", currentStatus: setting });
      }
    },
  );

  test("without a method in the request, qr_pay is reported even where it is off", async () => {
    const { client, target } = suite;
    const store = await createTestStore(target, client, { paymentMethods: { qr_pay: "off" } });
    expect(await store.open()).toMatchObject({ paymentMethod: "qr_pay" });
  });

  test("open bank transfer needs no switch in a new store, and an explicit off closes it", async () => {
    const { client, target } = suite;
    const { merchantId } = await target.stores.create({ name: "New", ...approved });
    const { secret: key } = await target.apiKeys.issue({ merchantId, environment: "test" });
    const json = { merchantId, orderId: "1", amountCents: 1, currency: "EUR", paymentMethod: "open_bank_transfer" };
    expect((await client.call("/payments/initialize", { key, json })).status).toBe(200);
    await target.stores.update(merchantId, { paymentMethods: { open_bank_transfer: "off" } });
    expect((await client.call("/payments/initialize", { key, json })).status).toBe(403);
  });
}
