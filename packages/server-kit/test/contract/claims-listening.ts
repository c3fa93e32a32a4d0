// Claims about the stream of webhooks of test payments (API description: listenToWebhooks).
import { expect, test } from "vitest";
import { codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { createTestStore } from "./test-store.js";

const path = "/sandbox/webhooks?seconds=0";
const forASecond = "/sandbox/webhooks?seconds=1";

export function claimListening(suite: Suite): void {
  test("a stream begins with a cursor, sends each webhook of test payments from then on, and continues after a cursor", async () => {
    const { client, store } = suite;
    const streaming = client.call(forASecond, { key: store.testKey });
    // When this call has its response, the store is known to have a listener.
    await client.call(path, { key: store.testKey });
    const { paymentId } = await store.open();
    await store.open({}, store.liveKey);
    await streaming;
    const { text, headers } = await client.call(`${path}&after=0`, { key: store.testKey });
    expect(headers["content-type"]).toMatch(/^text\/event-stream/);
    expect(text).toMatch(/^event: ready\ndata: \{"cursor":"0","merchantId":/);
    const events = [...text.matchAll(/^id: (\d+)\nevent: webhook\ndata: (.*)$/gm)];
    const bodies = events.map(([, , data = ""]) => JSON.parse(JSON.parse(data).body));
    expect(bodies.map((body) => body.transaction_id)).toEqual([paymentId]);
    expect(JSON.parse(events[0]?.[2] ?? "").headers).toMatchObject({ "X-Service-Event": "transaction.status_changed" });
    const later = await client.call(path, {
      key: store.testKey,
      headers: { "Last-Event-ID": events.at(-1)?.[1] ?? "" },
    });
    expect(later.text).not.toContain("event: webhook");
    expect((await client.call(path, { key: store.testKey, method: "HEAD" })).text).toBe("");
  });

  test("a stream repeats a webhook that a person has resent", async () => {
    const { client, target } = suite;
    // No endpoint responds: only the stream matters here.
    const store = await createTestStore(target, client, { webhookUrl: "http://127.0.0.1:9/hook" });
    const { paymentId } = await store.open();
    const history = await client.fields(`/transactions/${paymentId}/webhook/history`, { key: store.testKey });
    const [first] = history.deliveries as { deliveryId: string }[];
    const begun = await client.call(path, { key: store.testKey });
    const cursor = /"cursor":"(\d+)"/.exec(begun.text)?.[1];
    await target.webhooks.redeliver(String(first?.deliveryId));
    const { text } = await client.call(`${path}&after=${cursor}`, { key: store.testKey });
    const events = [...text.matchAll(/^event: webhook\ndata: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    expect(events.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([first?.deliveryId]);
  });

  test("a stream is refused without a valid test key with its scope, and with invalid parameters", async () => {
    const { client, store, target } = suite;
    const { merchantId } = store;
    const { secret: scoped } = await target.apiKeys.issue({
      merchantId,
      environment: "test",
      scopes: ["payments:read"],
    });
    const refusals = [
      await client.call(path),
      await client.call(path, { key: `${store.testKey.slice(0, -3)}xyz` }),
      await client.call(path, { key: store.liveKey }),
      await client.call(path, { key: scoped }),
      await client.call("/sandbox/webhooks?after=x", { key: store.testKey }),
      await client.call("/sandbox/webhooks?seconds=601", { key: store.testKey }),
    ];
    expect(refusals.map(({ status, body }) => [status, codeOf(body)])).toEqual([
      [401, "API_KEY_MISSING"],
      [401, "API_KEY_INVALID"],
      [403, "LIVE_MODE_NOT_ALLOWED"],
      [403, "SCOPE_MISSING"],
      [400, "VALIDATION_ERROR"],
      [400, "VALIDATION_ERROR"],
    ]);
    const live = await suite.reopen({ environments: ["live"], rateLimits: false });
    const { testKey } = await createTestStore(live.target, live.client);
    expect(codeOf((await live.client.call(path, { key: testKey })).body)).toBe("TEST_MODE_NOT_ALLOWED");
  });

  test("a store has five streams at a time", async () => {
    const { client, target } = suite;
    const { testKey } = await createTestStore(target, client);
    const all = await Promise.all(Array.from({ length: 7 }, () => client.call(forASecond, { key: testKey })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await client.call(path, { key: testKey })).status).toBe(200);
  });

  test("a stream is 500 when the database fails, and 503 during a stop", async ({ skip }) => {
    const { target, client } = await suite.reopen({ rateLimits: false });
    const { failures } = target;
    if (failures === undefined) return skip("this target cannot fail on purpose");
    const { testKey } = await createTestStore(target, client);
    failures.breakDatabase();
    expect(codeOf((await client.call(path, { key: testKey })).body)).toBe("INTERNAL_ERROR");
    failures.repairDatabase();
    if (failures.stop === undefined) return;
    const streaming = client.call("/sandbox/webhooks?seconds=60", { key: testKey });
    await client.call(path, { key: testKey });
    const stopped = failures.stop();
    expect(codeOf((await client.call(path, { key: testKey })).body)).toBe("SHUTTING_DOWN");
    expect((await streaming).status).toBe(200);
    await stopped;
  });
}
