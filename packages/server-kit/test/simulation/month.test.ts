// Tests a small simulated month; month.long.test.ts has the full size, month-seeds.long.test.ts more seeds.
import { expect, test } from "vitest";
import { expectEveryCent } from "./expect-every-cent.js";
import { simulateMonth } from "./month.js";

const seed = process.env.MONTH_SEED ?? String(Date.now());

test(`after a month with a bank that misbehaves, every cent is accounted for (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const report = await simulateMonth({ seed, storeCount: 4, paymentCount: 250 });
  expect(report.payments).toBe(250);
  expectEveryCent(report);
});
