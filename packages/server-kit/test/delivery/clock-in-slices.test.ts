// Tests many waiting deliveries when the clock is set back: they are rescheduled in batches, so that other
// writes commit in between, and after a kill between two batches the next instance continues, so that each
// row moves once.
import { afterEach, expect, test } from "vitest";
import { createClockAdjuster } from "../../src/flows/adjust-to-clock.js";
import type { Storage } from "../../src/storage/port.js";
import { silentLogger } from "../silent-logger.js";
import { pendingDelivery } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";
import { startOfTime } from "./delivery-harness.js";

const hour = 3_600_000;
const waitingCount = 2600;

let storage: Storage;
afterEach(() => storage.close());

/** Deliveries that wait an hour and longer; the latest recorded time is `startOfTime`. */
async function openWithWaiting() {
  storage = freshStorage();
  await storage.open();
  const clock = { time: startOfTime, now: () => clock.time };
  const numbers = Array.from({ length: waitingCount }, (_, number) => number);
  await storage.write(async ({ deliveries, waiting: waits }) => {
    await Promise.all(
      numbers.map((number) => {
        const isRetry = number % 2 === 0;
        const progress = isRetry ? { scheduledCount: 1, attemptCount: 1 } : { attemptCount: 1 };
        return deliveries.insert(pendingDelivery(`d${number}`, startOfTime + hour + number, progress));
      }),
    );
    await waits.keepLatestMoment(startOfTime);
  });
  const read = () =>
    storage.read(({ deliveries }) =>
      Promise.all(numbers.map(async (number) => (await deliveries.find(`d${number}`))?.nextAttemptAt)),
    );
  const movedBy = (ms: number) => numbers.map((number) => startOfTime + hour + number - ms);
  return { clock, read, movedBy };
}

test("O8: while thousands of webhooks are moved after a clock was set back, other units write in between", async () => {
  const { clock, read, movedBy } = await openWithWaiting();
  clock.time -= 2 * hour;
  let isDone = false;
  const adjusting = createClockAdjuster({ storage, clock, logger: silentLogger })
    .adjust()
    .finally(() => {
      isDone = true;
    });
  let between = 0;
  while (!isDone) {
    await storage.write((records) => records.settings.put("between", String(between)));
    between += 1;
  }
  expect(await adjusting).toEqual({ hasGoneBack: true, moved: waitingCount });
  expect(between).toBeGreaterThanOrEqual(waitingCount / 500);
  expect(await read()).toEqual(movedBy(2 * hour));
});

test.each([1, 2, 4, 6, 9])(
  "O8: a move that is killed after %i slices is completed by the next process, and each row is moved once",
  async (slices) => {
    const { clock, read, movedBy } = await openWithWaiting();
    // Shorter than the time that the rows span: rows that moved lie between rows that did not.
    const backMs = 2001;
    clock.time -= backMs;
    let units = 0;
    const killed: Storage = {
      ...storage,
      write(work) {
        units += 1;
        // The first unit records the move; each further one moves a batch.
        return units > slices + 1 ? Promise.reject(new Error("killed")) : storage.write(work);
      },
    };
    const adjust = (on: Storage) => createClockAdjuster({ storage: on, clock, logger: silentLogger }).adjust();
    await expect(adjust(killed)).rejects.toThrow("killed");
    expect(await storage.read((records) => records.waiting.isMoving())).toBe(true);
    clock.time += 10;
    await adjust(storage);
    expect(await storage.read((records) => records.waiting.isMoving())).toBe(false);
    expect(await read()).toEqual(movedBy(backMs));
    await adjust(storage);
    expect(await read()).toEqual(movedBy(backMs));
  },
);

test("O8: an adjuster whose move failed still reports that the clock was set back", async () => {
  const { clock } = await openWithWaiting();
  let isFailing = false;
  let units = 0;
  const flaky: Storage = {
    ...storage,
    write(work) {
      units += 1;
      return isFailing && units > 3 ? Promise.reject(new Error("locked")) : storage.write(work);
    },
  };
  const adjuster = createClockAdjuster({ storage: flaky, clock, logger: silentLogger });
  await adjuster.adjust();
  clock.time -= hour;
  isFailing = true;
  units = 0;
  await expect(adjuster.adjust()).rejects.toThrow("locked");
  isFailing = false;
  expect(await adjuster.adjust()).toMatchObject({ hasGoneBack: true });
  expect(await adjuster.adjust()).toMatchObject({ hasGoneBack: false });
});

test("O8: rows written by a clock that was ahead are corrected in slices too", async () => {
  storage = freshStorage();
  await storage.open();
  await storage.write(async ({ deliveries }) => {
    for (let number = 0; number < 1200; number += 1)
      await deliveries.insert(pendingDelivery(`d${number}`, startOfTime + hour));
  });
  let units = 0;
  const counting: Storage = {
    ...storage,
    write(work) {
      units += 1;
      return storage.write(work);
    },
  };
  const clock = { now: () => startOfTime };
  const { moved } = await createClockAdjuster({ storage: counting, clock, logger: silentLogger }).adjust();
  expect(moved).toBe(1200);
  expect(units).toBeGreaterThanOrEqual(3);
  for (const id of ["d0", "d1199"])
    expect(await storage.read((records) => records.deliveries.find(id))).toMatchObject({ nextAttemptAt: startOfTime });
});
