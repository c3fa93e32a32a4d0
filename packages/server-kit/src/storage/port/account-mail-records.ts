// Records of account mails.
import type { AccountMail } from "../../domain/account.js";

export interface AccountMailRecords {
  insert(mail: AccountMail): Promise<void>;
  update(mail: AccountMail): Promise<void>;
  /** The unclaimed mail that has been due longest. */
  findDue(now: number): Promise<AccountMail | undefined>;
  /** When the next mail is due, epoch milliseconds; undefined when none is queued. */
  nextDue(): Promise<number | undefined>;
  /** Mails that still have their text, by id, after the given one: for re-encryption. */
  listSealed(page: { after: string; limit: number }): Promise<AccountMail[]>;
  /** The distinct ids of the encryption keys of texts. */
  listSealingKeyIds(): Promise<string[]>;
  /** Deletes mails created before this time, sent or not; returns how many. */
  removeOlder(before: number): Promise<number>;
}
