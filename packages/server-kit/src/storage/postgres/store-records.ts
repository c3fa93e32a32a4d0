// Stores in PostgreSQL.
import type { StoreRecords } from "../port/store-records.js";
import { fromStoreRow, toStoreRow } from "../store-row.js";
import { storesTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

/** Where a store's own rows are; rows that belong to a payment or a delivery go with it. */
const ownedSql = [
  "UPDATE payments SET merchant_id = @archivedId, version = version + 1 WHERE merchant_id = @merchantId",
  ...["api_keys", "deliveries", "idempotency_keys", "orders", "mails", "audit", "users"].map(
    (table) => `UPDATE ${table} SET merchant_id = @archivedId WHERE merchant_id = @merchantId`,
  ),
];

export function createStoreRecords(database: Database): StoreRecords {
  const stores = createTableAccess(database, storesTable);
  const select = `SELECT ${stores.columns} FROM stores`;
  return {
    insertIfAbsent: async (store) =>
      (await stores.insertOr("ON CONFLICT (merchant_id) DO NOTHING", toStoreRow(store))) === 1,
    async find(merchantId) {
      const row = await stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NULL`, {
        merchantId,
      });
      return row && fromStoreRow(row);
    },
    findMany: async (merchantIds) =>
      (
        await stores.all(`${select} WHERE merchant_id = ANY(@ids) AND deleted_at IS NULL`, { ids: [...merchantIds] })
      ).map(fromStoreRow),
    async findEvenDeleted(merchantId) {
      const row = await stores.first(`${select} WHERE merchant_id = @merchantId`, { merchantId });
      return row && fromStoreRow(row);
    },
    async update(store) {
      await stores.update(toStoreRow(store), "merchant_id");
    },
    async archive(merchantId, archivedId) {
      const found = await stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NOT NULL`, {
        merchantId,
      });
      if (found === undefined) return false;
      // The copy first and the original last: keys refer to a store at every moment.
      await stores.insert({ ...found, merchantId: archivedId });
      for (const sql of ownedSql) await database.run(sql, { merchantId, archivedId });
      await database.run("DELETE FROM stores WHERE merchant_id = @merchantId", { merchantId });
      return true;
    },
    async list({ limit, after = "" }) {
      return (
        await stores.all(
          `${select} WHERE deleted_at IS NULL AND merchant_id > @after ORDER BY merchant_id LIMIT @limit`,
          {
            limit,
            after,
          },
        )
      ).map(fromStoreRow);
    },
  };
}
