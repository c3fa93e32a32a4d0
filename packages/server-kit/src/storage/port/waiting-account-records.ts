// Records of accounts for buyers' money that do not count yet: at most one for each store.
import type { WaitingBankAccount } from "../../domain/account.js";

export interface WaitingAccountRecords {
  find(merchantId: string): Promise<WaitingBankAccount | undefined>;
  /** Inserts, or replaces the store's one. */
  put(waiting: WaitingBankAccount): Promise<void>;
  /** False when the store has none. */
  remove(merchantId: string): Promise<boolean>;
  /** One whose time has come. */
  findDue(now: number): Promise<WaitingBankAccount | undefined>;
  nextDue(): Promise<number | undefined>;
}
