// Limits of adapter calls: deadline, signal, concurrency, circuit breaker, one log line for each kind of failure.
import { expect, test } from "vitest";
import type { Logger } from "../../src/domain/clock.js";
import { createFailureLog } from "../../src/domain/failure-log.js";
import { type AdapterOperation, createAdapterCalls } from "../../src/outbound/adapter-calls.js";
import { guardLogger, guardMailer, guardOrderSource, guardSignIn } from "../../src/outbound/guarded-adapters.js";
import { createTestClock, minute, second } from "../banks/bank-service.js";
import { createGate } from "../gate.js";

const polling: AdapterOperation = {
  adapter: "bank",
  operation: "fetchOutcome",
  timeoutMs: 50,
  maxConcurrent: 4,
  circuit: "failures",
};
const never = () => new Promise<never>(() => undefined);
const failing = async () => {
  throw new Error("no");
};

function open() {
  const clock = createTestClock();
  const lines: Record<string, unknown>[] = [];
  const warn = (fields: object) => void lines.push({ ...fields });
  const logger: Logger = { debug() {}, info() {}, warn, error: warn };
  const outcomes: string[] = [];
  const calls = createAdapterCalls({
    clock,
    failures: createFailureLog({ clock, logger }),
    onCall: ({ outcome }) => outcomes.push(outcome),
  });
  const fail = (times: number, scope?: string) =>
    Promise.all(
      Array.from({ length: times }, () => calls.call({ ...polling, maxConcurrent: 99 }, failing, scope).catch(() => 0)),
    );
  return { clock, lines, outcomes, calls, fail };
}

test("a call that ignores its signal is abandoned at its deadline and counted as abandoned until it ends", async () => {
  const { calls, outcomes } = open();
  let signal: AbortSignal | undefined;
  const gate = createGate();
  const call = calls.call(polling, (given) => {
    signal = given;
    return gate.passed;
  });
  await expect(call).rejects.toMatchObject({ outcome: "timeout", adapter: "bank", operation: "fetchOutcome" });
  expect(signal?.aborted).toBe(true);
  expect(calls.counts()).toEqual([{ adapter: "bank", operation: "fetchOutcome", inFlight: 0, abandoned: 1 }]);
  gate.open();
  await expect.poll(() => calls.counts()[0]?.abandoned).toBe(0);
  expect(outcomes).toEqual(["timeout"]);
});

test("what the adapter throws, at once or later, is the cause", async () => {
  const { calls } = open();
  const error = new Error("no account");
  const thrown = calls.call(polling, () => {
    throw error;
  });
  await expect(thrown).rejects.toMatchObject({ outcome: "error", cause: error });
  await expect(calls.call(polling, () => Promise.reject("text"))).rejects.toMatchObject({ outcome: "error" });
});

test("no more calls run at once than allowed, and one store can use half of the limit", async () => {
  const { calls } = open();
  const hanging = ["a", "a"].map((scope) => calls.call(polling, never, scope).catch(() => 0));
  await expect(calls.call(polling, never, "a")).rejects.toMatchObject({ outcome: "busy" });
  const others = ["b", "c"].map((scope) => calls.call(polling, never, scope).catch(() => 0));
  await expect(calls.call(polling, never, "d")).rejects.toMatchObject({ outcome: "busy" });
  await Promise.all([...hanging, ...others]);
  expect(await calls.call(polling, () => "free again", "a")).toBe("free again");
});

test("ten failures in a row open the circuit, a probe that fails keeps it open for longer, one that succeeds closes it", async () => {
  const { calls, clock, fail } = open();
  await fail(9);
  expect(calls.openCircuits()).toEqual([]);
  await fail(1);
  expect(calls.openCircuits()).toEqual([{ adapter: "bank", operation: "fetchOutcome" }]);
  await expect(calls.call(polling, () => 1)).rejects.toMatchObject({ outcome: "circuit_open" });
  clock.pass(30 * second);
  const probe = calls.call(polling, never).catch((error: Error) => error);
  // One probe at a time.
  await expect(calls.call(polling, () => 1)).rejects.toMatchObject({ outcome: "circuit_open" });
  expect(await probe).toMatchObject({ outcome: "timeout" });
  clock.pass(59 * second);
  expect(calls.isAvailable(polling)).toBe(false);
  clock.pass(second);
  expect(await calls.call(polling, () => 1)).toBe(1);
  expect([calls.openCircuits(), calls.isAvailable(polling)]).toEqual([[], true]);
});

test("failures far apart, or with a success between them, leave the circuit closed", async () => {
  const { calls, clock, fail } = open();
  for (let round = 0; round < 30; round += 1) {
    await fail(1);
    clock.pass(2 * minute);
  }
  for (let round = 0; round < 30; round += 1) {
    await fail(9);
    await calls.call(polling, () => 1);
  }
  expect(calls.openCircuits()).toEqual([]);
});

test("errors of one store's calls do not block another store", async () => {
  const { calls, fail } = open();
  await fail(20, "a");
  await expect(calls.call(polling, () => 1, "a")).rejects.toMatchObject({ outcome: "circuit_open" });
  expect(await calls.call(polling, () => 1, "b")).toBe(1);
});

test("a forged callback that is the probe closes the circuit: the adapter has responded", async () => {
  const { calls, clock } = open();
  const reading: AdapterOperation = { ...polling, operation: "readCallback", maxConcurrent: 99, circuit: "timeouts" };
  await Promise.all(Array.from({ length: 10 }, () => calls.call(reading, never).catch(() => 0)));
  expect(calls.isAvailable(reading)).toBe(false);
  clock.pass(31 * second);
  await expect(calls.call(reading, failing)).rejects.toMatchObject({ outcome: "error" });
  expect(await calls.call(reading, () => "genuine")).toBe("genuine");

  // Forged calls alone open nothing.
  for (let number = 0; number < 30; number += 1) await calls.call(reading, failing).catch(() => 0);
  expect(calls.openCircuits()).toEqual([]);
});

test("a clock that is set back keeps no circuit open", async () => {
  const { calls, clock, fail } = open();
  await fail(10);
  clock.pass(-60 * minute);
  expect(await calls.call(polling, () => 1)).toBe(1);
});

test("each kind of failure is one log line a day, however many calls fail", async () => {
  const { clock, lines, fail, outcomes } = open();
  for (let round = 0; round < 40; round += 1) {
    await fail(10);
    clock.pass(minute);
  }
  expect(outcomes.length).toBe(400);
  expect(lines.map(({ outcome }) => outcome).sort()).toEqual(["circuit_open", "error"]);
  clock.pass(24 * 60 * minute);
  await fail(1);
  expect(lines.at(-1)).toMatchObject({ outcome: "error", suppressedSinceLastLog: expect.any(Number) });
});

test("when the service stops, calls get a grace period, are then ended, and later ones are refused", async () => {
  const { calls } = open();
  const withLongTimeout = { ...polling, timeoutMs: 60_000 };
  const hanging = calls.call(withLongTimeout, never).catch((error: Error) => error);
  const gate = createGate<string>();
  const quick = calls.call(withLongTimeout, () => gate.passed);
  const end = calls.stop(50);
  gate.open("done");
  expect(await quick).toBe("done");
  expect(await hanging).toMatchObject({ outcome: "stopped" });
  await expect(calls.call(withLongTimeout, () => 1)).rejects.toMatchObject({ outcome: "stopped" });
  end();
});

test("order source, mailer and sign-in get their arguments and a signal", async () => {
  const { calls } = open();
  const seen: unknown[] = [];
  const orders = guardOrderSource(calls, {
    async findOrder({ signal, ...wanted }) {
      seen.push(wanted, signal instanceof AbortSignal);
      return undefined;
    },
  });
  await orders.findOrder({ merchantId: "m", orderKey: "k" });
  const mailer = guardMailer(calls, {
    async sendMail({ signal, ...message }) {
      seen.push(message, signal instanceof AbortSignal);
    },
  });
  const message = { from: "a", to: "b", subject: "s", text: "t", messageId: "<1@x>" };
  await mailer.sendMail(message);
  const signIn = guardSignIn(calls, async (ctx: string, { signal }) => `${ctx} ${signal instanceof AbortSignal}`);
  expect(await signIn("ctx")).toBe("ctx true");
  expect(seen).toEqual([{ merchantId: "m", orderKey: "k" }, true, message, true]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
  ],
  ["rejects", () => Promise.reject(new Error("disk full"))],
])("a logger that %s affects no call, and its lost lines are counted", async (_, write) => {
  let lost = 0;
  const logger = guardLogger({ debug: write, info: write, warn: write, error: write }, () => {
    lost += 1;
  });
  for (const level of ["debug", "info", "warn", "error"] as const) logger[level]({}, "text");
  await expect.poll(() => lost).toBe(4);
});

test("a logger is called as a method of its object", () => {
  class Kept {
    readonly lines: string[] = [];
    debug() {}
    info() {}
    warn(_: object, message: string) {
      this.lines.push(message);
    }
    error() {}
  }
  const kept = new Kept();
  guardLogger(kept, () => undefined).warn({}, "text");
  expect(kept.lines).toEqual(["text"]);
});
