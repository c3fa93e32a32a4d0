// Uploaded logos, in SQLite.
import type { LogoRecords } from "../port/logo-records.js";
import { storeLogosTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createLogoRecords(database: Database): LogoRecords {
  const logos = createTableAccess(database, storeLogosTable);
  return {
    find: async (merchantId, fileName) =>
      logos.first(
        `SELECT ${logos.columns} FROM store_logos WHERE merchant_id = @merchantId AND file_name = @fileName`,
        { merchantId, fileName },
      ),
    async put(logo) {
      if (logos.update(logo, "merchant_id") === 0) logos.insert(logo);
    },
    remove: async (merchantId) =>
      database.prepare("DELETE FROM store_logos WHERE merchant_id = @merchantId").run({ merchantId }).changes > 0,
  };
}
