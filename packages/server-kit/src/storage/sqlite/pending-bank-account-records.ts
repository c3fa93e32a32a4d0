// Pending bank accounts in SQLite.
import type { PendingBankAccountRecords } from "../port/pending-bank-account-records.js";
import { pendingBankAccountsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createPendingBankAccountRecords(database: Database): PendingBankAccountRecords {
  const accounts = createTableAccess(database, pendingBankAccountsTable);
  const select = `SELECT ${accounts.columns} FROM waiting_bank_accounts`;
  return {
    find: async (merchantId) => accounts.first(`${select} WHERE merchant_id = @merchantId`, { merchantId }),
    async put(account) {
      if (accounts.update(account, "merchant_id") === 0) accounts.insert(account);
    },
    remove: async (merchantId) =>
      database.prepare("DELETE FROM waiting_bank_accounts WHERE merchant_id = @merchantId").run({ merchantId })
        .changes > 0,
    findDue: async (now) =>
      accounts.first(`${select} WHERE effective_at <= @now ORDER BY effective_at, merchant_id LIMIT 1`, { now }),
    nextDue: async () => selectNumber(database, "SELECT min(effective_at) FROM waiting_bank_accounts"),
  };
}
