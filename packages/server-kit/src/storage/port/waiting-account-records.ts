// Records of pending bank accounts: at most one per store.
import type { WaitingBankAccount } from "../../domain/waiting-bank-account.js";

export interface WaitingAccountRecords {
  find(merchantId: string): Promise<WaitingBankAccount | undefined>;
  /** Inserts or replaces. */
  put(waiting: WaitingBankAccount): Promise<void>;
  /** False when the store has none. */
  remove(merchantId: string): Promise<boolean>;
  /** One that is due at `now`. */
  findDue(now: number): Promise<WaitingBankAccount | undefined>;
  /** When the next one becomes effective, epoch milliseconds; undefined when there is none. */
  nextDue(): Promise<number | undefined>;
}
