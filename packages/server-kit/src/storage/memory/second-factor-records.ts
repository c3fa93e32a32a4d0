// Second factors in memory.
import type { SecondFactorRecords } from "../port/second-factor-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

export function createSecondFactorRecords({ userSecondFactors }: MemoryTables): SecondFactorRecords {
  return {
    find: async (userId) => userSecondFactors.find(userId),
    async put(factor) {
      userSecondFactors.put(factor);
    },
    remove: async (userId) => userSecondFactors.remove(userId),
    list: async () => userSecondFactors.list(() => true, { order: byText((row) => row.userId) }),
  };
}
