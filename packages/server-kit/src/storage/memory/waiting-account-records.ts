// Pending bank accounts in memory.
import type { WaitingAccountRecords } from "../port/waiting-account-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byFigure } from "./orders-of-rows.js";

export function createWaitingAccountRecords({ waitingBankAccounts }: MemoryTables): WaitingAccountRecords {
  return {
    find: async (merchantId) => waitingBankAccounts.find(merchantId),
    async put(waiting) {
      waitingBankAccounts.put(waiting);
    },
    remove: async (merchantId) => waitingBankAccounts.remove(merchantId),
    findDue: async (now) =>
      waitingBankAccounts.first(
        (row) => row.effectiveAt <= now,
        byFigure((row) => row.effectiveAt),
      ),
    nextDue: async () => waitingBankAccounts.least((row) => row.effectiveAt),
  };
}
