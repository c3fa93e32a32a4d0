// What must hold after a month, whatever happened in it.
import { expect } from "vitest";
import { isAbsorbing } from "../../src/domain/payment-state.js";
import { type MonthOptions, simulateMonth } from "./simulated-month.js";

export async function expectMonthToHold(options: MonthOptions): Promise<void> {
  const { service, storage, shops, ledger, unmatched, passYear } = await simulateMonth(options);
  const wrong: unknown[] = [];
  for (const { paymentId, amountCents, receivedCents, duplicates } of ledger.values()) {
    const payment = await service.payments.get(paymentId);
    const alerted = payment?.alerts.filter(({ type }) => type === "duplicate_payment").length;
    const isPaid = receivedCents >= amountCents;
    const isRight =
      payment?.receivedCents === receivedCents && alerted === duplicates && (payment.state === "settled") === isPaid;
    if (!isRight) wrong.push({ paymentId, amountCents, receivedCents, duplicates, payment });
  }
  expect(wrong.slice(0, 1), `seed ${options.seed}: ${wrong.length} of ${ledger.size} payments`).toEqual([]);
  for (const { merchantId } of shops) {
    let left = 0;
    for (let after: string | undefined; ; ) {
      const page = await service.statements.unmatched(merchantId, {
        limit: 100,
        ...(after !== undefined && { after }),
      });
      left += page.reduce((sum, { amountCents }) => sum + amountCents, 0);
      if (page.length < 100) break;
      after = page.at(-1)?.entryId;
    }
    expect([merchantId, left]).toEqual([merchantId, unmatched.get(merchantId) ?? 0]);
  }
  await passYear();
  expect(await storage.read((records) => records.attempts.nextPoll())).toBeUndefined();
  const open = await storage.read((records) => records.payments.list({ limit: ledger.size }));
  expect(open.filter(({ state }) => !isAbsorbing(state) && state !== "expired").map(({ state }) => state)).toEqual([]);
}
