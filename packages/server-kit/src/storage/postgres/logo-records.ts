// Uploaded logos, in PostgreSQL.
import type { LogoRecords } from "../port/logo-records.js";
import { storeLogosTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createLogoRecords(database: Database): LogoRecords {
  const logos = createTableAccess(database, storeLogosTable);
  return {
    find: async (merchantId, fileName) =>
      await logos.first(
        `SELECT ${logos.columns} FROM store_logos WHERE merchant_id = @merchantId AND file_name = @fileName`,
        { merchantId, fileName },
      ),
    async put(logo) {
      if ((await logos.update(logo, "merchant_id")) === 0) await logos.insert(logo);
    },
    remove: async (merchantId) =>
      (await database.run("DELETE FROM store_logos WHERE merchant_id = @merchantId", { merchantId })) > 0,
  };
}
