// Conformance tests of the filters and sums of the panel's lists beyond states and search: dates, methods,
// amounts, oldest first, and money by the day of payment.
import { expect, test } from "vitest";
import { readAmountBound } from "../../../src/domain/amount-bound.js";
import { createPaymentId } from "../../../src/domain/identifiers.js";
import type { Payment } from "../../../src/domain/payment.js";
import { paymentMethods } from "../../../src/domain/payment-method.js";
import { paymentStates } from "../../../src/domain/payment-state.js";
import type { MoneySum } from "../../../src/storage/port/payment-list-records.js";
import type { Harness } from "./harness.js";
import { barePayment, noon, sampleAlert, sampleDelivery } from "./sample-records.js";

const dayMs = 86_400_000;
const currencies = ["EUR", "JPY", "KWD"];
const byCurrency = (one: MoneySum, other: MoneySum) => (one.currency < other.currency ? -1 : 1);

function manyPayments(): Payment[] {
  return Array.from({ length: 44 }, (_, number) => {
    const createdAt = noon + number * (dayMs / 4);
    return barePayment({
      paymentId: createPaymentId(createdAt, (count) => new Uint8Array(count).fill(number)),
      merchantId: number % 11 === 0 ? "shop_2" : "shop_1",
      environment: number % 7 === 0 ? "test" : "live",
      orderId: `order-${number}`,
      amountCents: (number + 1) * 100,
      currency: currencies[number % 3] ?? "EUR",
      paymentMethod: paymentMethods[number % 4] ?? "qr_pay",
      requestedMethod: number % 2 === 0 ? undefined : paymentMethods[number % 4],
      state: paymentStates[number % 11] ?? "created",
      createdAt,
      updatedAt: createdAt,
      settledAt: number % 2 === 0 ? createdAt + dayMs : undefined,
    });
  });
}

/** Decimals of each currency of the sample, by ISO 4217. */
const decimals: Record<string, number> = { EUR: 2, JPY: 0, KWD: 3 };
const worthOf = ({ amountCents, currency }: Payment) => amountCents / 10 ** (decimals[currency] ?? 2);
const methodOf = ({ requestedMethod, state, paymentMethod }: Payment) =>
  requestedMethod === undefined && (state === "created" || state === "opened") ? "undecided" : paymentMethod;

export function testPanelLists({ withStore }: Harness): void {
  test("O9: dates, method, currency and amounts find the matching payments, in both orders, and sums by currency", async () => {
    const { write, read } = await withStore();
    const all = manyPayments();
    const marked = new Set(all.filter((_, index) => index % 4 === 1).map(({ paymentId }) => paymentId));
    await write(async (records) => {
      for (const payment of all) await records.payments.insert(payment);
      for (const { paymentId, merchantId, environment } of all.filter((one) => marked.has(one.paymentId))) {
        const alert = { alertId: `alr_${paymentId}`, paymentId, merchantId, environment, resolvedAt: undefined };
        await records.alerts.insert(sampleAlert(alert));
      }
    });
    const span = { createdFrom: noon + 2 * dayMs, createdUntil: noon + 9 * dayMs };
    for (const environment of ["live", undefined] as const)
      for (const states of [undefined, ["created", "opened"], ["settled", "declined"]] as const)
        for (const needsAttention of [undefined, true])
          for (const method of [undefined, "undecided", "qr_pay"] as const)
            for (const currency of [undefined, "JPY"])
              for (const amounts of [undefined, ["4.995", "2000"]] as const)
                for (const search of [undefined, "order-"]) {
                  const filter = {
                    ...{ merchantId: "shop_1", environment, states, needsAttention, method, currency, ...span },
                    ...(amounts && {
                      minAmount: readAmountBound(amounts[0], "min"),
                      maxAmount: readAmountBound(amounts[1], "max"),
                    }),
                  };
                  const fitting = all.filter(
                    (payment) =>
                      payment.merchantId === "shop_1" &&
                      (environment === undefined || payment.environment === environment) &&
                      (states === undefined || states.some((state) => state === payment.state)) &&
                      (needsAttention === undefined || marked.has(payment.paymentId)) &&
                      payment.createdAt >= span.createdFrom &&
                      payment.createdAt < span.createdUntil &&
                      (method === undefined || methodOf(payment) === method) &&
                      (currency === undefined || payment.currency === currency) &&
                      (amounts === undefined || (worthOf(payment) >= 4.995 && worthOf(payment) <= 2000)),
                  );
                  const about = JSON.stringify({ ...filter, search });
                  const oldest = await read(({ payments }) =>
                    payments.list({ ...filter, search, order: "oldest", limit: 3 }),
                  );
                  expect(oldest, about).toStrictEqual(fitting.slice(0, 3));
                  const after = oldest.at(-1)?.paymentId;
                  const second = await read(({ payments }) =>
                    payments.list({ ...filter, search, order: "oldest", limit: 3, after }),
                  );
                  expect(second, about).toStrictEqual(after === undefined ? [] : fitting.slice(3, 6));
                  const newest = await read(({ payments }) => payments.list({ ...filter, search, limit: 4 }));
                  expect(newest, about).toStrictEqual(fitting.toReversed().slice(0, 4));
                  const sums = await read(({ payments }) => payments.sumCreated(filter));
                  expect(sums.sort(byCurrency), about).toEqual(sumOf(fitting));
                }
  });

  test("payments are added up by the time at which they were paid, or by their last change where that was not stored", async () => {
    const { write, read } = await withStore();
    const paid = (orderId: string, at: number | undefined, changes: Partial<Payment> = {}) =>
      barePayment({
        paymentId: `pay_${orderId}`,
        orderId,
        state: "settled",
        settledAt: at,
        updatedAt: noon,
        ...changes,
      });
    await write(async ({ payments }) => {
      await payments.insert(paid("a", noon + dayMs, { amountCents: 100 }));
      await payments.insert(paid("b", undefined, { amountCents: 20 }));
      await payments.insert(paid("c", noon, { amountCents: 3, environment: "test" }));
      await payments.insert(paid("d", noon, { amountCents: 4, merchantId: "shop_2" }));
      await payments.insert(paid("e", noon, { amountCents: 5000, currency: "JPY" }));
      await payments.insert(paid("f", undefined, { amountCents: 6, state: "declined" }));
    });
    const sum = async (from: number, until: number) =>
      (
        await read(({ payments }) => payments.sumSettled({ merchantId: "shop_1", environment: "live", from, until }))
      ).sort(byCurrency);
    const yen = { currency: "JPY", count: 1, amountCents: 5000 };
    expect(await sum(noon, noon + 1)).toEqual([{ currency: "EUR", count: 1, amountCents: 20 }, yen]);
    expect(await sum(noon, noon + dayMs + 1)).toEqual([{ currency: "EUR", count: 2, amountCents: 120 }, yen]);
    expect(await sum(noon + 1, noon + dayMs)).toEqual([]);
  });

  test("deliveries of a store come newest first, in any state or in those that failed, page by page", async () => {
    const { write, read } = await withStore();
    const all = Array.from({ length: 14 }, (_, number) =>
      sampleDelivery({
        deliveryId: `d${String(number).padStart(2, "0")}`,
        merchantId: number % 5 === 0 ? "shop_2" : "shop_1",
        state: (["delivered", "dead", "pending", "exhausted"] as const)[number % 4] ?? "dead",
        finishedAt: number % 4 === 2 ? undefined : noon,
        createdAt: noon + Math.floor(number / 2),
        nextAttemptAt: number % 4 === 2 ? noon + number : undefined,
        ...{ manualSendAt: undefined, claim: undefined, interruptedCount: number === 6 ? 5 : 0 },
      }),
    );
    await write(async (records) => {
      await records.payments.insert(barePayment({ paymentId: "pay_1", orderId: "1" }));
      for (const delivery of all) await records.deliveries.insert(delivery);
    });
    const ofStore = all.filter(({ merchantId }) => merchantId === "shop_1").toReversed();
    const span = { merchantId: "shop_1", since: noon + 1, until: noon + 6 };
    const inSpan = ofStore.filter(({ createdAt }) => createdAt >= span.since && createdAt < span.until);
    const idsOf = (deliveries: { deliveryId: string }[]) => deliveries.map(({ deliveryId }) => deliveryId);
    const first = await read(({ deliveries }) => deliveries.listOfStore({ ...span, limit: 3 }));
    expect(idsOf(first)).toEqual(idsOf(inSpan.slice(0, 3)));
    const second = await read(({ deliveries }) => deliveries.listOfStore({ ...span, limit: 9, after: first[2] }));
    expect(idsOf(second)).toEqual(idsOf(inSpan.slice(3)));
    const failed = inSpan.filter(({ state }) => state === "dead" || state === "exhausted");
    const request = { ...span, states: ["dead", "exhausted"], order: "newest" } as const;
    const start = await read(({ deliveries }) => deliveries.listByState({ ...request, limit: 2 }));
    expect(idsOf(start)).toEqual(idsOf(failed.slice(0, 2)));
    const rest = await read(({ deliveries }) => deliveries.listByState({ ...request, limit: 9, after: start[1] }));
    expect(idsOf(rest)).toEqual(idsOf(failed.slice(2)));
    const waiting = ofStore.filter(({ finishedAt }) => finishedAt === undefined);
    expect(await read(({ deliveries }) => deliveries.readQueueOfStore("shop_1", 5))).toEqual({
      unfinishedCount: waiting.length,
      nextDueAt: Math.min(...waiting.map(({ nextAttemptAt }) => nextAttemptAt ?? Number.POSITIVE_INFINITY)),
      interruptedCount: 1,
    });
    expect(await read(({ deliveries }) => deliveries.readQueueOfStore("shop_3", 5))).toEqual({
      unfinishedCount: 0,
      nextDueAt: undefined,
      interruptedCount: 0,
    });
  });
}

function sumOf(payments: readonly Payment[]): MoneySum[] {
  return currencies
    .map((currency) => {
      const inCurrency = payments.filter((payment) => payment.currency === currency);
      return {
        currency,
        count: inCurrency.length,
        amountCents: inCurrency.reduce((sum, one) => sum + one.amountCents, 0),
      };
    })
    .filter(({ count }) => count > 0);
}
