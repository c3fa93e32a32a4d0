// Pending bank accounts in memory.
import type { PendingBankAccountRecords } from "../port/pending-bank-account-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createPendingBankAccountRecords({ pendingBankAccounts }: MemoryTables): PendingBankAccountRecords {
  return {
    find: async (merchantId) => pendingBankAccounts.find(merchantId),
    async put(account) {
      pendingBankAccounts.put(account);
    },
    remove: async (merchantId) => pendingBankAccounts.remove(merchantId),
    findDue: async (now) =>
      pendingBankAccounts.first(
        (row) => row.effectiveAt <= now,
        byNumber((row) => row.effectiveAt),
      ),
    nextDue: async () => pendingBankAccounts.least((row) => row.effectiveAt),
  };
}
