// The shape of most tables, for all databases: the column kind of each domain field. Those of money are in money-tables.ts, those of
// bank statements in statement-tables.ts.
// A column has the name of its field in snake case; `undefined` is NULL.
import type { AccountMail, SecondFactor, UserLink } from "../domain/account.js";
import type { ApiKey } from "../domain/api-key.js";
import type { AuditRecord, NewAuditRecord } from "../domain/audit.js";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.js";
import type { IdempotencyRecord } from "../domain/idempotency.js";
import type { MailRecord } from "../domain/mail.js";
import type { HistoryEntry, Payment, PaymentAttempt } from "../domain/payment.js";
import type { PendingBankAccount } from "../domain/pending-bank-account.js";
import type { Store, StoreSettings, WebhookOff } from "../domain/store.js";
import type { User, UserSession } from "../domain/user.js";
import type { StoredLogo } from "./port/logo-records.js";

export type ColumnKind = "text" | "integer" | "boolean" | "json" | "bytes";

export interface Table<Row> {
  name: string;
  columns: { [Field in keyof Row]-?: ColumnKind };
}

/**
 * An endpoint that is switched off keeps its URL outside the settings, so that statements that look for deliveries to send find none.
 */
export type StoredSettings = StoreSettings & {
  webhookOff?: (WebhookOff & { url: string | undefined }) | undefined;
  logoFile?: string | undefined;
};
export type StoreRow = Omit<Store, keyof StoreSettings | "webhookOff" | "logoFile"> & { settings: StoredSettings };

export const storesTable: Table<StoreRow> = {
  name: "stores",
  columns: {
    merchantId: "text",
    settings: "json",
    sealedWebhookSecret: "text",
    sealedNextWebhookSecret: "text",
    disabledAt: "integer",
    deletedAt: "integer",
    createdAt: "integer",
    updatedAt: "integer",
  },
};

export const apiKeysTable: Table<ApiKey> = {
  name: "api_keys",
  columns: {
    id: "text",
    merchantId: "text",
    environment: "text",
    isLegacy: "boolean",
    prefix: "text",
    hash: "text",
    scopes: "json",
    createdAt: "integer",
    lastUsedAt: "integer",
    expiresAt: "integer",
    revokedAt: "integer",
  },
};

export const paymentsTable: Table<Payment> = {
  name: "payments",
  columns: {
    paymentId: "text",
    merchantId: "text",
    environment: "text",
    orderId: "text",
    amountCents: "integer",
    currency: "text",
    checkoutMode: "text",
    paymentMethod: "text",
    requestedMethod: "text",
    customerEmail: "text",
    customerName: "text",
    returnUrl: "text",
    metadata: "json",
    description: "text",
    items: "json",
    remittanceInfo: "text",
    remittanceInfoSource: "text",
    endToEndId: "text",
    state: "text",
    version: "integer",
    attemptCount: "integer",
    isAttemptAccepted: "boolean",
    checkoutToken: "text",
    supersededBy: "text",
    claimedPaidAt: "integer",
    settledAt: "integer",
    createdAt: "integer",
    updatedAt: "integer",
    expiresAt: "integer",
  },
};

export const paymentAttemptsTable: Table<PaymentAttempt> = {
  name: "payment_attempts",
  columns: {
    attemptId: "text",
    paymentId: "text",
    kind: "text",
    provider: "text",
    fingerprint: "text",
    sealedRequest: "text",
    status: "text",
    sessionId: "text",
    redirectUrl: "text",
    leaseToken: "text",
    leaseUntil: "integer",
    nextPollAt: "integer",
    pollCount: "integer",
    lastAskedAt: "integer",
    createdAt: "integer",
    expiresAt: "integer",
  },
};

export type HistoryRow = Omit<HistoryEntry, "from" | "to"> & {
  fromState: HistoryEntry["from"];
  toState: HistoryEntry["to"];
};

export const paymentHistoryTable: Table<HistoryRow> = {
  name: "payment_history",
  columns: {
    paymentId: "text",
    fromState: "text",
    toState: "text",
    event: "text",
    actor: "text",
    reason: "text",
    at: "integer",
  },
};

export type DeliveryRow = Omit<Delivery, "claim"> & {
  claimToken: string | undefined;
  claimOwner: string | undefined;
  claimLeaseUntil: number | undefined;
  claimIsManual: boolean | undefined;
};

export const deliveriesTable: Table<DeliveryRow> = {
  name: "deliveries",
  columns: {
    deliveryId: "text",
    merchantId: "text",
    paymentId: "text",
    event: "text",
    status: "text",
    body: "bytes",
    path: "text",
    trigger: "text",
    redeliveryOf: "text",
    state: "text",
    attemptCount: "integer",
    scheduledCount: "integer",
    interruptedCount: "integer",
    createdAt: "integer",
    finishedAt: "integer",
    nextAttemptAt: "integer",
    manualSendAt: "integer",
    traceParent: "text",
    traceState: "text",
    claimToken: "text",
    claimOwner: "text",
    claimLeaseUntil: "integer",
    claimIsManual: "boolean",
  },
};

export const deliveryAttemptsTable: Table<DeliveryAttempt> = {
  name: "delivery_attempts",
  columns: {
    deliveryId: "text",
    attempt: "integer",
    isManual: "boolean",
    startedAt: "integer",
    durationMs: "integer",
    httpStatus: "integer",
    outcome: "text",
    error: "text",
    responseExcerpt: "text",
    isTruncated: "boolean",
    responseHeaders: "text",
  },
};

export const idempotencyKeysTable: Table<IdempotencyRecord> = {
  name: "idempotency_keys",
  columns: {
    merchantId: "text",
    environment: "text",
    route: "text",
    key: "text",
    bodyHash: "text",
    outcome: "json",
    runningUntil: "integer",
    expiresAt: "integer",
  },
};

export const mailsTable: Table<MailRecord> = {
  name: "mails",
  columns: {
    mailId: "text",
    merchantId: "text",
    uniqueKey: "text",
    recipient: "text",
    subject: "text",
    text: "text",
    attemptCount: "integer",
    nextAttemptAt: "integer",
    claimedUntil: "integer",
    messageId: "text",
    sentAt: "integer",
    createdAt: "integer",
  },
};

export const auditTable: Table<NewAuditRecord> = {
  name: "audit",
  columns: {
    at: "integer",
    actor: "text",
    actorKind: "text",
    address: "text",
    action: "text",
    merchantId: "text",
    subject: "text",
    detail: "json",
  },
};

/** With the id, which the database gives. */
export const listedAuditTable: Table<AuditRecord> = {
  name: "audit",
  columns: { ...auditTable.columns, id: "integer" },
};

export const usersTable: Table<User> = {
  name: "users",
  columns: {
    userId: "text",
    email: "text",
    passwordHash: "text",
    role: "text",
    merchantId: "text",
    createdAt: "integer",
    disabledAt: "integer",
  },
};

export const userSessionsTable: Table<UserSession> = {
  name: "user_sessions",
  columns: {
    tokenHash: "text",
    userId: "text",
    csrfToken: "text",
    createdAt: "integer",
    lastSeenAt: "integer",
    expiresAt: "integer",
    stage: "text",
    confirmedAt: "integer",
  },
};

export const userSecondFactorsTable: Table<SecondFactor> = {
  name: "user_second_factors",
  columns: {
    userId: "text",
    sealedSecret: "text",
    confirmedAt: "integer",
    lastStep: "integer",
    recoveryHashes: "json",
    createdAt: "integer",
  },
};

export const userLinksTable: Table<UserLink> = {
  name: "user_links",
  columns: { tokenHash: "text", userId: "text", purpose: "text", createdAt: "integer", expiresAt: "integer" },
};

export const accountMailsTable: Table<AccountMail> = {
  name: "account_mails",
  columns: {
    mailId: "text",
    recipient: "text",
    subject: "text",
    sealedText: "text",
    attemptCount: "integer",
    nextAttemptAt: "integer",
    claimedUntil: "integer",
    sentAt: "integer",
    createdAt: "integer",
  },
};

export const storeLogosTable: Table<StoredLogo> = {
  name: "store_logos",
  columns: { merchantId: "text", fileName: "text", bytes: "bytes", createdAt: "integer" },
};

export const pendingBankAccountsTable: Table<PendingBankAccount> = {
  name: "waiting_bank_accounts",
  columns: { merchantId: "text", account: "json", actor: "text", requestedAt: "integer", effectiveAt: "integer" },
};
