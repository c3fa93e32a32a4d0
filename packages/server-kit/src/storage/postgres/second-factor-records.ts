// Second factors in PostgreSQL.
import type { SecondFactorRecords } from "../port/second-factor-records.js";
import { sealingKeyIdsSql } from "../sealing-key-ids.js";
import { userSecondFactorsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createSecondFactorRecords(database: Database): SecondFactorRecords {
  const factors = createTableAccess(database, userSecondFactorsTable);
  const select = `SELECT ${factors.columns} FROM user_second_factors`;
  return {
    find: async (userId) => await factors.first(`${select} WHERE user_id = @userId`, { userId }),
    async put(factor) {
      if ((await factors.update(factor, "user_id")) === 0) await factors.insert(factor);
    },
    remove: async (userId) =>
      (await database.run("DELETE FROM user_second_factors WHERE user_id = @userId", { userId })) > 0,
    list: async ({ after, limit }) =>
      await factors.all(`${select} WHERE user_id > @after ORDER BY user_id LIMIT @limit`, { after, limit }),
    listSealingKeyIds: async () =>
      await selectTexts(database, sealingKeyIdsSql("user_second_factors", "sealed_secret", "true")),
  };
}
