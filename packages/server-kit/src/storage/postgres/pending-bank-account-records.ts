// Pending bank accounts in PostgreSQL.
import type { PendingBankAccountRecords } from "../port/pending-bank-account-records.js";
import { pendingBankAccountsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createPendingBankAccountRecords(database: Database): PendingBankAccountRecords {
  const accounts = createTableAccess(database, pendingBankAccountsTable);
  const select = `SELECT ${accounts.columns} FROM waiting_bank_accounts`;
  return {
    find: async (merchantId) => await accounts.first(`${select} WHERE merchant_id = @merchantId`, { merchantId }),
    async put(account) {
      if ((await accounts.update(account, "merchant_id")) === 0) await accounts.insert(account);
    },
    remove: async (merchantId) =>
      (await database.run("DELETE FROM waiting_bank_accounts WHERE merchant_id = @merchantId", { merchantId })) > 0,
    findDue: async (now) =>
      await accounts.first(`${select} WHERE effective_at <= @now ORDER BY effective_at, merchant_id LIMIT 1`, { now }),
    nextDue: async () => await selectNumber(database, "SELECT min(effective_at) FROM waiting_bank_accounts"),
  };
}
