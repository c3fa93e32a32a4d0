// Stores in SQLite.
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
  const findSql = `${select} WHERE merchant_id = ? AND deleted_at IS NULL`;
  return {
    insertIfAbsent: async (store) => stores.insertOr("ON CONFLICT (merchant_id) DO NOTHING", toStoreRow(store)) === 1,
    async find(merchantId) {
      const row = stores.first(findSql, [merchantId]);
      return row && fromStoreRow(row);
    },
    findMany: async (merchantIds) =>
      stores
        .all(`${select} WHERE merchant_id IN (SELECT value FROM json_each(@ids)) AND deleted_at IS NULL`, {
          ids: JSON.stringify(merchantIds),
        })
        .map(fromStoreRow),
    async findIncludingDeleted(merchantId) {
      const row = stores.first(`${select} WHERE merchant_id = @merchantId`, { merchantId });
      return row && fromStoreRow(row);
    },
    async update(store) {
      stores.update(toStoreRow(store), "merchant_id");
    },
    async beginArchive(merchantId, archivedId) {
      const found = stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NOT NULL`, {
        merchantId,
      });
      if (found === undefined) return undefined;
      // The row was found just before; the column is text or NULL.
      const begun = database
        .prepare("SELECT archived_as AS id FROM stores WHERE merchant_id = @merchantId")
        .get({ merchantId }) as { id: string | null };
      if (begun.id !== null) return begun.id;
      // The copy is inserted first and the original deleted last, so that foreign keys always refer to a store.
      stores.insert({ ...found, merchantId: archivedId });
      database
        .prepare("UPDATE stores SET archived_as = @archivedId WHERE merchant_id = @merchantId")
        .run({ merchantId, archivedId });
      return archivedId;
    },
    async listSealingKeyIds() {
      return [...new Set(sealingKeyIdsOfStores.flatMap((sql) => selectTexts(database, sql)))];
    },
    async archiveSlice(merchantId, archivedId, limit) {
      const sql = "SELECT payment_id FROM payments WHERE merchant_id = @merchantId LIMIT @limit";
      const ids = JSON.stringify(selectTexts(database, sql, { merchantId, limit }));
      let moved = 0;
      for (const table of ["payments", ...ownedByPayment].reverse()) {
        const versionUpdate = table === "payments" ? ", version = version + 1" : "";
        moved += database
          .prepare(
            `UPDATE ${table} SET merchant_id = @archivedId${versionUpdate}
             WHERE payment_id IN (SELECT value FROM json_each(@ids)) AND merchant_id = @merchantId`,
          )
          .run({ merchantId, archivedId, ids }).changes;
      }
      for (const owned of ownedByStore) {
        moved += database.prepare(moveRowsSql(owned)).run({ merchantId, archivedId, limit }).changes;
      }
      if (moved === 0) {
        const remove = database.prepare(
          "DELETE FROM stores WHERE merchant_id = @merchantId AND archived_as = @archivedId",
        );
        remove.run({ merchantId, archivedId });
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
      return stores
        .all(`${select} WHERE deleted_at IS NULL AND merchant_id > @after ORDER BY merchant_id LIMIT @limit`, {
          limit,
          after,
        })
        .map(fromStoreRow);
    },
  };
}
