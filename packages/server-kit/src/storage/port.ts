// What flows need of a database, in the words of the domain. Two rules hold everything together:
// every look-up by a caller's id carries the store and the environment, and a unit of work awaits nothing but its own records.
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
import type { PaymentRecords } from "./port/payment-records.js";
import type { PaymentSearchRecords } from "./port/payment-search-records.js";
import type { PrivacyRecords } from "./port/privacy-records.js";
import type { RetentionRecords } from "./port/retention-records.js";
import type { SecondFactorRecords } from "./port/second-factor-records.js";
import type { SettingRecords } from "./port/setting-records.js";
import type { StatementRecords } from "./port/statement-records.js";
import type { StoreRecords } from "./port/store-records.js";
import type { UserLinkRecords } from "./port/user-link-records.js";
import type { UserRecords } from "./port/user-records.js";
import type { WaitingAccountRecords } from "./port/waiting-account-records.js";
import type { WaitingRecords } from "./port/waiting-records.js";

/** All records, seen from inside one transaction (or one consistent read). */
export interface Records {
  stores: StoreRecords;
  apiKeys: ApiKeyRecords;
  payments: PaymentRecords;
  attempts: AttemptRecords;
  evidence: EvidenceRecords;
  arrivals: ArrivalRecords;
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
  waitingAccounts: WaitingAccountRecords;
  logos: LogoRecords;
  settings: SettingRecords;
  waiting: WaitingRecords;
  statements: StatementRecords;
  paymentSearch: PaymentSearchRecords;
  initialize: InitializeRecords;
  retention: RetentionRecords;
  privacy: PrivacyRecords;
}

export interface UnitOfWork {
  /**
   * Names of what this unit decides by, such as one order: units that share a name run one after the other, on all instances. Say them only
   * where all rows that the unit decides by and others write are found under these names, or are guarded by a version, a unique index or a
   * row lock; the unit is then not checked against others in any other way. Left out, it is checked against all.
   */
  locks?: readonly string[] | undefined;
  /** With `locks`: the store whose row the unit reads. It waits for units that write it, and they for it; units that only read share it. */
  readsStore?: string | undefined;
}

export interface Storage {
  /** What instances that share this storage do for each other; undefined where one process does all the work by itself. */
  instances?: Instances | undefined;
  /** Opens the database and brings its schema up to date; several processes may do so at once. */
  open(): Promise<void>;
  /** Waits for the units of work under way, then closes. */
  close(): Promise<void>;
  /**
   * Runs a unit of work in one transaction: all of it or nothing. Resolves after the commit is durable.
   * The work may await only the records it is given: units share transactions, and a unit that waited would hold up the others.
   * It may be run again from the start, when another unit was first: it touches nothing but its records and values that it made itself,
   * and what others are to hear of it is said after the commit. Only the last run counts.
   */
  write<Result>(work: (records: Records) => Promise<Result>, how?: UnitOfWork): Promise<Result>;
  /** Runs reads that see only what has been committed, all of them at one moment. They too may await nothing but records. */
  read<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** One real query, and a real write when the last one failed. @throws when the database does not answer or cannot be written. */
  ping(): Promise<void>;
  /** Migrations by name, in order, each with whether it has been applied. */
  migrations(): Promise<{ name: string; isApplied: boolean }[]>;
  /** Connections of a pool as they are now, for the metrics; left out where there is none. */
  connections?(): { total: number; idle: number; waiting: number };
  /** Housekeeping that waits for nobody (SQLite: copies the write-ahead log into the file). Returns figures for the metrics. */
  maintain(): Promise<{ walBytes: number }>;
  /**
   * Writes a checked copy of the database to a new file while units of work go on. Undefined where the database has tools of its own.
   * @throws Error when the file exists, or the copy does not pass its check.
   */
  backUp?:
    | ((target: string, onProgress: (copied: number, total: number) => void) => Promise<{ pages: number }>)
    | undefined;
}
