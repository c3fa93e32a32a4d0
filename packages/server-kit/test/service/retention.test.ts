// Tests how long records are kept: the option, the method, housekeeping, and the size of the file.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService, type RetentionOptions, sqliteStorage } from "../../src/index.js";
import { compactSqlite } from "../../src/storage/sqlite/free-pages.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, pendingDelivery, sampleDeliveryAttempt } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const day = 86_400_000;

function serviceOn(storage: ReturnType<typeof freshStorage>, retention?: RetentionOptions) {
  const controls = { now: startOfTime };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    logger: silentLogger,
    clock: { now: () => controls.now },
    ...(retention && { retention }),
  });
  return { service, controls };
}

async function fill(storage: ReturnType<typeof freshStorage>, count: number) {
  await storage.write(async (records) => {
    for (let number = 0; number < count; number += 1) {
      const paymentId = `pay_${number}`;
      await records.payments.insert(
        barePayment({ paymentId, orderId: paymentId, state: "settled", updatedAt: startOfTime }),
      );
      const delivery = { paymentId, state: "delivered", finishedAt: startOfTime } as const;
      await records.deliveries.insert(pendingDelivery(`d${number}`, undefined, delivery));
      await records.deliveries.recordAttempt(
        sampleDeliveryAttempt({
          deliveryId: `d${number}`,
          attempt: 1,
          startedAt: startOfTime,
          responseExcerpt: "x".repeat(4096),
        }),
      );
    }
  });
}

test("O10: deliveries are deleted after 180 days and excerpts after 30 unless the option says otherwise, by verb and by housekeeping", async () => {
  const storage = freshStorage();
  const { service, controls } = serviceOn(storage);
  await service.runDue();
  await fill(storage, 500);
  const progress: [string, number][] = [];
  const counts = () => storage.read((records) => records.deliveries.countByState());

  controls.now += 29 * day;
  expect(Object.values(await service.prune()).every((count) => count === 0)).toBe(true);
  controls.now += 2 * day;
  expect(await service.prune({ dryRun: true })).toMatchObject({ deliveryExcerpts: 500, deliveries: 0 });
  expect(await service.prune({ onProgress: (kind, count) => progress.push([kind, count]) })).toMatchObject({
    deliveryExcerpts: 500,
  });
  expect(progress).toEqual([
    ["deliveryExcerpts", 200],
    ["deliveryExcerpts", 400],
    ["deliveryExcerpts", 500],
  ]);
  expect(await counts()).toEqual({ delivered: 500 });

  controls.now += 150 * day;
  expect(await service.prune({ dryRun: true })).toMatchObject({ deliveries: 500 });
  expect(await counts()).toEqual({ delivered: 500 });
  await service.runDue();
  expect(await counts()).toEqual({});
  expect(await service.payments.list({ limit: 1000 })).toHaveLength(500);
  await service.stop();
});

test("O10: a kind that is kept for ever is never pruned, and each kind has its own time", async () => {
  const storage = freshStorage();
  const { service, controls } = serviceOn(storage, { deliveriesDays: false, deliveryExcerptsDays: 5 });
  await service.runDue();
  await fill(storage, 3);
  controls.now += 6 * day;
  expect(await service.prune()).toMatchObject({ deliveryExcerpts: 3, deliveries: 0 });
  controls.now += 9999 * day;
  expect(await service.prune()).toMatchObject({ deliveries: 0 });
  await service.stop();
});

test("O10: other units of work run while much is pruned", async () => {
  const storage = freshStorage();
  const { service, controls } = serviceOn(storage);
  await service.runDue();
  await fill(storage, 1000);
  controls.now += 200 * day;
  let isDone = false;
  const pruning = service.prune().finally(() => {
    isDone = true;
  });
  let between = 0;
  for (; !isDone; between += 1) await storage.write((records) => records.settings.put("between", String(between)));
  expect(await pruning).toMatchObject({ deliveries: 1000, deliveryExcerpts: 1000 });
  expect(between).toBeGreaterThanOrEqual(10);
  await service.stop();
});

test.each([
  [{ deliveriesDays: 5 }, "retention.deliveriesDays must be false, or a whole number of days, 30 or more; got 5"],
  [{ auditDays: "90" }, "retention.auditDays"],
  [{ historyDays: 365.5 }, "retention.historyDays"],
  [{ delivery: 30 }, "retention.delivery"],
])("O10: the retention %j is refused", (retention, message) => {
  // Wrong on purpose.
  expect(() => serviceOn(freshStorage(), retention as RetentionOptions)).toThrow(message);
});

test("O10: a SQLite file shrinks after pruning; a file of an earlier version does after it was rewritten once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-pages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const filename = join(folder, "payments.db");
  const storage = sqliteStorage({ filename });
  const { service, controls } = serviceOn(storage);
  await service.runDue();
  await fill(storage, 3000);
  await storage.maintain();
  const full = (await stat(filename)).size;
  controls.now += 200 * day;
  await service.prune();
  // Fewer than four megabytes of free pages are not returned: later writes use them.
  expect((await stat(filename)).size).toBeLessThan(full - 4_000_000);
  await service.stop();

  const connection = new Sqlite(filename);
  connection.pragma("auto_vacuum = NONE");
  connection.exec("VACUUM");
  connection.close();
  const { bytesBefore, bytesAfter } = compactSqlite(filename);
  expect(bytesAfter).toBeLessThanOrEqual(bytesBefore + 8192);
  const again = new Sqlite(filename);
  expect(again.pragma("auto_vacuum", { simple: true })).toBe(2);
  expect(again.pragma("integrity_check", { simple: true })).toBe("ok");
  again.close();
});
