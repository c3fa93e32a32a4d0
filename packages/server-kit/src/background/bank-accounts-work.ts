// Background work: puts new bank accounts into effect after their waiting period.
import type { StoreDependencies } from "../flows/stores/change-store.js";
import { applyNextBankAccount } from "../flows/waiting-bank-account.js";
import type { DueWork } from "./due-work.js";

export function createBankAccountsWork(dependencies: StoreDependencies): DueWork {
  return {
    name: "bank_accounts",
    async runDue() {
      let count = 0;
      while (await applyNextBankAccount(dependencies)) count += 1;
      return count;
    },
    nextDue: () => dependencies.storage.read((records) => records.waitingAccounts.nextDue()),
  };
}
