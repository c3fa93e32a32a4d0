// payment-sessions prune: counts, removes, shrinks the file, and refuses unknown kinds.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDeliveryHarness } from "../delivery/delivery-harness.js";
import { storageName } from "../storages.js";
import { commandLineIn, commandLineOn, freshDatabase, freshFile, storageOn } from "./call-command-line.js";

async function furnished() {
  const database = await freshDatabase();
  const old = Date.UTC(2020, 0, 1);
  const harness = await openDeliveryHarness({ storage: storageOn(database) });
  await harness.addDelivery("d1", { state: "delivered", createdAt: old, finishedAt: old, nextAttemptAt: undefined });
  await harness.storage.close();
  return { database, ...commandLineOn(database) };
}

test("O10: prune counts with --dry-run, and removes without it", async () => {
  const { json, call } = await furnished();
  const dry = await json("prune", "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0, document: { dryRun: true, removed: { deliveries: 1, audit: 0 } } });
  const kept = await json("prune", "--retention", "deliveries=forever");
  expect(kept).toMatchObject({ document: { removed: { deliveries: 0 } } });
  const done = await json("prune");
  expect(done).toMatchObject({ exitCode: 0, document: { dryRun: false, removed: { deliveries: 1 } } });
  expect((await call("prune")).out).toMatch(/deliveries +0/);
  for (const wrong of ["deliveries", "deliveries=x", "delivery=3", "deliveries=3"]) {
    expect(await call("prune", "--retention", wrong)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining("etention"),
    });
  }
  expect(await call("prune", "--compact", "--dry-run")).toMatchObject({ exitCode: 2 });
});

test("O10: what the configuration file keeps for ever is kept when --retention sets another kind", async () => {
  const { database } = await furnished();
  const folder = dirname(freshFile());
  const config = "export default { retention: { deliveriesDays: false } };";
  writeFileSync(join(folder, "payment-sessions.config.mjs"), config);
  const { json } = commandLineIn(folder, { PAYMENT_SESSIONS_DATABASE: database });
  const other = await json("prune", "--retention", "audit=60");
  expect(other).toMatchObject({ exitCode: 0, document: { removed: { deliveries: 0 } } });
  const same = await json("prune", "--retention", "deliveries=60");
  expect(same).toMatchObject({ exitCode: 0, document: { removed: { deliveries: 1 } } });
});

describe.runIf(storageName === "SQLite")("on SQLite, whose file shrinks only when it is rewritten", () => {
  test("O10: prune rewrites the file with --compact", async () => {
    const { json } = await furnished();
    expect(await json("prune", "--compact")).toMatchObject({
      exitCode: 0,
      document: { removed: { deliveries: 1 }, bytesAfter: expect.any(Number) },
    });
  });
});
