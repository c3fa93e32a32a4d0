// All records over the tables in memory.
import { createInitializeRecords } from "../initialize-records.js";
import type { Records } from "../port.js";
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
import type { MemoryTables } from "./memory-tables.js";
import { createOrderRecords } from "./order-records.js";
import { createPaymentLookUpRecords } from "./payment-look-up-records.js";
import { createPaymentRecords } from "./payment-records.js";
import { createPendingBankAccountRecords } from "./pending-bank-account-records.js";
import { createPrivacyRecords } from "./privacy-records.js";
import { createReceiptRecords } from "./receipt-records.js";
import { createRetentionRecords } from "./retention-records.js";
import { createSecondFactorRecords } from "./second-factor-records.js";
import { createSettingRecords } from "./setting-records.js";
import { createStatementRecords } from "./statement-records.js";
import { createStoreRecords } from "./store-records.js";
import { createUserLinkRecords } from "./user-link-records.js";
import { createUserRecords } from "./user-records.js";
import { createWaitingRecords } from "./waiting-records.js";

export function createRecords(tables: MemoryTables): Records {
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
    pendingBankAccounts: createPendingBankAccountRecords(tables),
    logos: createLogoRecords(tables),
    settings: createSettingRecords(tables),
    waiting: createWaitingRecords(tables),
    statements: createStatementRecords(tables),
    paymentLookUps: createPaymentLookUpRecords(tables),
    initialize: createInitializeRecords({ stores, payments, idempotency }),
    retention: createRetentionRecords(tables),
    privacy: createPrivacyRecords(tables),
  };
}
