// The claims of the checkout, over each transport. The mock replaces the service and simulates its failures.
import { PaymentSessions } from "@payment-sessions/sdk";
import { createMockService, type MockService } from "@payment-sessions/sdk/mock";
import { expect, onTestFinished, test } from "vitest";
import { createCheckout, type Order } from "../src/checkout.js";

export type Checkout = ReturnType<typeof createCheckout>;

/** Connects client and shop with the mock: the base URL of the client, and the route of webhooks to the shop. */
export interface Connection {
  baseUrl: string;
  receiveBy(shop: Checkout): void;
}

type OpenShop = ReturnType<typeof createOpenShop>;

export function claimCheckout(connect: (mock: MockService) => Promise<Connection>): void {
  const openShop = createOpenShop(connect);
  claimOutcomes(openShop);
  claimFailures(openShop);
  claimWebhooks(openShop);
}

function createOpenShop(connect: (mock: MockService) => Promise<Connection>) {
  return async function openShop() {
    const mock = createMockService();
    const { merchantId, webhookSecret } = await mock.stores.create({ name: "Tea shop" });
    const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
    const { baseUrl, receiveBy } = await connect(mock);
    // No pauses between attempts, so that tests of failures are fast.
    const payments = new PaymentSessions({ apiKey, baseUrl, random: () => 0 });
    const shop = createCheckout({ payments, merchantId, webhookSecret });
    receiveBy(shop);
    // Fails the test when the shop has called anything that is unknown to the service.
    onTestFinished(() => mock.stop());

    const order: Order = { orderId: "T-1", amountCents: 1999, state: "new", changes: 0 };
    const buy = async () => {
      const handoff = await shop.pay(order);
      await mock.webhooks.settled();
      const paymentId = mock.webhooks.deliveries().at(-1)?.paymentId ?? "";
      return { handoff, paymentId };
    };
    return { mock, shop, order, buy };
  };
}

function claimOutcomes(openShop: OpenShop): void {
  test("a buyer who pays has a paid order", async () => {
    const { mock, order, buy } = await openShop();
    const { handoff, paymentId } = await buy();
    expect(handoff).toEqual({ redirectTo: expect.stringContaining(`/checkout/${paymentId}`) });
    expect(order.state).toBe("waiting");
    await mock.sessions.succeed(paymentId);
    expect(order.state).toBe("paid");
  });

  test.each(["fail", "cancel", "expire"] as const)(
    "a payment that ends by %s leaves the order unpaid",
    async (move) => {
      const { mock, order, buy } = await openShop();
      await mock.sessions[move]((await buy()).paymentId);
      expect(order.state).toBe("failed");
    },
  );

  test("a paid order stays paid and is not paid twice, even if the buyer orders again from an old page", async () => {
    const { mock, order, buy } = await openShop();
    await mock.sessions.succeed((await buy()).paymentId);
    expect((await buy()).handoff).toEqual({ message: expect.stringContaining("paid already") });
    expect(order.state).toBe("paid");
    expect(mock.journal.calls().filter(({ operation }) => operation?.startsWith("initialize"))).toHaveLength(1);
  });

  test("an unpaid payment fails after thirty days, not before", async () => {
    const { mock, order, buy } = await openShop();
    await buy();
    await mock.clock.advance("29d");
    expect(order.state).toBe("waiting");
    await mock.clock.advance("1d");
    expect(order.state).toBe("failed");
  });
}

function claimFailures(openShop: OpenShop): void {
  test("after a lost response the next attempt finds the payment", async () => {
    const { mock, buy } = await openShop();
    mock.failNext("initializeCustomPaymentSession", "lost-response");
    const { handoff } = await buy();
    expect(handoff).toHaveProperty("redirectTo");
    expect(new Set(mock.webhooks.deliveries().map(({ paymentId }) => paymentId)).size).toBe(1);
  });

  test("when every response is lost the order is unclear, and paying again does not pay twice", async () => {
    const { mock, order, buy } = await openShop();
    mock.failNext("initializeCustomPaymentSession", "lost-response", 3);
    expect((await buy()).handoff).toHaveProperty("message");
    expect(order.state).toBe("unclear");
    expect((await buy()).handoff).toHaveProperty("redirectTo");
    expect(mock.webhooks.deliveries()).toHaveLength(1);
  });

  test.each([
    ["rate-limited", "RATE_LIMITED"],
    ["html-502", "HTTP_502"],
    ["internal-error", "INTERNAL_ERROR"],
  ] as const)("a service that stays %s keeps the buyer in the shop", async (fault, code) => {
    const { mock, buy } = await openShop();
    mock.failNext("initializeCustomPaymentSession", fault, 3);
    const { handoff } = await buy();
    expect(handoff).toEqual({ message: expect.stringContaining(code) });
    expect(mock.webhooks.deliveries()).toHaveLength(0);
  });
}

function claimWebhooks(openShop: OpenShop): void {
  test("a webhook that arrives twice counts once", async () => {
    const { mock, order, buy } = await openShop();
    const { paymentId } = await buy();
    const before = order.changes;
    mock.webhooks.duplicateNext();
    await mock.sessions.send(paymentId, "buyer_started");
    expect(order.changes).toBe(before + 1);
  });

  test("a webhook with an invalid signature changes nothing", async () => {
    const { mock, order, buy } = await openShop();
    const { paymentId } = await buy();
    mock.webhooks.badSignatureNext();
    await mock.sessions.succeed(paymentId);
    expect(order.state).toBe("waiting");
    expect(mock.webhooks.deliveries().at(-1)).toMatchObject({ state: "dead", attempts: [{ httpStatus: 401 }] });
  });

  test("a lost webhook is retried, and webhooks out of order change nothing", async () => {
    const { mock, order, buy } = await openShop();
    mock.webhooks.reorderNext();
    const { paymentId } = await buy();
    mock.webhooks.dropNext();
    await mock.sessions.succeed(paymentId);
    await mock.clock.advance("2m");
    expect(order.state).toBe("paid");
    expect(mock.webhooks.deliveries().map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  });
}
