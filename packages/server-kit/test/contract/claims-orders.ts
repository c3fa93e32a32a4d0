// Claims about GET /orders/{order_key}: a capability of two parts, and a response without private data (spec/rules.md#order-lookup).
import { expect, test } from "vitest";
import { codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import type { PluginOrderSetup } from "./target.js";
import { createTestStore } from "./test-store.js";

const pluginOrder = (orderKey: string, changes: Partial<PluginOrderSetup> = {}): PluginOrderSetup => ({
  id: 4711,
  orderKey,
  status: "pending",
  currency: "EUR",
  total: "19.99",
  customer: { email: "buyer@example.com", fullName: "Erika Mustermann" },
  lineItems: [{ id: 1, name: "Coffee beans", quantity: 2, total: "19.99" }],
  payment: { method: "foxpay", methodTitle: "Pay by bank", needsPayment: true },
  ...changes,
});

export function claimOrders(suite: Suite): void {
  test("returns an order to a caller with its key and shopId, without an API key", async () => {
    const { client, target } = suite;
    const store = await createTestStore(target, client, {
      name: "Order shop",
      url: "https://shop.example.com",
      logo: "https://shop.example.com/l.png",
    });
    const key = "wc_order_Ab12Cd34Ef56G";
    await target.orders.upsert(store.merchantId, pluginOrder(key));
    const { body, headers } = await client.call(`/orders/${key}?shopId=${store.merchantId}`);
    expect(body).toEqual({
      success: true,
      metadata: {
        fetchedAt: new Date(target.clock.now()).toISOString(),
        orderKey: key,
        requestId: headers["x-request-id"],
        shopId: store.merchantId,
      },
      order: {
        id: 4711,
        orderKey: key,
        status: "pending",
        currency: "EUR",
        currencySymbol: "€",
        total: 19.99,
        customer: { email: "buyer@example.com", fullName: "Erika Mustermann" },
        lineItems: [{ id: 1, name: "Coffee beans", quantity: 2, total: 19.99 }],
        payment: { method: "foxpay", methodTitle: "Pay by bank", needsPayment: true },
        shop: {
          id: store.merchantId,
          name: "Order shop",
          url: "https://shop.example.com",
          logo: "https://shop.example.com/l.png",
        },
      },
    });
  });

  test.each([
    ["JPY", "500", "¥", 500],
    ["KWD", "1.500", "KWD", 1.5],
    ["EUR", "0.01", "€", 0.01],
    ["EUR", "999999999.99", "€", 999_999_999.99],
    ["EUR", "20.0000", "€", 20],
  ])("shows %s %s exactly", async (currency, total, currencySymbol, expected) => {
    const { client, target, store } = suite;
    const key = `wc_order_${currency}${total.replace(".", "x")}0000000000`.slice(0, 40);
    await target.orders.upsert(store.merchantId, pluginOrder(key, { currency, total, lineItems: [] }));
    const body = await client.fields(`/orders/${key}?shopId=${store.merchantId}`);
    expect(body.order).toMatchObject({ currency, currencySymbol, total: expected });
  });

  test("M21, M22: an order whose lines cannot be displayed is returned with its exact total", async () => {
    const { client, target, store } = suite;
    const key = "wc_order_oddlines00001";
    // Values that a merchant's untyped code may send.
    const lineItems = [
      { id: 1, name: "Cheese", quantity: 1.5, total: "10.3950" },
      { id: 2, name: null, quantity: "2", total: "9.59" },
    ] as unknown as PluginOrderSetup["lineItems"];
    await target.orders.upsert(store.merchantId, pluginOrder(key, { lineItems }));
    const body = await client.fields(`/orders/${key}?shopId=${store.merchantId}`);
    expect(body.order).toMatchObject({
      total: 19.99,
      lineItems: [
        { id: 1, name: "Cheese", quantity: 2, total: 10.4 },
        { id: 2, name: "", quantity: 2, total: 9.59 },
      ],
    });
  });

  test("a pushed order replaces the one with the same key", async () => {
    const { client, target, store } = suite;
    const key = "wc_order_replaced0001";
    await target.orders.upsert(store.merchantId, pluginOrder(key));
    await target.orders.upsert(store.merchantId, pluginOrder(key, { status: "processing", total: "5.00" }));
    const body = await client.fields(`/orders/${key}?shopId=${store.merchantId}`);
    expect(body.order).toMatchObject({ status: "processing", total: 5 });
  });

  test("a wrong key and another store's key get the same response", async () => {
    const { client, target, store } = suite;
    const other = await createTestStore(target, client);
    const key = "wc_order_ofanothershop1";
    await target.orders.upsert(other.merchantId, pluginOrder(key));
    const foreign = await client.call(`/orders/${key}?shopId=${store.merchantId}`);
    const unknown = await client.call(`/orders/wc_order_nobody00000?shopId=${store.merchantId}`);
    expect([foreign.status, codeOf(foreign.body)]).toEqual([404, "ORDER_NOT_FOUND"]);
    // Every error body is an object.
    const { requestId: _, ...visible } = foreign.body as Record<string, unknown>;
    expect(unknown.body).toMatchObject(visible);
  });

  test("an unknown store is 404 STORE_NOT_FOUND", async () => {
    const { client } = suite;
    const { status, body } = await client.call("/orders/wc_order_nobody00000?shopId=mrc_nobody");
    expect([status, codeOf(body)]).toEqual([404, "STORE_NOT_FOUND"]);
  });

  test.each([{ kyc: "pending" }, { kyc: "user_mismatch" }, { verification: "rejected" }] as const)(
    "an order of a store with %j is 403 STORE_NOT_APPROVED, without the store's status",
    async (setup) => {
      const { client, target } = suite;
      const store = await createTestStore(target, client, setup);
      const { status, body } = await client.call(`/orders/wc_order_nobody00000?shopId=${store.merchantId}`);
      expect([status, codeOf(body)]).toEqual([403, "STORE_NOT_APPROVED"]);
      expect(body).not.toHaveProperty("currentStatus");
    },
  );

  test.each([
    "4711",
    "wc_order_short",
    "wc_order_",
    `wc_order_${"a".repeat(65)}`,
    "WC_ORDER_Ab12Cd34Ef56G",
    "wc_order_Ab12Cd34Ef5-",
    "wc_order_Ab12Cd34Ef56%0A",
  ])("refuses the order key %s", async (key) => {
    const { client, store } = suite;
    const { status, body } = await client.call(`/orders/${key}?shopId=${store.merchantId}`);
    expect([status, codeOf(body)]).toEqual([400, "INVALID_ORDER_KEY"]);
    expect(body).toMatchObject({ details: { path: "order_key", rule: "pattern" } });
  });

  test("needs a shopId", async () => {
    const { client } = suite;
    const { status, body } = await client.call("/orders/wc_order_Ab12Cd34Ef56G");
    expect([status, codeOf(body)]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body).toMatchObject({ details: { path: "shopId", rule: "required" } });
  });
}
