// A new bank account of a store that waits until it takes effect, so that an owner can withdraw it.
import type { BankAccount } from "./store.js";

/** Requested, and not in effect yet. */
export interface WaitingBankAccount {
  merchantId: string;
  account: BankAccount;
  actor: string;
  requestedAt: number;
  /** When it replaces the store's account, epoch milliseconds. */
  effectiveAt: number;
}
