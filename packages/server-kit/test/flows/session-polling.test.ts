// Tests polling of providers in parallel, and while the database fails: no busy loop, nothing lost.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createFailureLog } from "../../src/domain/failure-log.js";
import { createSessionPolling } from "../../src/flows/session-polling.js";
import { createGate } from "../gate.js";
import { bareAttempt, barePayment, noon, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

async function open(attemptIds = ["att_a", "att_b"]) {
  const storage = freshStorage();
  await storage.open();
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(sampleStore());
    await records.payments.insert(barePayment({ paymentId: "pay_1", state: "at_provider" }));
    const attempt = bareAttempt({ paymentId: "pay_1", status: "open", provider: "bank", createdAt: noon });
    for (const attemptId of attemptIds) {
      await records.attempts.insert({ ...attempt, attemptId, sessionId: `session ${attemptId}`, nextPollAt: noon + 1 });
    }
  });
  let isFull = false;
  let committed = Promise.resolve();
  const polledSessions: string[] = [];
  const lines: string[] = [];
  const log = (_: object, message: string) => void lines.push(message);
  const logger = { debug() {}, info() {}, warn: log, error: log };
  const clock = { now: () => noon + 1000 };
  const client = {
    code: "bank",
    createSession: () => Promise.reject(new Error("not requested")),
    async fetchOutcome(sessionId: string) {
      polledSessions.push(sessionId);
      return [];
    },
    isAvailable: () => true,
    readCallback: undefined,
  };
  const polling = createSessionPolling({
    storage: {
      ...storage,
      async write(work) {
        if (isFull) throw new Error("the disk is full");
        const result = await storage.write(work);
        await committed;
        return result;
      },
    },
    clock,
    logger,
    randomBytes,
    failures: createFailureLog({ clock, logger }),
    announce: () => undefined,
    providers: { test: client, live: client },
    cardPages: { test: client, live: client },
    providerTimeoutMs: 1000,
  });
  return {
    polling,
    polledSessions,
    lines,
    /** Units of work commit, and their calls do not resolve until the returned function is called. */
    holdBack() {
      const gate = createGate();
      committed = gate.passed;
      return gate.open;
    },
    nextPoll: () => storage.read((records) => records.attempts.nextPoll()),
    fill: (full: boolean) => {
      isFull = full;
    },
  };
}

test("while nothing can be written, no provider is polled, each run tries a session once, and one line is logged", async () => {
  const { polling, polledSessions, lines, fill } = await open();
  fill(true);
  expect(await polling.startDue()).toBe(2);
  await polling.settled();
  // The next runs skip both sessions: a run that retried them immediately would loop without a pause.
  await expect.poll(() => polling.startDue()).toBe(0);
  await expect(polling.pollWithin("att_a", 1000)).resolves.toBe("failed");
  expect([polledSessions, lines]).toEqual([[], ["a poll of a provider could not be recorded"]]);
});

test("an awaited run reports the first error after every session was polled", async () => {
  const { polling, polledSessions, fill } = await open();
  fill(true);
  await expect(polling.pollDue()).rejects.toThrow("the disk is full");
  fill(false);
  expect(await polling.pollDue()).toBe(2);
  expect(polledSessions.sort()).toEqual(["session att_a", "session att_b"]);
  expect(await polling.pollDue()).toBe(0);
});

test("forty sessions that several runs find due at once are polled twenty at a time", async () => {
  const ids = Array.from({ length: 40 }, (_, number) => `att_${number}`);
  const { polling, polledSessions, holdBack, nextPoll } = await open(ids);
  const release = holdBack();
  let begun = 0;
  const startDue = async () => {
    begun += await polling.startDue();
    return begun;
  };
  await expect.poll(startDue).toBe(40);
  await expect.poll(nextPoll).toBeGreaterThan(noon + 1000);
  release();
  await polling.settled();
  expect(polledSessions.length).toBe(20);
});
