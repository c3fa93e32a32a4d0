// Tests which units of work run again after an error, and for how long (docs/decisions/units-run-again.md).
import { expect, test } from "vitest";
import { createRetries, readAgainWhenLost } from "../../src/storage/postgres/run-again.js";

const conflict = Object.assign(new Error("of the server"), { code: "40001" });

test.each([
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "Query read timeout",
])("a unit whose error is %j is not run again, since another run would wait as long", async (message) => {
  const { untilCommitted } = createRetries();
  for (const repeat of [untilCommitted, readAgainWhenLost]) {
    let runs = 0;
    const failing = async () => {
      runs += 1;
      throw new Error(message);
    };
    await expect(repeat(failing)).rejects.toThrow(message);
    expect([message, runs]).toEqual([message, 1]);
  }
});

test("a unit whose turn to run again comes after its time-out is not run", async () => {
  const timeoutMs = 200;
  const { untilCommitted } = createRetries(timeoutMs);
  let runsOfSlow = 0;
  const slow = untilCommitted(async () => {
    runsOfSlow += 1;
    if (runsOfSlow === 1) throw conflict;
    await new Promise((resolve) => setTimeout(resolve, 2 * timeoutMs));
  });
  let runs = 0;
  const behind = Array.from({ length: 5 }, () =>
    untilCommitted(async () => {
      runs += 1;
      throw conflict;
    }),
  );
  expect((await Promise.allSettled(behind)).map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  await slow;
  expect([runsOfSlow, runs]).toEqual([2, 5]);
});
