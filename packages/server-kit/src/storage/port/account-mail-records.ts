// Records of mails to people about their accounts.
import type { AccountMail } from "../../domain/account.js";

export interface AccountMailRecords {
  insert(mail: AccountMail): Promise<void>;
  update(mail: AccountMail): Promise<void>;
  /** The mail that is due longest and that nobody is sending. */
  findDue(now: number): Promise<AccountMail | undefined>;
  nextDue(): Promise<number | undefined>;
  /** Mails whose text is still kept, for re-sealing. */
  listSealed(): Promise<AccountMail[]>;
  /** Mails that were written before the moment, sent or not; returns how many. */
  removeOlder(before: number): Promise<number>;
}
