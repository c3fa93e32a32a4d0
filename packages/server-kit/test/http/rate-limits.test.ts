// Tests token buckets whose stored time is ahead of the clock: of a process in step with others, and of one whose clock was wrong.
import { expect, test } from "vitest";
import { createRateLimiter, type RateLimit, type RateLimiter } from "../../src/http/rate-limits.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { closeAfterTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

const limit = { max: 20, windowSeconds: 60 } satisfies RateLimit;
const hourMs = 3_600_000;

const isAllowed = (call: Promise<void>) =>
  call.then(
    () => true,
    () => false,
  );

async function createLimiters<Name extends string>(...names: Name[]) {
  const storage = await freshStorage();
  closeAfterTest(() => storage.close());
  await storage.open();
  const clock = { time: startOfTime };
  // The names are the keys.
  const limiters = Object.fromEntries(
    names.map((name) => {
      const aheadMs = name === "ahead" ? 5000 : 0;
      return [name, createRateLimiter({ storage, clock: { now: () => clock.time + aheadMs } })];
    }),
  ) as Record<Name, RateLimiter>;
  return { clock, ...limiters };
}

async function takeAll(limiter: RateLimiter): Promise<number> {
  let taken = 0;
  while (await isAllowed(limiter.take("caller", limit))) taken += 1;
  return taken;
}

test.each([1, limit.max])(
  "after a clock that was an hour ahead for %i calls, the limit applies as before",
  async (calls) => {
    const { clock, limiter } = await createLimiters("limiter");
    clock.time += hourMs;
    for (let call = 0; call < calls; call += 1) await limiter.take("caller", limit);
    clock.time -= hourMs;

    expect(await isAllowed(limiter.require("caller", limit))).toBe(true);
    // A new bucket, once, and what was left of the other one in memory.
    expect(await takeAll(limiter)).toBeLessThanOrEqual(limit.max + 1);
    clock.time += 60_000;
    expect(await takeAll(limiter)).toBe(limit.max);
  },
);

test("a token that is returned after a clock was an hour ahead stops no later refill", async () => {
  const { clock, limiter } = await createLimiters("limiter");
  clock.time += hourMs;
  await limiter.take("caller", limit);
  clock.time -= hourMs;
  await limiter.giveBack("caller", limit);
  await takeAll(limiter);
  clock.time += 60_000;
  expect(await takeAll(limiter)).toBe(limit.max);
});

test("two processes whose clocks differ by five seconds refill no token twice", async () => {
  const { inStep, ahead } = await createLimiters("inStep", "ahead");
  let taken = 0;
  for (let call = 0; call < 30; call += 1) {
    if (await isAllowed(inStep.take("caller", limit))) taken += 1;
    if (await isAllowed(ahead.take("caller", limit))) taken += 1;
  }
  expect(taken).toBeGreaterThanOrEqual(limit.max - 1);
  // The bucket, and once what refills in the difference.
  expect(taken).toBeLessThanOrEqual(limit.max + 2);
});
