// Tests concurrent calls, and times that must not depend on the machine's time zone.
import { verifySignature } from "@payment-sessions/webhook-verifier";
import { expect, test } from "vitest";
import { createPaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { createGate } from "../gate.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

/** A service with one store that records what it receives, and a function that calls it. */
async function open(options: Partial<PaymentServiceOptions> = {}) {
  const received: { headers: Record<string, unknown>; bytes: Buffer }[] = [];
  const receiverUrl = await serveInTest(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, bytes: Buffer.concat(chunks) });
    response.end("ok");
  });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    ...options,
  });
  closeAfterTest(() => service.stop());
  const base = await serveInTest(service.callback());
  const store = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: `${receiverUrl}/hook`,
  });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  const initialize = async (fields: Record<string, unknown>): Promise<string> => {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        merchantId: store.merchantId,
        orderId: "1",
        amountCents: 1999,
        currency: "EUR",
        ...fields,
      }),
    });
    expect(response.status).toBe(200);
    // Every response of the contract is an object.
    return String(((await response.json()) as Record<string, unknown>).paymentId);
  };
  return { service, store, received, initialize };
}

test("fifty simultaneous direct calls open one provider session", async () => {
  let sessions = 0;
  const bank = createGate();
  const { initialize } = await open({
    openBanking: {
      test: {
        code: "slowbank",
        async createSession() {
          sessions += 1;
          await bank.passed;
          return { sessionId: `s${sessions}`, redirectUrl: "https://bank.example.com/s" };
        },
        fetchOutcome: async () => undefined,
      },
    },
  });
  const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
  const calls = Promise.all(Array.from({ length: 50 }, () => initialize(direct)));
  await expect.poll(() => sessions, { timeout: 20_000 }).toBe(1);
  bank.open();
  expect(new Set(await calls).size).toBe(1);
  expect(sessions).toBe(1);
});

test("twenty simultaneous reports of one success are one transition and one webhook", async () => {
  const { service, received, initialize } = await open();
  const paymentId = await initialize({});
  const reports = await Promise.all(
    Array.from({ length: 20 }, () => service.payments.recordProviderEvent(paymentId, { type: "provider.success" })),
  );
  expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(["settled"]));
  await service.runDue();
  expect(received.map(({ bytes }) => JSON.parse(bytes.toString()).status)).toEqual(["pending", "completed"]);
  expect((await service.payments.get(paymentId))?.history.map(({ to }) => to)).toEqual(["created", "settled"]);
});

test("a failure that is reported after success is only an alert", async () => {
  const { service, initialize } = await open();
  const paymentId = await initialize({});
  await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  const late = await service.payments.recordProviderEvent(paymentId, { type: "provider.rejected" });
  expect(late).toEqual({ accepted: false, state: "settled" });
  const payment = await service.payments.get(paymentId);
  expect([payment?.status, payment?.alerts.length]).toEqual(["completed", 1]);
});

test("the signature is valid for the received bytes, whatever the metadata", async () => {
  const { service, store, received, initialize } = await open();
  await initialize({ metadata: { z: 1, a: 1.5, "ü 名": "\u2028</script>", nested: { b: [], a: null } } });
  await service.runDue();
  const [delivery] = received;
  expect(
    await verifySignature(delivery?.bytes ?? "", String(delivery?.headers["x-service-signature"]), store.webhookSecret),
  ).toBe(true);
  expect(JSON.parse(delivery?.bytes.toString() ?? "")).toMatchObject({
    metadata: { a: 1.5, "ü 名": "\u2028</script>", shop_id: store.merchantId, shop_name: "S" },
  });
});

test.each(["UTC", "Pacific/Chatham", "America/St_Johns"])(
  "in %s a payment is open for exactly thirty days, also across a change to or from daylight saving time",
  async (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    closeAfterTest(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    // The time zone is in effect; otherwise the test would prove nothing.
    expect(new Date(0).getTimezoneOffset() === 0).toBe(zone === "UTC");
    // The clocks of both hemispheres change within thirty days of one of these.
    for (const createdAt of [Date.UTC(2026, 2, 20, 1, 30), Date.UTC(2026, 9, 20, 1, 30), Date.UTC(2026, 8, 20)]) {
      let now = createdAt;
      const { service, received, initialize } = await open({ clock: { now: () => now } });
      const paymentId = await initialize({});
      expect((await service.payments.get(paymentId))?.expiresAt).toBe(createdAt + 30 * 86_400_000);
      now += 30 * 86_400_000 - 1;
      await service.runDue();
      expect((await service.payments.get(paymentId))?.state).toBe("created");
      now += 1;
      await service.runDue();
      expect((await service.payments.get(paymentId))?.state).toBe("expired");
      const [, expired] = received.map(({ bytes }) => JSON.parse(bytes.toString()));
      expect([expired?.status, expired?.timestamp]).toEqual(["expired", new Date(now).toISOString()]);
    }
  },
);

test("with a clock that returns fractions of a millisecond a payment settles and sends its webhook", async () => {
  const now = 1_790_000_000_000.375;
  const { service, received, initialize } = await open({ clock: { now: () => now } });
  const paymentId = await initialize({});
  await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  await service.runDue();
  expect(received.map(({ bytes }) => JSON.parse(bytes.toString()).status)).toEqual(["pending", "completed"]);
  const payment = await service.payments.get(paymentId);
  expect(payment?.createdAt).toBe(Math.floor(now));
});
