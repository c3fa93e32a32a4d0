// Tests the sum of a list: of all payments, or of the newest when there are very many.
import { expect, test } from "vitest";
import { sumPayments } from "../../src/flows/sum-payments.js";
import type { Storage } from "../../src/storage/port.js";
import { barePayment } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

test("O9: the sum of a million payments is bounded, newest first, and reports that there are more", async () => {
  const storage = freshStorage();
  await storage.open();
  const days = 100;
  await storage.write(async (records) => {
    for (const number of [0, days - 1]) {
      const createdAt = start + number * day;
      const paymentId = `pay_${createdAt.toString(36).padStart(9, "0")}0000000000000000`;
      await records.payments.insert(
        barePayment({ merchantId: "shop", paymentId, orderId: paymentId, createdAt, amountCents: 100 }),
      );
    }
  });
  const filter = { merchantId: "shop", environment: "live" } as const;
  expect(await sumPayments({ storage }, filter)).toEqual({
    count: 2,
    sums: [{ currency: "EUR", count: 2, amountCents: 200 }],
    isComplete: true,
  });

  // Each day has ten thousand payments.
  const reads: number[] = [];
  const large: Storage = {
    ...storage,
    read: (work) =>
      storage.read((records) =>
        work({
          ...records,
          payments: {
            ...records.payments,
            async sumCreated({ createdFrom }) {
              reads.push(createdFrom);
              return [{ currency: "EUR", count: 10_000, amountCents: 1_000_000 }];
            },
          },
        }),
      ),
  };
  expect(await sumPayments({ storage: large }, filter)).toMatchObject({ count: 30_000, isComplete: false });
  expect(reads).toEqual([...reads].sort((left, right) => right - left));
  await storage.close();
});
