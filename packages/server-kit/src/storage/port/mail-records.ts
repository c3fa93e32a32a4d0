// Records of mails. The mail row is an outbox: it is written with the fact that it reports.
import type { MailRecord } from "../../domain/mail.js";

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
