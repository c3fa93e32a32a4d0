// Tests hosts that run due work by cron: without background work, their runs must complete what a killed
// instance left unfinished.
import pg from "pg";
import { expect, test } from "vitest";
import { instanceLockClass } from "../../src/storage/postgres/advisory-locks.js";
import { createInstances } from "../../src/storage/postgres/instances.js";
import { openDeliveryHarness } from "../delivery/delivery-harness.js";
import { createDatabase } from "../storages.js";
import { createTestPool } from "./test-pool.js";

test("on PostgreSQL, whose turns are rows: runDue takes over the store's turn and the interrupted send of a dead instance", async () => {
  const database = await createDatabase("PostgreSQL");
  const harness = await openDeliveryHarness({ storage: database.storage() });
  await harness.addStore();
  await harness.addPayment("pay_d1");
  await harness.addPayment("pay_d2");
  await harness.addDelivery("d1");
  await harness.addDelivery("d2", {
    state: "sending",
    attemptCount: 1,
    claim: { token: "lost", owner: "instance_killed", leaseUntil: harness.clock.time + 45_000, isManual: false },
  });
  const client = new pg.Client({ connectionString: database.address });
  await client.connect();
  await client.query(
    "INSERT INTO payment_sessions.endpoint_turns (merchant_id, owner) VALUES ('shop', 'instance_killed')",
  );
  await client.end();
  const work = harness.createWork();
  await work.runDue();
  expect([(await harness.find("d1")).state, (await harness.find("d2")).state]).toEqual(["delivered", "delivered"]);
  await work.stop();
  await harness.storage.close();
  await database.remove();
});

test("on PostgreSQL, whose connections outlive a suspended process: a suspended instance is disconnected, and its turns are released", async () => {
  const database = await createDatabase("PostgreSQL");
  const harness = await openDeliveryHarness({ storage: database.storage() });
  await harness.addStore();
  const suspended = new pg.Client({ connectionString: database.address });
  const isCutOff = new Promise((resolve) => suspended.once("end", resolve));
  suspended.on("error", () => undefined);
  await suspended.connect();
  await suspended.query(
    "INSERT INTO payment_sessions.endpoint_turns (merchant_id, owner) VALUES ('shop', 'instance_a')",
  );
  await suspended.query("SELECT pg_advisory_lock($1, hashtext('payment_sessions/instance_a'))", [instanceLockClass]);
  const pool = createTestPool({ connectionString: database.address });
  const instances = createInstances({
    pool: async () => pool,
    schema: "payment_sessions",
    id: "instance_b",
    suspendedAfterMs: 200,
  });
  await instances.join();
  expect(await instances.turns.take(["shop"])).toEqual([]);
  await pool.query("SELECT pg_sleep(0.25)");
  expect(await instances.releaseGone({ waitsForGracePeriod: true })).toEqual(["instance_a"]);
  await isCutOff;
  expect(await instances.turns.take(["shop"])).toEqual(["shop"]);
  await instances.leave();
  await pool.end();
  await harness.storage.close();
  await database.remove();
});
