// Conformance tests of waiting rows when the clock was set back or was ahead: all of them are moved, and
// published times are kept.
import { expect, test } from "vitest";
import type { Storage } from "../../../src/storage/port.js";
import type { Harness } from "./harness.js";
import {
  bareAttempt,
  barePayment,
  noon,
  pendingDelivery,
  sampleKey,
  sampleMail,
  sampleStore,
} from "./sample-records.js";

const hour = 3_600_000;

export function testWaiting({ withStore, fresh }: Harness): void {
  test("the latest clock time is undefined at first, and stored even when it is earlier than before", async () => {
    const { storage } = await fresh();
    expect(await storage.read((records) => records.waiting.latestMoment())).toBeUndefined();
    for (const moment of [noon, noon - hour]) {
      await storage.write((records) => records.waiting.keepLatestMoment(moment));
      expect(await storage.read((records) => records.waiting.latestMoment())).toBe(moment);
    }
  });

  test("all waiting rows move by the same time, and ended rows and published times stay", async () => {
    const { write, read } = await withStore();
    const claim = { token: "t", owner: "o", leaseUntil: noon + 45_000, isManual: false };
    const scope = { merchantId: "shop_1", environment: "live" as const, route: "r", key: "runs" };
    await write(async (records) => {
      await records.apiKeys.insert(sampleKey());
      await records.payments.insert(barePayment());
      for (const delivery of [
        pendingDelivery("retry", noon + hour, { scheduledCount: 3, attemptCount: 3 }),
        pendingDelivery("by hand", noon + hour, { manualSendAt: noon + 1, scheduledCount: 1, attemptCount: 1 }),
        pendingDelivery("sending", noon - 1, { state: "sending", claim }),
        pendingDelivery("ended", undefined, { state: "delivered", finishedAt: noon }),
        pendingDelivery("parked", undefined, { state: "parked" }),
      ]) {
        await records.deliveries.insert(delivery);
      }
      const attempt = bareAttempt({ paymentId: "pay_bare", leaseUntil: noon + 20_000, expiresAt: noon + 9 });
      await records.attempts.insert({ ...attempt, attemptId: "polled", nextPollAt: noon + 10, pollCount: 1 });
      await records.attempts.insert({ ...attempt, attemptId: "opening", status: "opening" });
      const mail = sampleMail({ nextAttemptAt: undefined, claimedUntil: undefined, sentAt: undefined });
      for (const [mailId, changes] of [
        ["waits", { nextAttemptAt: noon + 5, claimedUntil: noon + 7 }],
        ["just sent", { sentAt: noon - hour + 1 }],
        ["long sent", { sentAt: noon - hour }],
      ] as const) {
        await records.mails.insert({ ...mail, mailId, uniqueKey: mailId, ...changes });
      }
      const call = { bodyHash: "b", runningUntil: noon + 30_000, expiresAt: noon + 24 * hour };
      await records.idempotency.put({ ...scope, ...call, outcome: undefined });
      await records.idempotency.put({ ...scope, ...call, key: "responded", outcome: { a: 1 } });
      await records.counters.put("calls", 0, noon, noon + 60_000);
    });

    const held = await write((records) => records.waiting.beginMove({ byMs: 2 * hour, latest: noon }));
    expect(held).toBe(1);
    expect(await finishMove(write, { now: noon - 2 * hour, limit: 100 })).toBe(4);

    const deliveries = await read(async (records) =>
      Promise.all(
        ["retry", "by hand", "sending", "ended", "parked"].map(async (id) => {
          const { nextAttemptAt, manualSendAt, claim: held, finishedAt } = (await records.deliveries.find(id)) ?? {};
          return [nextAttemptAt, manualSendAt, held?.leaseUntil, finishedAt];
        }),
      ),
    );
    expect(deliveries).toEqual([
      [noon - hour, undefined, undefined, undefined],
      [noon - hour, noon + 1 - 2 * hour, undefined, undefined],
      [noon - 1 - 2 * hour, undefined, noon + 45_000 - 2 * hour, undefined],
      [undefined, undefined, undefined, noon],
      [undefined, undefined, undefined, undefined],
    ]);
    const rest = await read(async (records) => ({
      polled: await records.attempts.find("polled"),
      opening: await records.attempts.find("opening"),
      due: await records.mails.listDue(noon, 9),
      recent: await records.mails.messagesSince("shop_1", noon - 3 * hour),
      runs: await records.idempotency.find(scope),
      responded: await records.idempotency.find({ ...scope, key: "responded" }),
      counter: await records.counters.find("calls"),
      payment: await records.payments.find("pay_bare"),
      key: await records.apiKeys.find("key_1"),
      store: await records.stores.find("shop_1"),
    }));
    expect(rest).toMatchObject({
      polled: { nextPollAt: noon + 10 - 2 * hour, expiresAt: noon + 9 },
      opening: { leaseUntil: noon + 20_000 - 2 * hour, nextPollAt: undefined },
      due: [{ mailId: "waits", nextAttemptAt: noon + 5 - 2 * hour, claimedUntil: noon + 7 - 2 * hour }],
      recent: { firstAt: noon + 1 - 3 * hour },
      runs: { runningUntil: noon + 30_000 - 2 * hour, expiresAt: noon + 24 * hour },
      responded: { runningUntil: noon + 30_000, expiresAt: noon + 24 * hour },
      counter: { value: 0, updatedAt: noon - 2 * hour },
      payment: { expiresAt: barePayment().expiresAt, createdAt: noon },
      key: sampleKey(),
      store: sampleStore(),
    });
  });

  test("O8: a move in slices moves each row once, however many are due at the same time, and ends by itself", async () => {
    const { write, read } = await withStore();
    const ids = Array.from({ length: 25 }, (_, number) => `d${number}`);
    await write(async (records) => {
      // Ten at one time, and times closer to each other than the distance of the move.
      for (const [number, id] of ids.entries()) {
        const isRetry = number % 5 === 0;
        await records.deliveries.insert(
          pendingDelivery(id, noon + Math.max(0, number - 10), isRetry ? { scheduledCount: 1, attemptCount: 1 } : {}),
        );
      }
      for (const name of ["a", "b", "c"]) await records.counters.put(name, 1, noon, noon + hour);
    });
    expect(await read((records) => records.waiting.isMoving())).toBe(false);
    expect(await write((records) => records.waiting.beginMove({ byMs: 7, latest: noon }))).toBe(0);
    expect(await read((records) => records.waiting.isMoving())).toBe(true);
    await expect(write((records) => records.waiting.beginMove({ byMs: 7, latest: noon }))).rejects.toThrow();
    expect(await write((records) => records.waiting.moveSlice({ now: noon - 7, limit: 4 }))).toBe(4);
    expect(await finishMove(write, { now: noon - 7, limit: 4 })).toBe(21);
    expect(await read((records) => records.waiting.isMoving())).toBe(false);
    expect(await write((records) => records.waiting.moveSlice({ now: noon, limit: 4 }))).toBeUndefined();
    const found = await read((records) => Promise.all(ids.map((id) => records.deliveries.find(id))));
    expect(found.map((delivery) => delivery?.nextAttemptAt)).toEqual(
      ids.map((_, number) => noon + Math.max(0, number - 10) - 7),
    );
    for (const name of ["a", "b", "c"]) {
      expect(await read((records) => records.counters.find(name))).toMatchObject({ updatedAt: noon - 7 });
    }
  });

  test("O8: times written between two slices stay, and the unchanged times of such a row are moved", async () => {
    const { write, read } = await withStore();
    const later = noon + 24 * hour;
    await write(async (records) => {
      await records.payments.insert(barePayment());
      for (const id of ["first", "resend requested", "claimed", "ended", "left"]) {
        const moment = id === "first" ? noon : later;
        await records.deliveries.insert(pendingDelivery(id, moment, { scheduledCount: 1, attemptCount: 1 }));
      }
      const attempt = bareAttempt({ paymentId: "pay_bare" });
      await records.attempts.insert({ ...attempt, attemptId: "polled", nextPollAt: later, pollCount: 1 });
      await records.attempts.insert({ ...attempt, attemptId: "not polled", nextPollAt: later, pollCount: 1 });
    });
    await write((records) => records.waiting.beginMove({ byMs: hour, latest: noon }));
    // There are no first sends to move; the next slice moves one row.
    await write((records) => records.waiting.moveSlice({ now: noon - hour, limit: 1 }));
    await write((records) => records.waiting.moveSlice({ now: noon - hour, limit: 1 }));
    await write(async (records) => {
      const change = async (id: string, changes: object) => {
        const delivery = await records.deliveries.find(id);
        if (delivery) await records.deliveries.update({ ...delivery, ...changes }, undefined);
      };
      await records.deliveries.insert(pendingDelivery("new", later, { scheduledCount: 1, attemptCount: 1 }));
      await change("first", { nextAttemptAt: later });
      await change("resend requested", { manualSendAt: later + 1 });
      await change("claimed", {
        state: "sending",
        claim: { token: "t", owner: "o", leaseUntil: noon + 45_000, isManual: false },
      });
      await change("ended", { state: "delivered", nextAttemptAt: undefined, finishedAt: noon });
      const attempt = await records.attempts.find("polled");
      if (attempt) await records.attempts.update({ ...attempt, nextPollAt: later + 5 });
    });
    await finishMove(write, { now: noon - hour, limit: 1 });
    const found = await read(async (records) => {
      const times: Record<string, (number | undefined)[]> = {};
      for (const id of ["new", "first", "resend requested", "claimed", "ended", "left"]) {
        const delivery = await records.deliveries.find(id);
        times[id] = [delivery?.nextAttemptAt, delivery?.manualSendAt, delivery?.claim?.leaseUntil];
      }
      const polls = await Promise.all(
        ["polled", "not polled"].map(async (id) => (await records.attempts.find(id))?.nextPollAt),
      );
      return { times, polls };
    });
    expect(found).toEqual({
      times: {
        new: [later, undefined, undefined],
        first: [later, undefined, undefined],
        "resend requested": [later - hour, later + 1, undefined],
        claimed: [later - hour, undefined, noon + 45_000],
        ended: [undefined, undefined, undefined],
        left: [later - hour, undefined, undefined],
      },
      polls: [later + 5, later - hour],
    });
  });

  test("rows that a clock that was ahead wrote as due at once are due now; waits of the schedule stay", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      await records.payments.insert(barePayment());
      for (const delivery of [
        pendingDelivery("new", noon + hour),
        pendingDelivery("by hand", undefined, { state: "dead", attemptCount: 1, manualSendAt: noon + hour }),
        pendingDelivery("both", noon + 2 * hour, { attemptCount: 4, scheduledCount: 4, manualSendAt: noon + hour }),
        pendingDelivery("retry", noon + hour, { attemptCount: 1, scheduledCount: 1 }),
        pendingDelivery("went on after parking", noon + hour, { attemptCount: 5 }),
        pendingDelivery("within bounds", noon + 1000),
      ]) {
        await records.deliveries.insert(delivery);
      }
      const attempt = bareAttempt({ paymentId: "pay_bare", createdAt: noon + hour - 10_000 });
      await records.attempts.insert({ ...attempt, attemptId: "new", nextPollAt: noon + hour });
      await records.attempts.insert({ ...attempt, attemptId: "put off", createdAt: noon, nextPollAt: noon + hour });
      await records.attempts.insert({ ...attempt, attemptId: "polled", nextPollAt: noon + hour, pollCount: 1 });
      await records.attempts.insert({ ...attempt, attemptId: "within bounds", nextPollAt: noon + 12_000 });
    });
    const bounds = { now: noon, latest: noon + 2000, firstPollDelayMs: 10_000, limit: 2 };
    // Two of three sends and the poll, then the third send.
    expect(await write((records) => records.waiting.correctTimesAhead(bounds))).toBe(3);
    expect(await write((records) => records.waiting.correctTimesAhead(bounds))).toBe(1);
    expect(await write((records) => records.waiting.correctTimesAhead(bounds))).toBe(0);
    const found = await read(async (records) => {
      const times: Record<string, (number | undefined)[]> = {};
      for (const id of ["new", "by hand", "both", "retry", "went on after parking", "within bounds"]) {
        const delivery = await records.deliveries.find(id);
        times[id] = [delivery?.nextAttemptAt, delivery?.manualSendAt];
      }
      const polls = await Promise.all(
        ["new", "polled", "within bounds", "put off"].map(async (id) => (await records.attempts.find(id))?.nextPollAt),
      );
      return { times, polls };
    });
    expect(found).toEqual({
      times: {
        new: [noon, undefined],
        "by hand": [undefined, noon],
        both: [noon + 2 * hour, noon],
        retry: [noon + hour, undefined],
        "went on after parking": [noon + hour, undefined],
        "within bounds": [noon + 1000, undefined],
      },
      polls: [noon + 10_000, noon + hour, noon + 12_000, noon + hour],
    });
  });
}

/** Moves the remaining slices. @returns the number of moved rows. */
async function finishMove(write: Storage["write"], options: { now: number; limit: number }): Promise<number> {
  for (let moved = 0; ; ) {
    const slice = await write((records) => records.waiting.moveSlice(options));
    if (slice === undefined) return moved;
    moved += slice;
  }
}
