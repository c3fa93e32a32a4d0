// All records over one SQLite connection.
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
import type { Database } from "./database.js";
import { createDeliveryRecords } from "./delivery-records.js";
import { createEvidenceRecords } from "./evidence-records.js";
import { createIdempotencyRecords } from "./idempotency-records.js";
import { createListenerRecords } from "./listener-records.js";
import { createLogoRecords } from "./logo-records.js";
import { createMailRecords } from "./mail-records.js";
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
    pendingBankAccounts: createPendingBankAccountRecords(connection),
    logos: createLogoRecords(connection),
    settings: createSettingRecords(connection),
    waiting: createWaitingRecords(connection),
    statements: createStatementRecords(connection),
    paymentLookUps: createPaymentLookUpRecords(connection),
    initialize: createInitializeRecords({ stores, payments, idempotency }),
    retention: createRetentionRecords(connection),
    privacy: createPrivacyRecords(connection),
  };
}
