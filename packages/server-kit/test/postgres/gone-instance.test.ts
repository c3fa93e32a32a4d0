// Hosts that run due work by cron have no background that takes up what a killed instance left.
import pg from "pg";
import { expect, test } from "vitest";
import { openBench } from "../delivery/delivery-bench.js";
import { createDatabase } from "../storages.js";

test("on PostgreSQL, whose turns are rows: runDue takes up the store's turn and the cut-off send of an instance that is gone", async () => {
  const database = await createDatabase("PostgreSQL");
  const bench = await openBench({ storage: database.storage() });
  await bench.addStore();
  await bench.addPayment("pay_d1");
  await bench.addPayment("pay_d2");
  await bench.addDelivery("d1");
  await bench.addDelivery("d2", {
    state: "sending",
    attemptCount: 1,
    claim: { token: "lost", owner: "instance_killed", leaseUntil: bench.clock.time + 45_000, isManual: false },
  });
  const client = new pg.Client({ connectionString: database.address });
  await client.connect();
  await client.query(
    "INSERT INTO payment_sessions.endpoint_turns (merchant_id, owner) VALUES ('shop', 'instance_killed')",
  );
  await client.end();
  const work = bench.createWork();
  await work.runDue();
  expect([(await bench.find("d1")).state, (await bench.find("d2")).state]).toEqual(["delivered", "delivered"]);
  await work.stop();
  await bench.storage.close();
  await database.remove();
});
