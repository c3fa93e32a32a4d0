// payment-sessions prune: counts, removes, shrinks the file, and says which words it takes.
import { expect, test } from "vitest";
import { sqliteStorage } from "../../src/index.js";
import { openBench } from "../delivery/delivery-bench.js";
import { commandLineOn, freshDatabase } from "./call-command-line.js";

test("O10: prune counts with --dry-run, removes without it, and rewrites the file with --compact", async () => {
  const database = freshDatabase();
  const { json, call } = commandLineOn(database);
  const old = Date.UTC(2020, 0, 1);
  const bench = await openBench({ storage: sqliteStorage({ filename: database }) });
  await bench.addDelivery("d1", { state: "delivered", createdAt: old, finishedAt: old, nextAttemptAt: undefined });
  await bench.storage.close();

  const dry = await json("prune", "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0, document: { dryRun: true, removed: { deliveries: 1, audit: 0 } } });
  const kept = await json("prune", "--retention", "deliveries=forever");
  expect(kept).toMatchObject({ document: { removed: { deliveries: 0 } } });
  const done = await json("prune", "--compact");
  expect(done).toMatchObject({
    exitCode: 0,
    document: { dryRun: false, removed: { deliveries: 1 }, bytesAfter: expect.any(Number) },
  });
  expect((await call("prune")).out).toMatch(/deliveries +0/);
  for (const wrong of ["deliveries", "deliveries=x", "delivery=3", "deliveries=3"]) {
    expect(await call("prune", "--retention", wrong)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining("etention"),
    });
  }
  expect(await call("prune", "--compact", "--dry-run")).toMatchObject({ exitCode: 2 });
});
