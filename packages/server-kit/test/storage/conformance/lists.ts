// Conformance tests of lists of payments in every combination of filters, and of the counts that are returned
// with their rows.
import { expect, test } from "vitest";
import { environments } from "../../../src/domain/environment.js";
import { paymentStates } from "../../../src/domain/payment-state.js";
import type { Harness } from "./harness.js";
import { barePayment, noon, sampleAlert, sampleDelivery } from "./sample-records.js";

export function testLists({ withStore }: Harness): void {
  test("O9: every combination of filters lists the matching payments, newest first, page by page", async () => {
    const { write, read } = await withStore();
    const all = paymentStates.flatMap((state, index) =>
      [0, 1, 2].map((copy) => {
        const number = index * 3 + copy;
        return barePayment({
          paymentId: `pay_${String((number * 7) % 33).padStart(2, "0")}`,
          merchantId: number % 2 === 0 ? "shop_1" : "shop_2",
          environment: number % 5 === 0 ? "test" : "live",
          orderId: `order-${number}`,
          remittanceInfo: `reference ${number}`,
          state,
        });
      }),
    );
    const marked = new Set(all.filter((_, index) => index % 4 === 1).map(({ paymentId }) => paymentId));
    await write(async (records) => {
      for (const payment of all) await records.payments.insert(payment);
      for (const payment of all.filter(({ paymentId }) => marked.has(paymentId))) {
        const { paymentId, merchantId, environment } = payment;
        await records.alerts.insert(
          sampleAlert({ alertId: `alr_${paymentId}`, paymentId, merchantId, environment, resolvedAt: undefined }),
        );
      }
    });
    all.sort((left, right) => (left.paymentId < right.paymentId ? 1 : -1));
    for (const merchantId of [undefined, "shop_1", "shop_3"])
      for (const environment of [undefined, ...environments])
        for (const states of [undefined, ["settled"], ["created", "opened", "unresolved"], []] as const)
          for (const needsAttention of [undefined, true])
            for (const search of [undefined, "order-1"])
              for (const before of [undefined, "pay_20"]) {
                const filter = { merchantId, environment, states, needsAttention, search, before };
                const fitting = all.filter(
                  (payment) =>
                    (merchantId === undefined || payment.merchantId === merchantId) &&
                    (environment === undefined || payment.environment === environment) &&
                    (states === undefined || states.some((state) => state === payment.state)) &&
                    (needsAttention === undefined || marked.has(payment.paymentId)) &&
                    (search === undefined || payment.orderId.startsWith(search)) &&
                    (before === undefined || payment.paymentId < before),
                );
                const found = await read((records) => records.payments.list({ ...filter, limit: 4 }));
                expect(found, JSON.stringify(filter)).toStrictEqual(fitting.slice(0, 4));
              }
  });

  test("O9: payments that need attention are counted at every write of an alert or delivery", async () => {
    const { write, read } = await withStore();
    const counts = async (...ids: string[]) =>
      (await read((records) => records.attention.countsOf(ids))).sort((left, right) =>
        left.paymentId < right.paymentId ? -1 : 1,
      );
    await write(async (records) => {
      for (const paymentId of ["pay_a", "pay_b", "pay_c"]) {
        await records.payments.insert(barePayment({ paymentId, orderId: paymentId }));
      }
    });
    const alert = sampleAlert({ alertId: "alr_a", paymentId: "pay_a", subject: "one", resolvedAt: undefined });
    const open = { ...alert, alertId: "alr_b", subject: "two" };
    await write(async (records) => {
      await records.alerts.insert(alert);
      await records.alerts.insert(open);
      await records.deliveries.insert(delivery("d1", { paymentId: "pay_a", state: "dead" }));
      await records.deliveries.insert(delivery("d2", { paymentId: "pay_b", state: "pending" }));
    });
    const first = { paymentId: "pay_a", alertCount: 2, failedWebhookCount: 1 };
    expect(await counts("pay_a", "pay_b", "pay_c", "pay_x")).toEqual([first]);
    expect(await counts("pay_b")).toEqual([]);
    await write(async (records) => {
      await records.alerts.update({ ...alert, resolvedAt: noon });
      await records.deliveries.update(delivery("d1", { paymentId: "pay_a", state: "delivered" }), undefined);
      await records.deliveries.update(delivery("d2", { paymentId: "pay_b", state: "exhausted" }), undefined);
    });
    const later = { paymentId: "pay_b", alertCount: 0, failedWebhookCount: 1 };
    expect(await counts("pay_a", "pay_b")).toEqual([{ ...first, alertCount: 1, failedWebhookCount: 0 }, later]);
    await write((records) => records.alerts.update({ ...open, resolvedAt: noon }));
    expect(await counts("pay_a", "pay_b")).toEqual([later]);
    const list = await read((records) => records.payments.list({ needsAttention: true, limit: 9 }));
    expect(list.map(({ paymentId }) => paymentId)).toEqual(["pay_b"]);
  });

  test("O9: several stores are read at once, without deleted ones", async () => {
    const { write, read } = await withStore();
    const find = async (ids: string[]) =>
      (await read((records) => records.stores.findMany(ids))).map(({ merchantId }) => merchantId);
    expect(await find(["shop_1", "nobody"])).toEqual(["shop_1"]);
    expect(await find([])).toEqual([]);
    await write(async (records) => {
      const store = await records.stores.find("shop_1");
      if (store !== undefined) await records.stores.update({ ...store, deletedAt: noon });
    });
    expect(await find(["shop_1"])).toEqual([]);
  });
}

function delivery(deliveryId: string, changes: Parameters<typeof sampleDelivery>[0]) {
  return sampleDelivery({ deliveryId, claim: undefined, finishedAt: undefined, ...changes });
}
