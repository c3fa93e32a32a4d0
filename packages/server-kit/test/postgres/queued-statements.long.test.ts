// Tests the time that statements have which are sent together on one connection.
import { expect, test } from "vitest";
import { createPool } from "../../src/storage/postgres/driver.js";
import { createPostgresDatabase } from "../../src/storage/postgres/postgres-database.js";
import { closeAfterTest } from "../loopback.js";
import { createMigratedDatabase } from "./server.js";

test("statements that wait behind one another on a connection get the time that the server allows them", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const pool = await createPool({ connectionString, max: 1, connectionTimeoutMs: 5000, isPipelined: true });
  closeAfterTest(() => pool.end());
  const slept = createPostgresDatabase(pool, "payment_sessions").read((records) =>
    Promise.all([9, 7].map((seconds) => records.all(`SELECT ${seconds} AS slept, pg_sleep(${seconds})`))),
  );
  expect((await slept).flat()).toMatchObject([{ slept: 9 }, { slept: 7 }]);
});
