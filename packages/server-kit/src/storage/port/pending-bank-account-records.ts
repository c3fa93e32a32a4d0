// Records of pending bank accounts: at most one per store. Their table is `waiting_bank_accounts`.
import type { PendingBankAccount } from "../../domain/pending-bank-account.js";

export interface PendingBankAccountRecords {
  find(merchantId: string): Promise<PendingBankAccount | undefined>;
  /** Inserts or replaces. */
  put(account: PendingBankAccount): Promise<void>;
  /** False when the store has none. */
  remove(merchantId: string): Promise<boolean>;
  /** One that is due at `now`. */
  findDue(now: number): Promise<PendingBankAccount | undefined>;
  /** When the next one becomes effective, epoch milliseconds; undefined when there is none. */
  nextDue(): Promise<number | undefined>;
}
