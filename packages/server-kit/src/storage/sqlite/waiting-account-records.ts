// Pending bank accounts in SQLite.
import type { WaitingAccountRecords } from "../port/waiting-account-records.js";
import { waitingBankAccountsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createWaitingAccountRecords(database: Database): WaitingAccountRecords {
  const waiting = createTableAccess(database, waitingBankAccountsTable);
  const select = `SELECT ${waiting.columns} FROM waiting_bank_accounts`;
  return {
    find: async (merchantId) => waiting.first(`${select} WHERE merchant_id = @merchantId`, { merchantId }),
    async put(one) {
      if (waiting.update(one, "merchant_id") === 0) waiting.insert(one);
    },
    remove: async (merchantId) =>
      database.prepare("DELETE FROM waiting_bank_accounts WHERE merchant_id = @merchantId").run({ merchantId })
        .changes > 0,
    findDue: async (now) =>
      waiting.first(`${select} WHERE effective_at <= @now ORDER BY effective_at, merchant_id LIMIT 1`, { now }),
    nextDue: async () => selectNumber(database, "SELECT min(effective_at) FROM waiting_bank_accounts"),
  };
}
