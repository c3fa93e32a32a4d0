// Tests a simulated month at full size; month-seeds.long.test.ts has more seeds.
import { expect, test } from "vitest";
import { expectEveryCent } from "./expect-every-cent.js";
import { simulateMonth } from "./month.js";

const firstSeed = Number(process.env.MONTH_SEED ?? Date.now());

test(`after a month with 50 stores and 20,000 payments every cent is accounted for (seed ${firstSeed})`, {
  timeout: 900_000,
}, async () => {
  const report = await simulateMonth({ seed: String(firstSeed), storeCount: 50, paymentCount: 20_000 });
  expect(report.payments).toBe(20_000);
  expectEveryCent(report);
});
