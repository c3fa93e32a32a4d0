// Records of account mails.
import type { AccountMail } from "../../domain/account.js";

export interface AccountMailRecords {
  insert(mail: AccountMail): Promise<void>;
  update(mail: AccountMail): Promise<void>;
  /** The unclaimed mail that has been due longest. */
  findDue(now: number): Promise<AccountMail | undefined>;
  nextDue(): Promise<number | undefined>;
  /** Mails that still have their text, for re-encryption. */
  listSealed(): Promise<AccountMail[]>;
  /** Deletes mails created before this time, sent or not; returns how many. */
  removeOlder(before: number): Promise<number>;
}
