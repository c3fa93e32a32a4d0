// Records of mails to stores: an outbox, written with the change that they report.
import type { MailRecord } from "../../domain/mail.js";

export interface MailRecords {
  /** False when a mail with the unique key exists already. */
  insert(mail: MailRecord): Promise<boolean>;
  update(mail: MailRecord): Promise<void>;
  listDue(now: number, limit: number): Promise<MailRecord[]>;
  listDueOfStore(merchantId: string, now: number, limit: number): Promise<MailRecord[]>;
  /** Messages to a store sent or being sent since then, and the time of the first of them. */
  messagesSince(merchantId: string, since: number): Promise<{ count: number; firstAt: number | undefined }>;
  /** Defers all due mails of a store. */
  postponeOfStore(merchantId: string, now: number, until: number): Promise<void>;
  /** Cancels unsent mails of the store; returns how many. */
  cancelOfStore(merchantId: string): Promise<number>;
  /** When the next mail is due, epoch milliseconds; undefined when none is queued. */
  nextDue(): Promise<number | undefined>;
  /** Mails of a store created since then, sent or not. */
  countSince(merchantId: string, since: number): Promise<number>;
}
