// The storage port in memory: for tests and for the mock of the SDK. No native code, no files; data is lost at process exit.

import { createInitializeRecords } from "../initialize-records.js";
import type { Records, Storage } from "../port.js";
import { createAccountMailRecords } from "./account-mail-records.js";
import { createAlertRecords } from "./alert-records.js";
import { createApiKeyRecords } from "./api-key-records.js";
import { createArrivalRecords } from "./arrival-records.js";
import { createAttemptRecords } from "./attempt-records.js";
import { createAttentionRecords } from "./attention-records.js";
import { createAuditRecords } from "./audit-records.js";
import { createCounterRecords } from "./counter-records.js";
import { createDeliveryRecords } from "./delivery-records.js";
import { createEvidenceRecords } from "./evidence-records.js";
import { createIdempotencyRecords } from "./idempotency-records.js";
import { createListenerRecords } from "./listener-records.js";
import { createLogoRecords } from "./logo-records.js";
import { createMailRecords } from "./mail-records.js";
import { createMemoryTables, type MemoryTables, snapshotTables } from "./memory-tables.js";
import { createOrderRecords } from "./order-records.js";
import { createPaymentRecords } from "./payment-records.js";
import { createPaymentSearchRecords } from "./payment-search-records.js";
import { createPrivacyRecords } from "./privacy-records.js";
import { createReceiptRecords } from "./receipt-records.js";
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
  /** Synchronous read access: rows of finished units of work, and of one in progress. */
  tables: MemoryTables;
  /** Takes a snapshot between units of work; the returned function restores it, any number of times. */
  snapshot(): Promise<() => Promise<void>>;
}

/**
 * Stores everything in memory. Units of work and reads run one after the other, each to its end, so that a read sees only committed
 * data; a failed unit of work is rolled back.
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
    receipts: createReceiptRecords(tables),
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
