// The storage port: what flows need from a database, in domain terms. Two rules:
// every look-up by a caller's id includes the store and the environment, and a unit of work awaits nothing but its own records.
import type { AccountMailRecords } from "./port/account-mail-records.js";
import type { AlertRecords } from "./port/alert-records.js";
import type { ApiKeyRecords } from "./port/api-key-records.js";
import type { ArrivalRecords } from "./port/arrival-records.js";
import type { AttemptRecords } from "./port/attempt-records.js";
import type { AttentionRecords } from "./port/attention-records.js";
import type { AuditRecords } from "./port/audit-records.js";
import type { CounterRecords } from "./port/counter-records.js";
import type { DeliveryRecords } from "./port/delivery-records.js";
import type { EvidenceRecords } from "./port/evidence-records.js";
import type { IdempotencyRecords } from "./port/idempotency-records.js";
import type { InitializeRecords } from "./port/initialize-records.js";
import type { Instances } from "./port/instances.js";
import type { ListenerRecords } from "./port/listener-records.js";
import type { LogoRecords } from "./port/logo-records.js";
import type { MailRecords } from "./port/mail-records.js";
import type { OrderRecords } from "./port/order-records.js";
import type { PaymentLookUpRecords } from "./port/payment-look-up-records.js";
import type { PaymentRecords } from "./port/payment-records.js";
import type { PendingBankAccountRecords } from "./port/pending-bank-account-records.js";
import type { PrivacyRecords } from "./port/privacy-records.js";
import type { ReceiptRecords } from "./port/receipt-records.js";
import type { RetentionRecords } from "./port/retention-records.js";
import type { SecondFactorRecords } from "./port/second-factor-records.js";
import type { SettingRecords } from "./port/setting-records.js";
import type { StatementRecords } from "./port/statement-records.js";
import type { StoreRecords } from "./port/store-records.js";
import type { UserLinkRecords } from "./port/user-link-records.js";
import type { UserRecords } from "./port/user-records.js";
import type { WaitingRecords } from "./port/waiting-records.js";

/** All records, within one transaction (or one consistent read). */
export interface Records {
  stores: StoreRecords;
  apiKeys: ApiKeyRecords;
  payments: PaymentRecords;
  attempts: AttemptRecords;
  evidence: EvidenceRecords;
  arrivals: ArrivalRecords;
  receipts: ReceiptRecords;
  alerts: AlertRecords;
  attention: AttentionRecords;
  deliveries: DeliveryRecords;
  idempotency: IdempotencyRecords;
  listeners: ListenerRecords;
  orders: OrderRecords;
  counters: CounterRecords;
  mails: MailRecords;
  audit: AuditRecords;
  users: UserRecords;
  secondFactors: SecondFactorRecords;
  userLinks: UserLinkRecords;
  accountMails: AccountMailRecords;
  pendingBankAccounts: PendingBankAccountRecords;
  logos: LogoRecords;
  settings: SettingRecords;
  waiting: WaitingRecords;
  statements: StatementRecords;
  paymentLookUps: PaymentLookUpRecords;
  initialize: InitializeRecords;
  retention: RetentionRecords;
  privacy: PrivacyRecords;
}

export interface UnitOfWork {
  /**
   * Names of locks, such as one order: units of work that share a name run one after the other, on all instances. Use them only
   * when every row that the unit depends on and others write is covered by these names, a version or a unique index, because
   * the unit is then not checked for other conflicts, and may share its transaction with units of other names. If omitted, it is checked
   * against all units (serializable).
   */
  locks?: readonly string[] | undefined;
  /** With `locks`: the store whose row the unit reads. Excludes units that write the store; units that only read it run concurrently. */
  readsStore?: string | undefined;
}

export interface ReadOptions {
  /** A few rows by their keys: such reads may share a transaction, in which a slow one would hold up the others. Default: false. */
  isShort?: boolean | undefined;
}

export interface Storage {
  /** Coordination of instances that share this storage; undefined when one process does all the work. */
  instances?: Instances | undefined;
  /** Tells the database file from its copies; undefined before it is opened, and when the storage is not a file. */
  fileId?(): string | undefined;
  /** Opens the database and brings its schema up to date; several processes may do so at once. */
  open(): Promise<void>;
  /** Waits for units of work in progress, then closes. */
  close(): Promise<void>;
  /**
   * Runs a unit of work in one transaction. Resolves after the commit is durable.
   * The work may await only its records: units share transactions, and a waiting unit would block the others.
   * After a conflict it is run again from the start: it must touch nothing but its records and its own values,
   * and notify others only after the commit. Only the last run counts.
   */
  write<Result>(work: (records: Records) => Promise<Result>, options?: UnitOfWork): Promise<Result>;
  /** Runs reads on one consistent snapshot of committed data. They too may await nothing but records. */
  read<Result>(work: (records: Records) => Promise<Result>, options?: ReadOptions): Promise<Result>;
  /**
   * Runs one query; may also write, when a write has failed before.
   * @throws Refusal UNHEALTHY when the database does not respond or cannot be written.
   */
  ping(): Promise<void>;
  /** Migrations by name, in order, and whether each is applied. */
  migrations(): Promise<{ name: string; isApplied: boolean }[]>;
  /** Current connections of the pool, for the metrics; undefined without a pool. */
  connections?(): { total: number; idle: number; waiting: number };
  /** Housekeeping that never blocks (SQLite: a passive checkpoint). Returns figures for the metrics. */
  maintain(): Promise<{ walBytes: number }>;
  /**
   * Writes a checked copy of the database to a new file while units of work continue. Undefined when the database has its own backup tools.
   * @throws Error when the file exists, or the copy does not pass its check.
   */
  backUp?:
    | ((target: string, onProgress: (copied: number, total: number) => void) => Promise<{ pages: number }>)
    | undefined;
}
