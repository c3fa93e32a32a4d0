// Checks that the tables of docs/scale.md equal the output of bench/scale/model.mjs.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLifecycle, renderTables, setUps, simulateStore } from "../../bench/scale/model.mjs";

test("the tables of docs/scale.md are those that the model calculates", () => {
  const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
  expect(page).toContain(`<!-- tables -->\n\n${renderTables(readLifecycle())}\n\n<!-- end of tables -->`);
});

test("the capacity grows with the servers, and shrinks with the cost of a payment", () => {
  const lifecycle = readLifecycle();
  const rates = setUps(lifecycle).map(({ perSecond }) => perSecond);
  expect(rates).toEqual(rates.toSorted((one, other) => one - other));
  const costlier = {
    ...lifecycle,
    sqlite: { ...lifecycle.sqlite, cpuMicroseconds: 2 * lifecycle.sqlite.cpuMicroseconds },
  };
  expect(setUps(costlier)[0]?.perSecond).toBeCloseTo((rates[0] ?? 0) / 2);
});

test("a store's webhooks wait exactly when its day has more of them than its endpoint can receive", () => {
  const day = (paymentsPerDay: number) => simulateStore({ paymentsPerDay, responseMs: 200, webhooksPerPayment: 2 });
  // Twenty webhooks a second: 864,000 payments in a day without a peak.
  expect(day(1000)).toEqual({ capacityPerSecond: 20, longestWaitMinutes: 0, isCleared: true });
  expect(day(800_000).longestWaitMinutes).toBeGreaterThan(0);
  expect(day(800_000).isCleared).toBe(true);
  expect(day(2_000_000).isCleared).toBe(false);
});
