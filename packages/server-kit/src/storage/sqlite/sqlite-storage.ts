// The storage port on one SQLite file: the default, for one machine.
import type Sqlite from "better-sqlite3";
import { type FieldNames, findUnknownFields } from "../../domain/known-fields.js";
import { createInitializeRecords } from "../initialize-records.js";
import type { Records, Storage } from "../port.js";
import { createAccountMailRecords } from "./account-mail-records.js";
import { createAlertRecords } from "./alert-records.js";
import { createApiKeyRecords } from "./api-key-records.js";
import { createArrivalRecords } from "./arrival-records.js";
import { createAttemptRecords } from "./attempt-records.js";
import { createAttentionRecords } from "./attention-records.js";
import { createAuditRecords } from "./audit-records.js";
import { backUpSqlite } from "./back-up.js";
import { checkpointOf } from "./checkpoints.js";
import { createCounterRecords } from "./counter-records.js";
import type { Database } from "./database.js";
import { createDeliveryRecords } from "./delivery-records.js";
import { createEvidenceRecords } from "./evidence-records.js";
import { giveBackFreePages } from "./free-pages.js";
import { createIdempotencyRecords } from "./idempotency-records.js";
import { createListenerRecords } from "./listener-records.js";
import { createLogoRecords } from "./logo-records.js";
import { createMailRecords } from "./mail-records.js";
import { listMigrations, migrate } from "./migrate.js";
import { createOrderRecords } from "./order-records.js";
import { createPaymentRecords } from "./payment-records.js";
import { createPaymentSearchRecords } from "./payment-search-records.js";
import { createPrivacyRecords } from "./privacy-records.js";
import { createReceiptRecords } from "./receipt-records.js";
import { createRetentionRecords } from "./retention-records.js";
import { createSecondFactorRecords } from "./second-factor-records.js";
import { createSettingRecords } from "./setting-records.js";
import { openSqliteDatabase, type SqliteDatabase } from "./sqlite-database.js";
import { isBusy } from "./sqlite-errors.js";
import { createStatementRecords } from "./statement-records.js";
import { createStoreRecords } from "./store-records.js";
import { createUserLinkRecords } from "./user-link-records.js";
import { createUserRecords } from "./user-records.js";
import { createWaitingAccountRecords } from "./waiting-account-records.js";
import { createWaitingRecords } from "./waiting-records.js";

export interface SqliteStorageOptions {
  /** Path of the database file, created when it does not exist; `:memory:` for a database that is lost at process exit. */
  filename: string;
}

/**
 * Stores everything in one SQLite file. A unit of work resolves when its commit is on the disk.
 *
 * @example
 * const service = createPaymentService({ baseUrl, storage: sqliteStorage({ filename: "payments.db" }) });
 *
 * @throws Error for options without a filename, and for unknown options.
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const filename = requireFilename(options);
  let opened: SqliteDatabase | undefined;
  const recordsByDatabase = new WeakMap<Database, Records>();

  function database(): SqliteDatabase {
    if (opened === undefined) throw new Error("The storage is not open: call open() first.");
    return opened;
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
    async open() {
      if (opened !== undefined) return;
      const fresh = openSqliteDatabase(filename);
      try {
        migrate(fresh.writer, Date.now());
      } catch (error) {
        await fresh.close();
        throw error;
      }
      opened = fresh;
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.close();
    },
    write: async (work) => database().write((connection) => work(recordsOf(connection))),
    read: async (work) => database().read((connection) => work(recordsOf(connection))),
    ping: async () => database().ping(),
    migrations: async () => listMigrations(database().writer),
    async maintain() {
      await giveBackFreePages((step) => database().between(step));
      await database().between(refreshStatistics);
      const copied = await database().checkpoint();
      // A fully copied log is truncated without waiting for readers or writers.
      const { log } =
        copied.log === copied.checkpointed
          ? await database().between((connection) => checkpointOf(connection, "TRUNCATE"))
          : copied;
      return { walBytes: Math.max(0, log) * pageBytes };
    },
    ...(filename === ":memory:" ? {} : { backUp: (target, onProgress) => backUpSqlite(filename, target, onProgress) }),
  };
}

/** Updates the planner's statistics from a sample of each table. */
function refreshStatistics(connection: Sqlite.Database): void {
  try {
    connection.pragma("analysis_limit = 400");
    connection.pragma("optimize");
  } catch (error) {
    // Another process is writing: the next housekeeping run does it.
    if (!isBusy(error)) throw error;
  }
}

const pageBytes = 4096;

function requireFilename(options: SqliteStorageOptions): string {
  const [unknown] = findUnknownFields(options, { filename: true } satisfies FieldNames<SqliteStorageOptions>);
  if (unknown !== undefined) throw new Error(`sqliteStorage: ${unknown.path} ${unknown.message}`);
  const filename: unknown = options?.filename;
  if (typeof filename !== "string" || filename.trim() === "") {
    throw new Error('sqliteStorage needs { filename }: the path of a database file, or ":memory:".');
  }
  return filename;
}

/** All records over one connection; exported so that a test can check their statements. */
export function createRecords(connection: Database): Records {
  const stores = createStoreRecords(connection);
  const payments = createPaymentRecords(connection);
  const idempotency = createIdempotencyRecords(connection);
  return {
    stores,
    apiKeys: createApiKeyRecords(connection),
    payments,
    attempts: createAttemptRecords(connection),
    evidence: createEvidenceRecords(connection),
    arrivals: createArrivalRecords(connection),
    receipts: createReceiptRecords(connection),
    alerts: createAlertRecords(connection),
    attention: createAttentionRecords(connection),
    deliveries: createDeliveryRecords(connection),
    idempotency,
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
    initialize: createInitializeRecords({ stores, payments, idempotency }),
    retention: createRetentionRecords(connection),
    privacy: createPrivacyRecords(connection),
  };
}
