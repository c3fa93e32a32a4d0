// Stores in memory.
import type { StoreRecords } from "../port/store-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

export function createStoreRecords(tables: MemoryTables): StoreRecords {
  const { stores } = tables;
  return {
    insertIfAbsent: async (store) => stores.insertIfAbsent(store),
    async find(merchantId) {
      const store = stores.find(merchantId);
      return store?.deletedAt === undefined ? store : undefined;
    },
    findMany: async (merchantIds) =>
      stores.list(({ merchantId, deletedAt }) => deletedAt === undefined && merchantIds.includes(merchantId)),
    findEvenDeleted: async (merchantId) => stores.find(merchantId),
    async update(store) {
      stores.change(store.merchantId, store);
    },
    async archive(merchantId, archivedId) {
      const found = stores.find(merchantId);
      if (found?.deletedAt === undefined) return false;
      stores.insert({ ...found, merchantId: archivedId });
      giveOtherId(tables, merchantId, archivedId);
      return stores.remove(merchantId);
    },
    list: async ({ limit, after = "" }) =>
      stores.list((row) => row.deletedAt === undefined && row.merchantId > after, {
        order: byText((row) => row.merchantId),
        limit,
      }),
  };
}

/** Where a store's own rows are; rows that belong to a payment or a delivery go with it. */
function giveOtherId(tables: MemoryTables, merchantId: string, archivedId: string): void {
  const isOwn = (row: { merchantId?: string | undefined }) => row.merchantId === merchantId;
  const other = { merchantId: archivedId };
  for (const { paymentId, version } of tables.payments.list(isOwn)) {
    tables.payments.change(paymentId, { ...other, version: version + 1 });
  }
  for (const { id } of tables.apiKeys.list(isOwn)) tables.apiKeys.change(id, other);
  for (const { deliveryId } of tables.deliveries.list(isOwn)) tables.deliveries.change(deliveryId, other);
  for (const { mailId } of tables.mails.list(isOwn)) tables.mails.change(mailId, other);
  for (const { number } of tables.audit.list(isOwn)) tables.audit.change(String(number), other);
  for (const { userId } of tables.users.list(isOwn)) tables.users.change(userId, other);
  for (const row of tables.idempotency.list(isOwn)) {
    tables.idempotency.remove(keyFrom(row.merchantId, row.environment, row.route, row.key));
    tables.idempotency.put({ ...row, ...other });
  }
  for (const row of tables.orders.list(isOwn)) {
    tables.orders.remove(keyFrom(row.merchantId, row.orderKey));
    tables.orders.put({ ...row, ...other });
  }
}
