// Pending bank accounts in PostgreSQL.
import type { WaitingAccountRecords } from "../port/waiting-account-records.js";
import { waitingBankAccountsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createWaitingAccountRecords(database: Database): WaitingAccountRecords {
  const waiting = createTableAccess(database, waitingBankAccountsTable);
  const select = `SELECT ${waiting.columns} FROM waiting_bank_accounts`;
  return {
    find: async (merchantId) => await waiting.first(`${select} WHERE merchant_id = @merchantId`, { merchantId }),
    async put(one) {
      if ((await waiting.update(one, "merchant_id")) === 0) await waiting.insert(one);
    },
    remove: async (merchantId) =>
      (await database.run("DELETE FROM waiting_bank_accounts WHERE merchant_id = @merchantId", { merchantId })) > 0,
    findDue: async (now) =>
      await waiting.first(`${select} WHERE effective_at <= @now ORDER BY effective_at, merchant_id LIMIT 1`, { now }),
    nextDue: async () => await selectNumber(database, "SELECT min(effective_at) FROM waiting_bank_accounts"),
  };
}
