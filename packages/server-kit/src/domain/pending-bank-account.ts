// A store's new bank account before it takes effect: the delay lets an owner withdraw it.
import type { BankAccount } from "./store.js";

/** Requested, and not in effect yet. */
export interface PendingBankAccount {
  merchantId: string;
  account: BankAccount;
  actor: string;
  requestedAt: number;
  /** When it replaces the store's account, epoch milliseconds. */
  effectiveAt: number;
}
