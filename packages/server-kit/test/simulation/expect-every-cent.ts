// The assertions at the end of a simulated month.
import { expect } from "vitest";
import type { MonthReport } from "./month-report.js";

export function expectEveryCent(report: MonthReport): void {
  const about = `seed ${report.seed}`;
  expect(report.violations, about).toEqual([]);
  const { "": withoutReference = 0, ...meant } = Object.fromEntries(report.sentCents);
  expect(Object.fromEntries(report.recordedCents), about).toEqual(meant);
  expect(report.unmatchedCents, about).toBe(withoutReference);
  expect(report.nextPollAt, about).toBeUndefined();
}
