// Tests the names of an instance: others see each of them whatever the moment at which it is registered.
import { expect, test } from "vitest";
import { instanceLockClass } from "../../src/storage/postgres/advisory-locks.js";
import { createInstanceSession } from "../../src/storage/postgres/instance-session.js";
import { createGate } from "../gate.js";
import { closeAfterTest } from "../loopback.js";
import { createMigratedDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";

test("a name that is registered or removed while a connection is prepared is locked or unlocked on it", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const pool = createTestPool({ connectionString, max: 3 });
  closeAfterTest(() => pool.end());
  const preparing = createGate();
  const prepared = createGate();
  const session = createInstanceSession({
    // A client of the package pg has every method that is used.
    connect: async () => (await pool.connect()) as never,
    schema: "payment_sessions",
    async onOpened() {
      preparing.open();
      await prepared.passed;
    },
  });
  closeAfterTest(() => session.close());
  const isLocked = async (name: string) => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database()
       WHERE locktype = 'advisory' AND classid = $1 AND objid = (hashtext($2)::bigint & 4294967295)::oid AND granted`,
      [instanceLockClass, `payment_sessions/${name}`],
    );
    return rows.length > 0;
  };

  await session.registerName("first");
  await session.registerName("gone");
  const opening = session.open();
  await preparing.passed;
  await session.registerName("second");
  await session.unregisterName("gone");
  prepared.open();
  await opening;
  expect(session.isOpen()).toBe(true);
  expect(await Promise.all(["first", "second", "gone"].map(isLocked))).toEqual([true, true, false]);
  await session.registerName("second");
  await session.unregisterName("second");
  expect(await isLocked("second")).toBe(false);
});
