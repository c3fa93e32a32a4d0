// Every page with the retry schedule has the current one, and receivers remember deliveries for at least as long.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { expect, test } from "vitest";
import { describeSchedule, maxAttempts, nextDelayMs, schedules } from "../../src/domain/delivery-schedule.js";

const dayMs = 86_400_000;
const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), "utf8").replace(/\s+/g, " ");

test("the schedules are described by their attempts and their length", () => {
  expect(describeSchedule("queue")).toBe("12 attempts in about 7 days");
  expect(describeSchedule("legacy")).toBe("3 attempts within minutes");
});

test.each(["spec/rules.md", "spec/openapi.yaml", "packages/sdk/README.md"])(
  "%s names both schedules as they are",
  (path) => {
    const text = read(path);
    for (const schedule of ["queue", "legacy"] as const) expect(text).toContain(describeSchedule(schedule));
  },
);

test("spec/rules.md lists each wait of the queue's schedule", () => {
  const unit = (ms: number) =>
    ms < 60_000 ? `${ms / 1000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
  const waits = schedules.queue.delaysMs.map(unit);
  expect(read("spec/rules.md")).toContain(`${waits.slice(0, -1).join(", ")} and ${waits.at(-1)}`);
});

/** From the first attempt to the last when each wait is as long as it can be. */
function longestMs(retryAfterMs: number | undefined): number {
  let sum = 0;
  for (let failed = 1; failed < maxAttempts("queue"); failed += 1) {
    sum += nextDelayMs("queue", failed, { random: () => 1, retryAfterMs }) ?? 0;
  }
  return sum;
}

test("the verifier's shortest lifetime outlasts the schedule, and its default outlasts one that Retry-After doubles", () => {
  expect(() => memoryDedupeStore({ lifetimeMs: 9 * dayMs - 1 })).toThrow("at least 9 days");
  expect(longestMs(undefined)).toBeLessThan(9 * dayMs);
  expect(longestMs(Number.POSITIVE_INFINITY)).toBeLessThan(14 * dayMs);
});
