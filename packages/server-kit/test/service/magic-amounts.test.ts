// Tests the amounts that trigger an outcome without any action by the tester (spec/rules.md#test-payments).
import { expect, test } from "vitest";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

const clock = { time: 1_800_000_000_000, now: () => clock.time };

async function openService() {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:8080",
    storage: freshStorage(),
    clock,
    providerTimeoutMs: 100,
  });
  const { merchantId } = await service.stores.create({ name: "Tea", kyc: "approved", verification: "approved" });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  closeAfterTest(() => service.stop());
  const origin = await serveInTest(service.callback());
  async function initialize(amountCents: number, direct: boolean) {
    const response = await fetch(`${origin}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        merchantId,
        orderId: `order-${amountCents}`,
        amountCents,
        currency: "EUR",
        ...(direct && {
          checkoutMode: "direct_provider",
          paymentMethod: "open_bank_transfer",
          customerCountry: "DE",
        }),
      }),
    });
    // Sound for the fields that the tests read; each is compared with its expected value.
    const body = (await response.json()) as { paymentId: string; paymentUrl: string; code?: string };
    if (!direct) {
      const { pathname, search } = new URL(body.paymentUrl);
      await fetch(`${origin}${pathname}/choose${search}`, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "method=open_bank_transfer",
      });
    }
    return { status: response.status, body };
  }
  return { service, initialize };
}

/**
 * Long enough for every scripted outcome: the bank is polled after ten seconds, then after thirty more, and
 * so on.
 */
async function passTime(service: PaymentService, minutes: number): Promise<void> {
  for (let step = 0; step < minutes * 6; step += 1) {
    clock.time += 10_000;
    await service.runDue();
  }
}

const outcomes: [amountCents: number, direct: string, hosted: string, alerts: string[]][] = [
  [1001, "declined", "opened", []],
  [1002, "declined", "opened", []],
  [1003, "cancelled", "opened", []],
  [1004, "expired", "opened", []],
  [1005, "settled", "settled", []],
  [1006, "settled", "settled", []],
  [1007, "unresolved", "unresolved", []],
  [1008, "settled", "settled", ["failure_after_success"]],
  [1009, "settled", "settled", []],
  [1010, "submitted", "submitted", ["under_paid"]],
  [1011, "settled", "settled", ["over_paid"]],
];

test.each([true, false])("each amount produces its outcome by time alone (direct: %s)", async (isDirect) => {
  const { service, initialize } = await openService();
  const paymentIds = new Map<number, string>();
  for (const [amountCents] of outcomes) {
    const { status, body } = await initialize(amountCents, isDirect);
    expect(status).toBe(200);
    paymentIds.set(amountCents, body.paymentId);
  }
  await passTime(service, 2);
  for (const [amountCents, direct, hosted, alerts] of outcomes) {
    const payment = await service.payments.get(paymentIds.get(amountCents) ?? "");
    const seen = { amountCents, state: payment?.state, alerts: payment?.alerts.map(({ type }) => type) };
    expect(seen).toEqual({ amountCents, state: isDirect ? direct : hosted, alerts });
  }
});

test("a bank that is down and a bank that hangs are distinguished, and the session stays usable", async () => {
  const { initialize } = await openService();
  expect(await initialize(1012, true)).toMatchObject({ status: 500, body: { code: "PROVIDER_UNAVAILABLE" } });
  expect(await initialize(1013, true)).toMatchObject({ status: 500, body: { code: "PROVIDER_TIMEOUT" } });
  expect(await initialize(1012, true)).toMatchObject({ status: 500, body: { code: "PROVIDER_UNAVAILABLE" } });
});
