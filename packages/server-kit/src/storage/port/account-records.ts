// Records around the transactions: stores, keys, idempotency, orders, counters, mail, audit, panel users, settings.
import type { ApiKey } from "../../domain/api-key.js";
import type { Environment } from "../../domain/environment.js";
import type { JsonObject } from "../../domain/json.js";
import type { UserRole } from "../../domain/panel-permissions.js";
import type { Store } from "../../domain/store.js";

export interface StoreRecords {
  /** False when the merchant id is taken, also by a deleted store that was not archived. */
  insertIfAbsent(store: Store): Promise<boolean>;
  /** Not the deleted ones. */
  find(merchantId: string): Promise<Store | undefined>;
  /** For what time and banks still do to the payments of a deleted store; no caller's id comes here. */
  findEvenDeleted(merchantId: string): Promise<Store | undefined>;
  update(store: Store): Promise<void>;
  /**
   * Gives a deleted store and all that was ever its own (keys, payments, webhooks, mails, orders, used idempotency keys, users, audit)
   * another id, so that its own is free. Payments count it as a write: their version grows. False when no deleted store has the id.
   */
  archive(merchantId: string, archivedId: string): Promise<boolean>;
  list(page: { limit: number; after?: string | undefined }): Promise<Store[]>;
}

export interface ApiKeyRecords {
  insert(key: ApiKey): Promise<void>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  listOfStore(merchantId: string): Promise<ApiKey[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, now: number): Promise<boolean>;
  touch(id: string, now: number): Promise<void>;
  /** Counts one use of something deprecated by this key. */
  countDeprecation(id: string, deprecation: string): Promise<void>;
  listDeprecations(id: string): Promise<{ deprecation: string; count: number }[]>;
}

/** Names one use of an Idempotency-Key. */
export interface IdempotencyScope {
  merchantId: string;
  environment: Environment;
  route: string;
  key: string;
}

export interface IdempotencyRecord extends IdempotencyScope {
  /** Digest of the request body. */
  bodyHash: string;
  /** Undefined while the first request still runs. */
  outcome: JsonObject | undefined;
  /** Until when a request without outcome counts as running; a crash must not hold the key for ever. */
  runningUntil: number;
  expiresAt: number;
}

export interface IdempotencyRecords {
  find(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined>;
  /** Inserts or replaces. */
  put(record: IdempotencyRecord): Promise<void>;
  remove(scope: IdempotencyScope): Promise<void>;
  removeExpired(now: number, limit: number): Promise<number>;
}

export interface OrderRecords {
  put(merchantId: string, orderKey: string, order: JsonObject, now: number): Promise<void>;
  find(merchantId: string, orderKey: string): Promise<JsonObject | undefined>;
}

/** Rate limits, shared by all instances: a bucket holds tokens that refill with time. */
export interface CounterRecords {
  find(name: string): Promise<{ value: number; updatedAt: number } | undefined>;
  put(name: string, value: number, updatedAt: number, expiresAt: number): Promise<void>;
  removeExpired(now: number, limit: number): Promise<number>;
}

/** A mail that is still to be sent; the row is written with the fact that it reports. */
export interface MailRecord {
  mailId: string;
  merchantId: string;
  /** One of a kind: a second row with the same key is not inserted. */
  uniqueKey: string;
  recipient: string;
  subject: string;
  text: string;
  attemptCount: number;
  nextAttemptAt: number | undefined;
  claimedUntil: number | undefined;
  /** The message that carried it; several mails of one digest share it. */
  messageId: string | undefined;
  sentAt: number | undefined;
  createdAt: number;
}

export interface MailRecords {
  /** False when a mail with the unique key exists already. */
  insert(mail: MailRecord): Promise<boolean>;
  update(mail: MailRecord): Promise<void>;
  listDue(now: number, limit: number): Promise<MailRecord[]>;
  listDueOfStore(merchantId: string, now: number, limit: number): Promise<MailRecord[]>;
  /** Messages to a store that were sent, or are being sent, since then, and when the first of them was. */
  messagesSince(merchantId: string, since: number): Promise<{ count: number; firstAt: number | undefined }>;
  /** Lets all due mails of a store wait. */
  postponeOfStore(merchantId: string, now: number, until: number): Promise<void>;
  /** Mails of the store that were not sent yet never will be; returns how many. */
  cancelOfStore(merchantId: string): Promise<number>;
  nextDue(): Promise<number | undefined>;
  countSince(merchantId: string, since: number): Promise<number>;
}

export interface AuditRecord {
  at: number;
  actor: string;
  action: string;
  merchantId: string | undefined;
  subject: string | undefined;
  /** What changed; never a secret. */
  detail: JsonObject;
}

export interface AuditRecords {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(filter: {
    merchantId?: string | undefined;
    subject?: string | undefined;
    limit: number;
    before?: number | undefined;
  }): Promise<AuditRecord[]>;
}

export interface User {
  userId: string;
  email: string;
  passwordHash: string;
  role: UserRole;
  /** Undefined for operators, who see all stores. */
  merchantId: string | undefined;
  createdAt: number;
  disabledAt: number | undefined;
}

export interface UserSession {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  userId: string;
  csrfToken: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

export interface UserRecords {
  /** @throws when the e-mail is taken. */
  insert(user: User): Promise<void>;
  findByEmail(email: string): Promise<User | undefined>;
  find(userId: string): Promise<User | undefined>;
  list(merchantId?: string): Promise<User[]>;
  update(user: User): Promise<void>;
  insertSession(session: UserSession): Promise<void>;
  findSession(tokenHash: string): Promise<UserSession | undefined>;
  touchSession(tokenHash: string, now: number): Promise<void>;
  removeSession(tokenHash: string): Promise<void>;
  removeSessionsOfUser(userId: string): Promise<void>;
  removeExpiredSessions(now: number): Promise<number>;
}

/** Small facts about the deployment itself, such as a generated encryption key. */
export interface SettingRecords {
  list(): Promise<{ name: string; value: string }[]>;
  find(name: string): Promise<string | undefined>;
  /** Keeps the first value when two instances write at once; returns the value that stands. */
  putIfAbsent(name: string, value: string): Promise<string>;
  put(name: string, value: string): Promise<void>;
}
