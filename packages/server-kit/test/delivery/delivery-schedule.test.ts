// Tests the schedule of attempts as a table (spec/rules.md#delivery-rules, 3 and 4).
import fc from "fast-check";
import { expect, test } from "vitest";
import { attemptTimeoutMs, maxAttempts, nextDelayMs, parseRetryAfter } from "../../src/domain/delivery-schedule.js";

const minute = 60_000;
const hour = 60 * minute;
const nominalDelaysMs = [
  30_000,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
  36 * hour,
  48 * hour,
];
const middleRandom = () => 0.5;

test.each(nominalDelaysMs.map((nominal, index) => [index + 1, nominal] as const))(
  "after failed attempt %i the wait is %i ms, plus or minus 20 %",
  (attempt, nominal) => {
    const delay = (random: () => number) => nextDelayMs("queue", attempt, { random, retryAfterMs: undefined });
    expect(delay(() => 0)).toBe(Math.round(0.8 * nominal));
    expect(delay(middleRandom)).toBe(nominal);
    expect(delay(() => 0.999_999_999)).toBeLessThanOrEqual(1.2 * nominal);
  },
);

test("twelve attempts on the queue path, three on the legacy path, then no more", () => {
  expect(maxAttempts("queue")).toBe(12);
  expect(maxAttempts("legacy")).toBe(3);
  expect(nextDelayMs("queue", 12, { random: middleRandom, retryAfterMs: 1 })).toBeUndefined();
  expect(nextDelayMs("legacy", 3, { random: middleRandom, retryAfterMs: 1 })).toBeUndefined();
});

test("legacy back-off is exactly 2 s and 4 s; timeouts are 30, 45 and 60 s", () => {
  expect([1, 2].map((count) => nextDelayMs("legacy", count, { random: () => 0.9, retryAfterMs: undefined }))).toEqual([
    2000, 4000,
  ]);
  expect([0, 1, 2, 3].map((count) => attemptTimeoutMs("legacy", count, 10_000))).toEqual([
    30_000, 45_000, 60_000, 60_000,
  ]);
  expect(attemptTimeoutMs("queue", 5, 10_000)).toBe(10_000);
});

test("a Retry-After only lengthens the wait, to twice the nominal one at most", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      fc.integer({ min: -1000, max: 2 ** 50 }),
      (attempt, chance, retryAfterMs) => {
        const withoutRetryAfter = nextDelayMs("queue", attempt, { random: () => chance, retryAfterMs: undefined }) ?? 0;
        const withRetryAfter = nextDelayMs("queue", attempt, { random: () => chance, retryAfterMs }) ?? 0;
        const nominal = nominalDelaysMs[attempt - 1] ?? 0;
        expect(withRetryAfter).toBe(Math.max(withoutRetryAfter, Math.min(retryAfterMs, 2 * nominal)));
      },
    ),
  );
});

const now = Date.UTC(2026, 10, 27, 12, 0, 0);
test.each([
  ["120", 120_000],
  [" 7 ", 7000],
  ["0", 0],
  ["9999999999", 9_999_999_999_000],
  ["Fri, 27 Nov 2026 12:02:00 GMT", 120_000],
  ["Fri, 27 Nov 2026 11:00:00 GMT", undefined],
  // The two obsolete forms, which a recipient must accept (RFC 9110, 5.6.7).
  ["Friday, 27-Nov-26 12:02:00 GMT", 120_000],
  ["Fri Nov 27 12:02:00 2026", 120_000],
  ["Thu Dec  3 12:00:00 2026", 518_400_000],
  ["Fri Nov 27 11:00:00 2026", undefined],
  ["Fri Nov 27 12:02:00 2026 +0200", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["2026-11-27", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After %j is parsed as %j ms", (text, expected) => {
  expect(parseRetryAfter(text, now)).toBe(expected);
});
