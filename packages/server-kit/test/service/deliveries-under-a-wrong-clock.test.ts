// Tests a deployment whose clock is set back between two runs: webhooks and polls follow after their
// remaining waits, and a payment still expires thirty days after its creation.
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** A service with one direct payment; the receiver returns 503, the bank has no outcome yet. */
async function open() {
  const controls = { now: startOfTime };
  const received: number[] = [];
  const polledAt: number[] = [];
  const webhookUrl = await serveInTest((_request, response) => {
    received.push(controls.now);
    response.writeHead(503).end();
  });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    logger: silentLogger,
    clock: { now: () => controls.now },
    random: () => 0.5,
    openBanking: {
      test: {
        code: "bank",
        createSession: async () => ({ sessionId: "s1", redirectUrl: "https://bank.example.com/s" }),
        fetchOutcome: async () => void polledAt.push(controls.now),
      },
    },
  });
  closeAfterTest(() => service.stop());
  const base = await serveInTest(service.callback());
  const { merchantId } = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl,
  });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const initialize = async (orderId: string): Promise<string> => {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        ...{ merchantId, orderId, amountCents: 1999, currency: "EUR", customerCountry: "DE" },
        ...{ checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer" },
      }),
    });
    // Every response of the contract is an object.
    return String(((await response.json()) as Record<string, unknown>).paymentId);
  };
  return { controls, received, polledAt, service, initialize };
}

test.each([
  ["two hours", 2 * hour],
  ["ten days", 10 * day],
])(
  "after the clock was set back by %s, the next webhook and the next poll come at the end of their remaining waits",
  async (_what, backMs) => {
    const { controls, received, polledAt, service, initialize } = await open();
    const paymentId = await initialize("1");
    await service.runDue();
    // The webhook waits 30 s, the bank is polled after 10 s. Four seconds pass, then the clock is set back.
    controls.now += 4 * second;
    await service.runDue();
    controls.now -= backMs;
    await service.runDue();
    const setBackAt = controls.now;
    for (let passed = 0; passed < 30; passed += 1) {
      controls.now += second;
      await service.runDue();
    }
    expect(received).toEqual([startOfTime, setBackAt + 26 * second]);
    expect(polledAt).toEqual([setBackAt + 6 * second]);
    expect((await service.payments.get(paymentId))?.expiresAt).toBe(startOfTime + 30 * day);
  },
);

test("a payment that was opened under a clock ten days ahead is reported at once and polled soon when the clock is right", async () => {
  const { controls, received, polledAt, service, initialize } = await open();
  await service.runDue();
  controls.now += 10 * day;
  await initialize("1");
  controls.now -= 10 * day;
  for (let passed = 0; passed <= 12; passed += 1) {
    await service.runDue();
    controls.now += second;
  }
  expect(received).toEqual([startOfTime]);
  expect(polledAt).toEqual([startOfTime + 10 * second]);
});
