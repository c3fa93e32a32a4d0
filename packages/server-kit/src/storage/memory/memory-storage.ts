// The storage port in plain memory: for tests and for the mock of the SDK. Ends with the process; nothing native, nothing on a disk.

import { createInitializeRecords } from "../initialize-records.js";
import type { Records, Storage } from "../port.js";
import { createAccountMailRecords } from "./account-mail-records.js";
import { createApiKeyRecords } from "./api-key-records.js";
import { createAttemptRecords } from "./attempt-records.js";
import { createAttentionRecords } from "./attention-records.js";
import { createAuditRecords } from "./audit-records.js";
import { createCounterRecords } from "./counter-records.js";
import { createDeliveryRecords } from "./delivery-records.js";
import { createIdempotencyRecords } from "./idempotency-records.js";
import { createListenerRecords } from "./listener-records.js";
import { createLogoRecords } from "./logo-records.js";
import { createMailRecords } from "./mail-records.js";
import { createMemoryTables, type MemoryTables, snapshotTables } from "./memory-tables.js";
import { createAlertRecords, createArrivalRecords, createEvidenceRecords } from "./money-records.js";
import { createOrderRecords } from "./order-records.js";
import { createPaymentRecords } from "./payment-records.js";
import { createPaymentSearchRecords } from "./payment-search-records.js";
import { createPrivacyRecords } from "./privacy-records.js";
import { createRetentionRecords } from "./retention-records.js";
import { createSecondFactorRecords } from "./second-factor-records.js";
import { createSettingRecords } from "./setting-records.js";
import { createStatementRecords } from "./statement-records.js";
import { createStoreRecords } from "./store-records.js";
import { createUserLinkRecords } from "./user-link-records.js";
import { createUserRecords } from "./user-records.js";
import { createWaitingAccountRecords } from "./waiting-account-records.js";
import { createWaitingRecords } from "./waiting-records.js";

export interface MemoryStorage extends Storage {
  /** For looking without waiting: rows of finished units, and of one that is under way. */
  tables: MemoryTables;
  /** Keeps everything as it is now, between units; the answer brings it back, any number of times. */
  snapshot(): Promise<() => Promise<void>>;
}

/**
 * Keeps everything in memory. Units of work and reads run one after the other, each to its end, so that a read sees committed
 * data only; what a failed unit has done is taken back.
 */
export function memoryStorage(): MemoryStorage {
  const undone: (() => void)[] = [];
  const tables = createMemoryTables({ note: (undo) => undone.push(undo) });
  const records = createRecords(tables);
  let isOpen = false;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isOpen) return Promise.reject(new Error("The storage is not open: call open() first."));
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function runUnit<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    undone.length = 0;
    try {
      return await work(records);
    } catch (error) {
      for (const undo of undone.splice(0).reverse()) undo();
      throw error;
    }
  }

  return {
    tables,
    async open() {
      isOpen = true;
    },
    async close() {
      isOpen = false;
      await last;
    },
    write: (work) => inTurn(() => runUnit(work)),
    read: (work) => inTurn(() => work(records)),
    ping: () => inTurn(async () => undefined),
    migrations: () => inTurn(async () => [{ name: "memory", isApplied: true }]),
    maintain: () => inTurn(async () => ({ walBytes: 0 })),
    snapshot: () =>
      inTurn(async () => {
        const restore = snapshotTables(tables);
        return () => inTurn(async () => restore());
      }),
  };
}

function createRecords(tables: MemoryTables): Records {
  const stores = createStoreRecords(tables);
  const payments = createPaymentRecords(tables);
  const idempotency = createIdempotencyRecords(tables);
  return {
    stores,
    apiKeys: createApiKeyRecords(tables),
    payments,
    attempts: createAttemptRecords(tables),
    evidence: createEvidenceRecords(tables),
    arrivals: createArrivalRecords(tables),
    alerts: createAlertRecords(tables),
    attention: createAttentionRecords(tables),
    deliveries: createDeliveryRecords(tables),
    idempotency,
    listeners: createListenerRecords(tables),
    orders: createOrderRecords(tables),
    counters: createCounterRecords(tables),
    mails: createMailRecords(tables),
    audit: createAuditRecords(tables),
    users: createUserRecords(tables),
    secondFactors: createSecondFactorRecords(tables),
    userLinks: createUserLinkRecords(tables),
    accountMails: createAccountMailRecords(tables),
    waitingAccounts: createWaitingAccountRecords(tables),
    logos: createLogoRecords(tables),
    settings: createSettingRecords(tables),
    waiting: createWaitingRecords(tables),
    statements: createStatementRecords(tables),
    paymentSearch: createPaymentSearchRecords(tables),
    initialize: createInitializeRecords({ stores, payments, idempotency }),
    retention: createRetentionRecords(tables),
    privacy: createPrivacyRecords(tables),
  };
}
