// A full disk: what still works, the responses of writes, and recovery.
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/create-payment-service.js";
import type { Records, Storage } from "../../src/storage/port.js";
import { unavailable } from "../../src/storage/unavailable.js";
import { urlOf } from "../listen.js";
import { closeAfterTest } from "../loopback.js";
import { openPanel } from "../panel/panel-service.js";
import { freshStorage } from "../storages.js";

/** A storage whose writes fail while `isFull`; reads are unchanged. */
function fillable(storage: Storage) {
  const state = { isFull: false };
  const refuse = () => Promise.reject(unavailable(new Error("database or disk is full")));
  return {
    state,
    storage: {
      ...storage,
      write: <Result>(work: (records: Records) => Promise<Result>) => (state.isFull ? refuse() : storage.write(work)),
      ping: () => (state.isFull ? refuse() : storage.ping()),
    } satisfies Storage,
  };
}

test("O3: on a full disk reads succeed, writes get 503 with Retry-After, readiness fails, and all recover", async () => {
  const { state, storage } = fillable(freshStorage());
  const logged: string[] = [];
  const note = (_: unknown, text?: string) => logged.push(String(text));
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage,
    logger: { debug() {}, info() {}, warn: note, error: note },
  });
  closeAfterTest(() => service.stop());
  const url = urlOf(await service.listen(0));
  const { merchantId } = await service.stores.create({ name: "Tea", kyc: "approved", verification: "approved" });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const call = (path: string, body?: object) =>
    fetch(url + path, {
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const initialize = (orderId: string) =>
    call("/payments/initialize", { merchantId, orderId, amountCents: 1999, currency: "EUR" });
  const { paymentId } = (await (await initialize("1")).json()) as { paymentId: string };

  state.isFull = true;
  const refused = await initialize("2");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ code: "UNHEALTHY" });
  for (const path of [`/payments/${paymentId}/status`, "/version", "/live"])
    expect((await call(path)).status).toBe(200);
  for (const path of ["/ready", "/health"]) expect((await call(path)).status).toBe(503);
  expect(logged).toContain("request failed");

  state.isFull = false;
  expect((await initialize("2")).status).toBe(200);
  for (const path of ["/ready", "/health"]) expect((await call(path)).status).toBe(200);
});

test("O3: on a full disk, what only notes a use fails no read: of a legacy key, and of a panel session", async () => {
  const { state, storage } = fillable(freshStorage());
  const panel = await openPanel({ storage });
  closeAfterTest(panel.close);
  const { paymentId } = await panel.initialize();
  const { secret } = await panel.service.apiKeys.issue({
    merchantId: panel.store.merchantId,
    environment: "test",
    legacy: true,
  });
  const browser = await panel.signedIn("owner");
  panel.time.now += 2 * 60_000;

  state.isFull = true;
  const response = await fetch(`${panel.origin}${panel.prefix}/payments/${paymentId}/status`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect([response.status, response.headers.has("Deprecation")]).toEqual([200, true]);
  expect((await browser.get(panel.storePath("/transactions"))).status).toBe(200);
});
