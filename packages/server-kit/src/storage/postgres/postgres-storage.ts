// The storage port on PostgreSQL 15 and later: for several instances of the service on one database.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type FieldNames, findUnknownFields } from "../../domain/known-fields.js";
import type { Records, Storage } from "../port.js";
import { requireCompatibleSchema } from "../schema-migration.js";
import { unavailable } from "../unavailable.js";
import { createAccountMailRecords } from "./account-mail-records.js";
import { createAlertRecords } from "./alert-records.js";
import { createApiKeyRecords } from "./api-key-records.js";
import { createArrivalRecords } from "./arrival-records.js";
import { createAttemptRecords } from "./attempt-records.js";
import { createAttentionRecords } from "./attention-records.js";
import { createAuditRecords } from "./audit-records.js";
import { createCounterRecords } from "./counter-records.js";
import type { Database } from "./database.js";
import { createDeliveryRecords } from "./delivery-records.js";
import { createPool, type LazyPool, type PostgresPool } from "./driver.js";
import { createEvidenceRecords } from "./evidence-records.js";
import { instancePrefix } from "./gone-instances.js";
import { createIdempotencyRecords } from "./idempotency-records.js";
import { createInitializeRecords } from "./initialize-records.js";
import { createInstances } from "./instances.js";
import { createListenerRecords } from "./listener-records.js";
import { createLogoRecords } from "./logo-records.js";
import { createMailRecords } from "./mail-records.js";
import { appliedOf, listMigrations, migrate, migrations } from "./migrate.js";
import { createOrderRecords } from "./order-records.js";
import { createPaymentRecords } from "./payment-records.js";
import { createPaymentSearchRecords } from "./payment-search-records.js";
import { createPostgresDatabase, type PostgresDatabase } from "./postgres-database.js";
import { asUnavailable } from "./postgres-errors.js";
import { createPrivacyRecords } from "./privacy-records.js";
import { createReceiptRecords } from "./receipt-records.js";
import { requireSession } from "./require-session.js";
import { createRetentionRecords } from "./retention-records.js";
import { createSecondFactorRecords } from "./second-factor-records.js";
import { createSettingRecords } from "./setting-records.js";
import { createStatementRecords } from "./statement-records.js";
import { createStoreRecords } from "./store-records.js";
import { createUserLinkRecords } from "./user-link-records.js";
import { createUserRecords } from "./user-records.js";
import { createWaitingAccountRecords } from "./waiting-account-records.js";
import { createWaitingRecords } from "./waiting-records.js";

export interface PostgresStorageOptions {
  /** `postgres://user:password@host:5432/database`; either this or `pool`. */
  connectionString?: string | undefined;
  /** A `Pool` of the package `pg`, which the host closes itself. */
  pool?: PostgresPool | undefined;
  /**
   * The address of the server itself, when `connectionString` or `pool` connects through a pooler in transaction mode: migrations, jobs and
   * the two listening connections of each instance need sessions. If omitted, they use the same connections as all other work, and opening
   * the storage fails behind a pooler in transaction mode.
   */
  listenConnectionString?: string | undefined;
  /** Schema of the tables, created when it is missing. Default: `payment_sessions`. */
  schema?: string | undefined;
  /**
   * Maximum number of connections of this instance for payments and panel, unless `pool` is given; default 10. Background work has six more.
   */
  maxConnections?: number | undefined;
}

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
  const recordsByDatabase = new WeakMap<Database, Records>();
  const background = createBackgroundPool(settings);
  const instances = createInstances({
    pool: background.pool,
    schema,
    id: `${instancePrefix}${hostname()}_${randomUUID()}`,
  });
  const planDeliveries = gatherDue((merchantIds) =>
    instances.jobs.plan(merchantIds.map((subject) => ({ task: "deliver", subject, delayMs: 0 }))),
  );

  async function openDatabase(): Promise<void> {
    const pool = "pool" in settings ? settings.pool : await createPool({ ...settings, isPipelined: true });
    const end = async () => {
      if (!("pool" in settings)) await pool.end();
    };
    try {
      const direct = await background.pool();
      await requireSession(direct, poolerAdvice);
      await migrate(direct, schema, Date.now());
    } catch (error) {
      await end();
      throw asUnavailable(error);
    }
    opened = { database: createPostgresDatabase(pool, schema, planDeliveries), end, pool };
  }

  function database(): PostgresDatabase {
    if (opened === undefined) throw new Error("The storage is not open: call open() first.");
    return opened.database;
  }

  function recordsOf(connection: Database): Records {
    let records = recordsByDatabase.get(connection);
    if (records === undefined) {
      records = createRecords(connection);
      recordsByDatabase.set(connection, records);
    }
    return records;
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
      const isStandby = await database().read(async (connection) => {
        await connection.first("SELECT name FROM migrations LIMIT 1");
        return (await connection.first("SELECT pg_is_in_recovery() AS standby"))?.standby === true;
      });
      if (isStandby) throw unavailable(new Error("The database server is a read-only standby."));
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

type Settings = { schema: string; listenConnectionString: string | undefined } & (
  | { pool: PostgresPool }
  | { connectionString: string; max: number; connectionTimeoutMs: number }
);

const poolerAdvice =
  "Migrations and background work take locks and listen, which it does not keep: set listenConnectionString (on the command line " +
  "--database-listen-url) to the address of the server itself. connectionString or pool may go on leading to the pooler.";

/** Two listen, four run short statements. */
export const backgroundConnections = 6;

/** Separate connections for background work, created on first use, so that payments and background work never wait for each other. */
function createBackgroundPool(settings: Settings): { pool: LazyPool; end(): Promise<void> } {
  const connectionString =
    settings.listenConnectionString ?? ("connectionString" in settings ? settings.connectionString : undefined);
  let made: Promise<PostgresPool> | undefined;
  return {
    pool() {
      if (connectionString === undefined && "pool" in settings) return Promise.resolve(settings.pool);
      made ??= createPool({
        connectionString: connectionString ?? "",
        max: backgroundConnections,
        connectionTimeoutMs,
      });
      return made;
    },
    async end() {
      const ending = made;
      made = undefined;
      await (await ending?.catch(() => undefined))?.end();
    },
  };
}

/** Collects stores while the previous plan is written, so that many commits cost one statement. A failed plan is made up for by the leader's next check, within a second. */
function gatherDue(plan: (merchantIds: readonly string[]) => Promise<void>): (merchantIds: readonly string[]) => void {
  const gathered = new Set<string>();
  let isPlanning = false;

  async function planAll(): Promise<void> {
    while (gathered.size > 0) {
      const merchantIds = [...gathered];
      gathered.clear();
      await plan(merchantIds).catch(() => undefined);
    }
    isPlanning = false;
  }

  return (merchantIds) => {
    for (const merchantId of merchantIds) gathered.add(merchantId);
    if (isPlanning || gathered.size === 0) return;
    isPlanning = true;
    setImmediate(() => void planAll());
  };
}

/** How long a unit of work waits for a free connection before its caller gets a 503. */
const connectionTimeoutMs = 5000;

function requireSettings(options: PostgresStorageOptions): Settings {
  const [unknown] = findUnknownFields(options, {
    connectionString: true,
    pool: true,
    listenConnectionString: true,
    schema: true,
    maxConnections: true,
  } satisfies FieldNames<PostgresStorageOptions>);
  if (unknown !== undefined) throw new Error(`postgresStorage: ${unknown.path} ${unknown.message}`);
  const { connectionString, listenConnectionString, pool, schema = "payment_sessions" } = options ?? {};
  const { maxConnections: max = 10 } = options ?? {};
  if (typeof schema !== "string" || !/^[A-Za-z_][\w]{0,62}$/.test(schema)) {
    throw new Error("postgresStorage: schema must be a name of letters, digits and underscores, 63 at most.");
  }
  if (!Number.isInteger(max) || max < 2)
    throw new Error("postgresStorage: maxConnections must be an integer of 2 or more.");
  if (listenConnectionString !== undefined && !isConnectionString(listenConnectionString)) {
    throw new Error("postgresStorage: listenConnectionString must begin with postgres://.");
  }
  if (pool !== undefined && connectionString === undefined) return { schema, pool, listenConnectionString };
  // The message must not contain the value: it may contain a password.
  if (pool !== undefined || !isConnectionString(connectionString)) {
    throw new Error(
      "postgresStorage needs { connectionString } that begins with postgres://, or { pool } of the package pg.",
    );
  }
  return { schema, connectionString, listenConnectionString, max, connectionTimeoutMs };
}

function isConnectionString(value: unknown): value is string {
  return typeof value === "string" && /^postgres(?:ql)?:\/\//.test(value);
}

function createRecords(connection: Database): Records {
  return {
    stores: createStoreRecords(connection),
    apiKeys: createApiKeyRecords(connection),
    payments: createPaymentRecords(connection),
    attempts: createAttemptRecords(connection),
    evidence: createEvidenceRecords(connection),
    arrivals: createArrivalRecords(connection),
    receipts: createReceiptRecords(connection),
    alerts: createAlertRecords(connection),
    attention: createAttentionRecords(connection),
    deliveries: createDeliveryRecords(connection),
    idempotency: createIdempotencyRecords(connection),
    listeners: createListenerRecords(connection),
    orders: createOrderRecords(connection),
    counters: createCounterRecords(connection),
    mails: createMailRecords(connection),
    audit: createAuditRecords(connection),
    users: createUserRecords(connection),
    secondFactors: createSecondFactorRecords(connection),
    userLinks: createUserLinkRecords(connection),
    accountMails: createAccountMailRecords(connection),
    waitingAccounts: createWaitingAccountRecords(connection),
    logos: createLogoRecords(connection),
    settings: createSettingRecords(connection),
    waiting: createWaitingRecords(connection),
    statements: createStatementRecords(connection),
    paymentSearch: createPaymentSearchRecords(connection),
    initialize: createInitializeRecords(connection),
    retention: createRetentionRecords(connection),
    privacy: createPrivacyRecords(connection),
  };
}
