// Lifetimes as mails and pages of the panel name them.
import { expect, test } from "vitest";
import { lifetimeText } from "../../src/domain/lifetime-text.js";

test.each([
  [7 * 86_400_000, "7 days"],
  [86_400_000, "1 day"],
  [12 * 3_600_000, "12 hours"],
  [3_600_000, "1 hour"],
  [90 * 60_000, "90 minutes"],
  [30 * 60_000, "30 minutes"],
])("a lifetime of %d ms is called %s", (lifetimeMs, text) => {
  expect(lifetimeText(lifetimeMs)).toBe(text);
});
