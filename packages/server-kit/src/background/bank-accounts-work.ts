// Background work: puts new bank accounts into effect after their waiting period.

import { applyNextBankAccount } from "../flows/pending-bank-account.js";
import type { StoreDependencies } from "../flows/stores/change-store.js";
import type { DueWork } from "./due-work.js";

export function createBankAccountsWork(dependencies: StoreDependencies): DueWork {
  return {
    name: "bank_accounts",
    async runDue() {
      let count = 0;
      while (await applyNextBankAccount(dependencies)) count += 1;
      return count;
    },
    nextDue: () => dependencies.storage.read((records) => records.pendingBankAccounts.nextDue()),
  };
}
