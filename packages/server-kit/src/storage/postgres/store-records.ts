// Stores in PostgreSQL.
import { moveRowsSql, ownedByPayment, ownedByStore } from "../owned-rows.js";
import type { StoreRecords } from "../port/store-records.js";
import { sealingKeyIdsOfStores } from "../sealing-key-ids.js";
import { fromStoreRow, toStoreRow } from "../store-row.js";
import { storesTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

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
    async findIncludingDeleted(merchantId) {
      const row = await stores.first(`${select} WHERE merchant_id = @merchantId`, { merchantId });
      return row && fromStoreRow(row);
    },
    async update(store) {
      await database.lockStore(store.merchantId);
      await stores.update(toStoreRow(store), "merchant_id");
    },
    async beginArchive(merchantId, archivedId) {
      const found = await stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NOT NULL`, {
        merchantId,
      });
      if (found === undefined) return undefined;
      const begun = await database.first("SELECT archived_as AS id FROM stores WHERE merchant_id = @merchantId", {
        merchantId,
      });
      if (typeof begun?.id === "string") return begun.id;
      // The copy is inserted first and the original deleted last, so that foreign keys always refer to a store.
      await stores.insert({ ...found, merchantId: archivedId });
      await database.run("UPDATE stores SET archived_as = @archivedId WHERE merchant_id = @merchantId", {
        merchantId,
        archivedId,
      });
      return archivedId;
    },
    async listSealingKeyIds() {
      const found = new Set<string>();
      for (const sql of sealingKeyIdsOfStores) for (const id of await selectTexts(database, sql)) found.add(id);
      return [...found];
    },
    async archiveSlice(merchantId, archivedId, limit) {
      const sql = "SELECT payment_id FROM payments WHERE merchant_id = @merchantId LIMIT @limit";
      const ids = await selectTexts(database, sql, { merchantId, limit });
      let moved = 0;
      for (const table of ["payments", ...ownedByPayment].reverse()) {
        const versionUpdate = table === "payments" ? ", version = version + 1" : "";
        moved += await database.run(
          `UPDATE ${table} SET merchant_id = @archivedId${versionUpdate} WHERE payment_id = ANY(@ids) AND merchant_id = @merchantId`,
          { merchantId, archivedId, ids },
        );
      }
      for (const owned of ownedByStore) {
        moved += await database.run(moveRowsSql(owned), { merchantId, archivedId, limit });
      }
      if (moved === 0) {
        await database.run("DELETE FROM stores WHERE merchant_id = @merchantId AND archived_as = @archivedId", {
          merchantId,
          archivedId,
        });
      }
      return moved;
    },
    async listDeletedWithDeliveries(limit) {
      return selectTexts(
        database,
        `SELECT merchant_id FROM stores WHERE deleted_at IS NOT NULL AND EXISTS
           (SELECT 1 FROM deliveries WHERE merchant_id = stores.merchant_id AND finished_at IS NULL) LIMIT @limit`,
        { limit },
      );
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
