// Uploaded logos, in memory.
import type { LogoRecords } from "../port/logo-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createLogoRecords({ storeLogos }: MemoryTables): LogoRecords {
  return {
    async find(merchantId, fileName) {
      const logo = storeLogos.find(merchantId);
      return logo?.fileName === fileName ? logo : undefined;
    },
    async put(logo) {
      storeLogos.put(logo);
    },
    remove: async (merchantId) => storeLogos.remove(merchantId),
  };
}
