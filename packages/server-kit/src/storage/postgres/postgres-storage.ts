// The storage port on PostgreSQL 15 and later: for several instances of the service on one database.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { createBatches } from "../batches.js";
import type { Storage } from "../port.js";
import { recordsByConnection } from "../records-by-connection.js";
import { requireCompatibleSchema } from "../schema-migration.js";
import { createBackgroundPool } from "./background-pool.js";
import { createPool, type PostgresPool } from "./driver.js";
import { instancePrefix } from "./gone-instances.js";
import { createInstances } from "./instances.js";
import { appliedOf, listMigrations, migrate, migrations } from "./migrate.js";
import { createPostgresDatabase, type PostgresDatabase } from "./postgres-database.js";
import { asUnavailable, standbyError } from "./postgres-errors.js";
import { type PostgresStorageOptions, requireSettings } from "./postgres-settings.js";
import { createRecords } from "./records.js";
import { requireSession } from "./require-session.js";

/**
 * Stores everything in one schema of a PostgreSQL database, which any number of instances may share.
 * Requires the packages `pg` and `graphile-worker`; connects when the service starts.
 *
 * @example
 * const storage = postgresStorage({ connectionString: process.env.DATABASE_URL });
 * const service = createPaymentService({ baseUrl, storage });
 *
 * @throws Error for options without a database, and for unknown or invalid options.
 */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  const settings = requireSettings(options);
  const { schema } = settings;
  let opening: Promise<void> | undefined;
  let opened: Opened | undefined;
  const recordsOf = recordsByConnection(createRecords);
  const background = createBackgroundPool(settings);
  const instances = createInstances({
    pool: background.pool,
    schema,
    id: `${instancePrefix}${hostname()}_${randomUUID()}`,
  });
  const planDelivery = createBatches<string>(async (merchantIds) => {
    const jobs = [...new Set(merchantIds)].map((subject) => ({ task: "deliver" as const, subject, delayMs: 0 }));
    // A failed plan is made up for by the leader's next check, within a second.
    await instances.jobs.plan(jobs).catch(() => undefined);
  });

  async function openDatabase(): Promise<void> {
    const pool = "pool" in settings ? settings.pool : await createPool({ ...settings, isPipelined: true });
    const end = async () => {
      if (!("pool" in settings)) await pool.end();
    };
    try {
      await background.onMigrationPool(async (direct) => {
        await requireSession(direct, poolerAdvice);
        await migrate(direct, schema, Date.now());
      });
      // For instances that are not started; the others measure again. Fails on a standby, which serves reads.
      await instances.time.measure().catch(() => undefined);
    } catch (error) {
      await end();
      throw asUnavailable(error);
    }
    opened = { database: createPostgresDatabase(pool, schema, planDelivery), end, pool };
  }

  function database(): PostgresDatabase {
    if (opened === undefined) throw new Error("The storage is not open: call open() first.");
    return opened.database;
  }

  return {
    instances,
    async open() {
      opening ??= openDatabase();
      const current = opening;
      await current.catch((error: unknown) => {
        if (opening === current) opening = undefined;
        throw error;
      });
    },
    async close() {
      await opening;
      const closing = opened;
      opened = undefined;
      opening = undefined;
      await closing?.database.drained();
      await instances.leave();
      await background.end();
      await closing?.end();
    },
    connections() {
      const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = opened?.pool ?? {};
      return { total, idle, waiting };
    },
    write: async (work, options) => database().write((connection) => work(recordsOf(connection)), options),
    read: async (work, options) => database().read((connection) => work(recordsOf(connection)), options),
    async ping() {
      await database().read(async (connection) => {
        await connection.first("SELECT name FROM migrations LIMIT 1");
        // Thrown within the read, so that its connection is closed.
        if ((await connection.first("SELECT pg_is_in_recovery() AS standby"))?.standby === true) throw standbyError();
      });
    },
    async migrations() {
      const applied = await database().read((connection) =>
        connection.all("SELECT name, checksum, older_versions_since FROM migrations"),
      );
      const byName = appliedOf(applied);
      // A newer version may have migrated it since this instance started.
      requireCompatibleSchema(byName, migrations);
      return listMigrations(new Set(byName.keys()));
    },
    maintain: async () => {
      database();
      return { walBytes: 0 };
    },
  };
}

interface Opened {
  pool: PostgresPool;
  database: PostgresDatabase;
  end(): Promise<void>;
}

const poolerAdvice =
  "Migrations and background work need session locks and LISTEN, which such a pooler does not support: set listenConnectionString (on the command line " +
  "--database-listen-url) to the address of the server itself. connectionString or pool may still be that of the pooler.";
