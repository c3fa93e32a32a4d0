// Tests the responses of every adapter, row by row (spec/rules.md#delivery-rules).
import { gzipSync } from "node:zlib";
import type { WebhookEvent } from "@payment-sessions/webhook-verifier";
import { type DedupeStore, memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { describe, expect, test, vi } from "vitest";
import type { WebhookReceiverOptions } from "../src/receive/webhook-receiver-options.js";
import { closeAfterTest, type Framework, frameworks, SECRET } from "./receivers.js";

async function start(framework: Framework, options: Partial<WebhookReceiverOptions> = {}) {
  const events: WebhookEvent[] = [];
  const log = vi.fn();
  const receiver = closeAfterTest(
    await framework({ secret: SECRET, onEvent: (event) => events.push(event), log, ...options }),
  );
  return { receiver, events, log };
}

const signed = (fields: Parameters<typeof createEvent>[0] = {}) =>
  signWebhook({ body: createEvent(fields), secret: SECRET });

/** Their modules are loaded while a store is built, where secrets are not set. */
const loadedInBuilds = ["fetch", "Hono", "Next.js App Router", "Next.js Pages Router"];

describe.each(Object.entries(frameworks))("%s", (name, framework) => {
  test("passes an authentic delivery to the handler once and responds with 200", async () => {
    const { receiver, events } = await start(framework);
    const delivery = await signed({ order_id: "Größe 😀" });
    expect(await receiver.send(delivery)).toMatchObject({ status: 200, json: { received: true, duplicate: false } });
    expect(events).toMatchObject([
      {
        event: "transaction.status_changed",
        order_id: "Größe 😀",
        deliveryId: delivery.headers["X-Service-Delivery"],
        attempt: 1,
        secretIndex: 0,
      },
    ]);
  });

  test("verifies a compressed body by the bytes as sent", async () => {
    const { receiver, log } = await start(framework);
    const body = gzipSync('{"event":"x"}');
    const { headers } = await signWebhook({ body, secret: SECRET });
    const response = await receiver.send({ body, headers: { ...headers, "content-encoding": "gzip" } });
    // The signature is valid, so the only error left is that the bytes are not JSON.
    expect(response).toMatchObject({ status: 422, json: { error: "body_not_json" } });
    expect(log).not.toHaveBeenCalled();
  });

  test("responds with 401 to a wrong signature only, 400 to a missing or malformed one", async () => {
    const { receiver, events } = await start(framework);
    const { body, headers } = await signed();
    const { "X-Service-Signature": signature = "", ...others } = headers;
    const rows: [string | undefined, number, string][] = [
      [`sha256=${"0".repeat(64)}`, 401, "signature_mismatch"],
      [signature.slice(0, -1), 400, "signature_malformed"],
      [`${signature}, ${signature.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))}`, 400, "headers_conflict"],
      [undefined, 400, "signature_missing"],
    ];
    for (const [header, status, error] of rows) {
      const sent = { body, headers: header === undefined ? others : { ...others, "X-Service-Signature": header } };
      expect(await receiver.send(sent)).toMatchObject({ status, json: { error } });
    }
    expect(events).toEqual([]);
  });

  test("responds with 400 to a header that contradicts the signed body", async () => {
    const { receiver } = await start(framework);
    const { body, headers } = await signed();
    const response = await receiver.send({
      body,
      headers: { ...headers, "X-Service-Event": "service.webhook_verification" },
    });
    expect(response).toMatchObject({ status: 400, json: { error: "event_mismatch" } });
  });

  test("responds with 413 above the cap, and accepts a body of exactly the cap", async () => {
    const { receiver, events } = await start(framework, { maxBodyBytes: 1000 });
    const pad = (length: number) => {
      const bare = JSON.stringify({ event: "x", pad: "" }).length;
      return signWebhook({ body: { event: "x", pad: "p".repeat(length - bare) }, secret: SECRET });
    };
    expect(await receiver.send(await pad(1000))).toMatchObject({ status: 200 });
    expect(await receiver.send(await pad(1001))).toMatchObject({ status: 413, json: { error: "body_too_large" } });
    expect(events.length).toBe(1);
  });

  test("logs a wrong signature at most once a minute", async () => {
    const { receiver, log } = await start(framework);
    const forged = await signWebhook({ body: createEvent({}), secret: "the secret of another store" });
    for (let sent = 0; sent < 3; sent += 1) expect(await receiver.send(forged)).toMatchObject({ status: 401 });
    expect(log.mock.calls).toEqual([
      [expect.stringContaining("rejected with 401"), expect.objectContaining({ code: "signature_mismatch" })],
    ]);
  });

  test("responds with 500 when the handler fails, without the reason, and logs it", async () => {
    const cause = new Error("password=hunter2");
    const { receiver, log } = await start(framework, { onEvent: () => Promise.reject(cause) });
    const response = await receiver.send(await signed());
    expect(response).toMatchObject({ status: 500, json: { error: "handler_failed" } });
    expect(JSON.stringify(response.json)).not.toContain("hunter2");
    expect(log.mock.calls[0]?.[1]).toMatchObject({ cause });
  });

  test("responds to the verification by itself, as JSON with nosniff, only after a valid signature", async () => {
    const { receiver, events } = await start(framework);
    const challenge = "<script>alert(1)</script>\r\nX-Evil: 1";
    // `createEvent` copies any given field.
    const { body, headers } = await signed({ event: "service.webhook_verification", challenge } as never);
    const good = await receiver.send({ body, headers });
    expect(good).toMatchObject({ status: 200, json: { challenge, signatureValid: true } });
    expect(good.headers.get("content-type")).toMatch(/^application\/json/);
    expect(good.headers.get("x-content-type-options")).toBe("nosniff");
    expect(good.headers.get("x-evil")).toBeNull();
    const forged = await receiver.send({
      body,
      headers: { ...headers, "X-Service-Signature": `sha256=${"0".repeat(64)}` },
    });
    expect(forged.status).toBe(401);
    expect(JSON.stringify(forged.json)).not.toContain("script");
    expect(events).toEqual([]);
  });

  test("runs the handler once for simultaneous duplicates: the other gets 503, a later repeat 200", async () => {
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const onEvent = vi.fn(async () => {
      enter();
      await left;
    });
    const { receiver } = await start(framework, { onEvent, dedupe: memoryDedupeStore() });
    const delivery = await signed();
    const first = receiver.send(delivery);
    await entered;
    expect(await receiver.send(delivery)).toMatchObject({ status: 503, json: { error: "delivery_in_flight" } });
    leave();
    expect(await first).toMatchObject({ status: 200, json: { duplicate: false } });
    const upper = {
      ...delivery.headers,
      "X-Service-Delivery": delivery.headers["X-Service-Delivery"]?.toUpperCase() ?? "",
    };
    expect(await receiver.send({ ...delivery, headers: upper })).toMatchObject({
      status: 200,
      json: { duplicate: true },
    });
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  test("accepts a delivery again after its handler failed", async () => {
    const onEvent = vi.fn().mockRejectedValueOnce(new Error("database down")).mockResolvedValue(undefined);
    const { receiver } = await start(framework, { onEvent, dedupe: memoryDedupeStore() });
    const delivery = await signed();
    expect((await receiver.send(delivery)).status).toBe(500);
    expect((await receiver.send(delivery)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  test("responds with 503 when the deduplication store is down", async () => {
    const broken: DedupeStore = {
      claim: () => Promise.reject(new Error("connection refused")),
      done: () => undefined,
      release: () => undefined,
    };
    const { receiver, events, log } = await start(framework, { dedupe: broken });
    expect(await receiver.send(await signed())).toMatchObject({ status: 503, json: { error: "dedupe_store_failed" } });
    expect(events).toEqual([]);
    expect(log).toHaveBeenCalledTimes(1);
  });

  test("responds with 500 when the secret cannot be found, and looks it up for each delivery", async () => {
    const secret = vi.fn().mockReturnValueOnce("").mockResolvedValue(SECRET);
    const { receiver } = await start(framework, { secret });
    const delivery = await signed();
    expect(await receiver.send(delivery)).toMatchObject({ status: 500, json: { error: "secret_invalid" } });
    expect(await receiver.send(delivery)).toMatchObject({ status: 200 });
  });

  test("refuses anything but POST", async () => {
    const { receiver, events } = await start(framework);
    const response = await receiver.send({ method: "GET", body: "", headers: {} });
    expect([404, 405]).toContain(response.status); // Fastify has no such route
    expect(events).toEqual([]);
  });

  if (loadedInBuilds.includes(name)) return;
  test("refuses a wrong secret at construction", async () => {
    // Wrong on purpose.
    for (const secret of ["", `${SECRET}\n`, [], undefined])
      await expect(framework({ secret: secret as never, onEvent: () => undefined })).rejects.toMatchObject({
        code: "secret_invalid",
      });
  });
});

test("deduplication by the body treats equal bytes under a new delivery id as a repeat when configured", async () => {
  // The table contains the entry.
  const { receiver, events } = await start(frameworks.fetch as Framework, {
    dedupe: memoryDedupeStore(),
    dedupeBody: true,
  });
  const body = createEvent();
  expect(await receiver.send(await signWebhook({ body, secret: SECRET }))).toMatchObject({
    json: { duplicate: false },
  });
  expect(await receiver.send(await signWebhook({ body, secret: SECRET }))).toMatchObject({
    json: { duplicate: true },
  });
  expect(events.length).toBe(1);
});
