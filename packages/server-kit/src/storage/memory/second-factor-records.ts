// Second factors in memory.
import type { SecondFactorRecords } from "../port/second-factor-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";
import { sealingKeyIdsOf } from "./sealing-key-ids.js";

export function createSecondFactorRecords({ userSecondFactors }: MemoryTables): SecondFactorRecords {
  return {
    find: async (userId) => userSecondFactors.find(userId),
    async put(factor) {
      userSecondFactors.put(factor);
    },
    remove: async (userId) => userSecondFactors.remove(userId),
    list: async ({ after, limit }) =>
      userSecondFactors.list((row) => row.userId > after, { order: byText((row) => row.userId), limit }),
    listSealingKeyIds: async () =>
      sealingKeyIdsOf([...userSecondFactors.rows()].map(({ sealedSecret }) => sealedSecret)),
  };
}
