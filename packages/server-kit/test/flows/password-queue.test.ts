// Tests the queue of password checks: few in parallel, few waiting, the rest refused immediately.
import { expect, test } from "vitest";
import { Refusal } from "../../src/domain/refusal.js";
import { createBoundedQueue } from "../../src/flows/password-queue.js";

test("O19: sixty sign-ins at once run two at a time, in order, and those beyond the queue are refused at once", async () => {
  const inQueue = createBoundedQueue({ running: 2, waiting: 3 });
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 60 }, (_, index) =>
    inQueue(async () => {
      started.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  const refused = await Promise.allSettled(calls.slice(5));
  for (const result of refused) {
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(Refusal) });
    expect(result).toMatchObject({ reason: { code: "RATE_LIMITED", retryAfterSeconds: 2 } });
  }
  expect(started).toEqual([0, 1]);
  for (const [index, call] of calls.slice(0, 5).entries()) {
    ends[index]?.();
    expect(await call).toBe(index);
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
  // The queue is free again, also after a check that failed.
  await expect(inQueue(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inQueue(async () => "free")).toBe("free");
});
