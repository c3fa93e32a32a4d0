// All tables of the memory storage, with a common snapshot.

import type { AccountMail, SecondFactor, UserLink } from "../../domain/account.js";
import type { ApiKey } from "../../domain/api-key.js";
import type { NewAuditRecord } from "../../domain/audit.js";
import type { Delivery, DeliveryAttempt } from "../../domain/delivery.js";
import type { IdempotencyRecord } from "../../domain/idempotency.js";
import type { JsonObject } from "../../domain/json.js";
import type { MailRecord } from "../../domain/mail.js";
import type {
  HistoryEntry,
  Payment,
  PaymentAlert,
  PaymentArrival,
  PaymentAttempt,
  PaymentEvidence,
} from "../../domain/payment.js";
import type { PendingBankAccount } from "../../domain/pending-bank-account.js";
import type { RecordedReceipt } from "../../domain/receipt.js";
import type { Store } from "../../domain/store.js";
import type { User, UserSession } from "../../domain/user.js";
import type { ListenedEvent } from "../port/listener-records.js";
import type { StoredLogo } from "../port/logo-records.js";
import type { EntryAssignment, KeptEntry } from "../port/statement-entry-records.js";
import type { Statement } from "../port/statement-records.js";
import { createMemoryTable, keyFrom, type MemoryTable, type UndoLog } from "./memory-table.js";

export interface Counter {
  name: string;
  value: number;
  updatedAt: number;
  expiresAt: number;
}

export interface WaitingMove {
  key: string;
  kind: "deliveries" | "attempts" | "mails" | "sentMails" | "accountMails";
  id: string;
  waits: Record<string, number | undefined>;
}

/** A row of an append-only table: its number is its key. */
export type Numbered<Row> = Row & { number: number };

export interface MemoryTables {
  stores: MemoryTable<Store>;
  /** Deleted stores whose rows move to another id. */
  archivedStores: MemoryTable<{ merchantId: string; archivedId: string }>;
  apiKeys: MemoryTable<ApiKey>;
  deprecations: MemoryTable<{ keyId: string; deprecation: string; count: number }>;
  payments: MemoryTable<Payment>;
  /** The search terms of a payment's order and of every reference that it has had. */
  referenceTerms: MemoryTable<{ paymentId: string; terms: string[] }>;
  /** Payments whose customer data was erased. */
  erasedPayments: MemoryTable<{ paymentId: string }>;
  history: MemoryTable<Numbered<HistoryEntry>>;
  evidence: MemoryTable<Numbered<PaymentEvidence>>;
  arrivals: MemoryTable<PaymentArrival>;
  receipts: MemoryTable<RecordedReceipt>;
  alerts: MemoryTable<PaymentAlert>;
  attempts: MemoryTable<PaymentAttempt>;
  deliveries: MemoryTable<Delivery>;
  deliveryAttempts: MemoryTable<DeliveryAttempt>;
  idempotency: MemoryTable<IdempotencyRecord>;
  orders: MemoryTable<{ merchantId: string; orderKey: string; order: JsonObject; updatedAt: number }>;
  webhookListeners: MemoryTable<{ merchantId: string; listeningUntil: number; lastNumber: number }>;
  listenedEvents: MemoryTable<ListenedEvent>;
  counters: MemoryTable<Counter>;
  mails: MemoryTable<MailRecord>;
  audit: MemoryTable<Numbered<NewAuditRecord>>;
  users: MemoryTable<User>;
  userSessions: MemoryTable<UserSession>;
  userSecondFactors: MemoryTable<SecondFactor>;
  userLinks: MemoryTable<UserLink>;
  accountMails: MemoryTable<AccountMail>;
  storeLogos: MemoryTable<StoredLogo>;
  pendingBankAccounts: MemoryTable<PendingBankAccount>;
  settings: MemoryTable<{ name: string; value: string }>;
  /** Rows still to be moved after the clock was set back, with their times when the move began. */
  waitingMoves: MemoryTable<WaitingMove>;
  statements: MemoryTable<Statement>;
  statementEntries: MemoryTable<KeptEntry>;
  /** Bookings of a store: store, fingerprint and occurrence as one key. */
  statementBookings: MemoryTable<{ booking: string }>;
  statementAssignments: MemoryTable<Numbered<EntryAssignment>>;
  statementColumnMaps: MemoryTable<{ merchantId: string; columnMap: JsonObject }>;
}

export function createMemoryTables(undoLog: UndoLog): MemoryTables {
  const table = <Row extends object>(name: string, keyOf: (row: Row) => string) =>
    createMemoryTable<Row>(name, keyOf, undoLog);
  return {
    stores: table("merchant id", (row) => row.merchantId),
    archivedStores: table("archived store", (row) => row.merchantId),
    apiKeys: table("API key id", (row) => row.id),
    deprecations: table("deprecation", (row) => keyFrom(row.keyId, row.deprecation)),
    payments: table("payment id", (row) => row.paymentId),
    referenceTerms: table("reference terms", (row) => row.paymentId),
    erasedPayments: table("erased payment", (row) => row.paymentId),
    history: table<Numbered<HistoryEntry>>("history entry", numberOf),
    evidence: table<Numbered<PaymentEvidence>>("evidence", numberOf),
    arrivals: table("arrival id", (row) => row.arrivalId),
    receipts: table("receipt id", (row) => row.receiptId),
    alerts: table("alert id", (row) => row.alertId),
    attempts: table("attempt id", (row) => row.attemptId),
    deliveries: table("delivery id", (row) => row.deliveryId),
    deliveryAttempts: table("delivery attempt", (row) => keyFrom(row.deliveryId, row.attempt)),
    idempotency: table("idempotency key", (row) => keyFrom(row.merchantId, row.environment, row.route, row.key)),
    webhookListeners: table("listening store", (row) => row.merchantId),
    listenedEvents: table("listened event", (row) => keyFrom(row.merchantId, row.number)),
    orders: table("order key", (row) => keyFrom(row.merchantId, row.orderKey)),
    counters: table("counter", (row) => row.name),
    mails: table("mail id", (row) => row.mailId),
    audit: table<Numbered<NewAuditRecord>>("audit entry", numberOf),
    users: table("user id", (row) => row.userId),
    userSessions: table("session", (row) => row.tokenHash),
    userSecondFactors: table("second factor", (row) => row.userId),
    userLinks: table("link", (row) => row.tokenHash),
    accountMails: table("account mail", (row) => row.mailId),
    storeLogos: table("logo", (row) => row.merchantId),
    pendingBankAccounts: table("waiting account", (row) => row.merchantId),
    settings: table("setting", (row) => row.name),
    waitingMoves: table("waiting move", (row) => row.key),
    statements: table("statement id", (row) => row.statementId),
    statementEntries: table("statement entry id", (row) => row.entryId),
    statementBookings: table("booking", (row) => row.booking),
    statementAssignments: table<Numbered<EntryAssignment>>("statement assignment", numberOf),
    statementColumnMaps: table("column map", (row) => row.merchantId),
  };
}

/** Takes a snapshot; the returned function restores it, any number of times. */
export function snapshotTables(tables: MemoryTables): () => void {
  const restorers = Object.values(tables).map((table: { snapshot(): () => void }) => table.snapshot());
  return () => {
    for (const restore of restorers) restore();
  };
}

const lastNumbers = new WeakMap<object, number>();

/** Adds a row under the next number: greater than all before, including deleted ones. */
export function append<Row extends object>(table: MemoryTable<Numbered<Row>>, row: Row): void {
  const number = (lastNumbers.get(table) ?? 0) + 1;
  lastNumbers.set(table, number);
  // A row and its number.
  table.insert({ ...row, number } as Numbered<Row>);
}

/** The row as it was given to `append`. */
export function withoutNumber<Row extends object>({ number: _, ...row }: Numbered<Row>): Row {
  // A numbered row without its number is the row.
  return row as unknown as Row;
}

function numberOf(row: { number: number }): string {
  return String(row.number);
}
