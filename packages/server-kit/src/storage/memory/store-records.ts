// Stores in memory.
import type { StoreRecords } from "../port/store-records.js";
import { keyFrom, type MemoryTable } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";
import { sealingKeyIdsOf } from "./sealing-key-ids.js";

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
    findIncludingDeleted: async (merchantId) => stores.find(merchantId),
    async update(store) {
      stores.change(store.merchantId, store);
    },
    async beginArchive(merchantId, archivedId) {
      const found = stores.find(merchantId);
      if (found?.deletedAt === undefined) return undefined;
      const begun = tables.archivedStores.find(merchantId);
      if (begun !== undefined) return begun.archivedId;
      stores.insert({ ...found, merchantId: archivedId });
      tables.archivedStores.put({ merchantId, archivedId });
      return archivedId;
    },
    async archiveSlice(merchantId, archivedId, limit) {
      const moved = giveOtherId(tables, { merchantId, archivedId, limit });
      if (moved === 0) {
        stores.remove(merchantId);
        tables.archivedStores.remove(merchantId);
      }
      return moved;
    },
    async listSealingKeyIds() {
      const kept = stores.list(({ deletedAt }) => deletedAt === undefined);
      return sealingKeyIdsOf(kept.flatMap((store) => [store.sealedWebhookSecret, store.sealedNextWebhookSecret]));
    },
    listDeletedWithDeliveries: async (limit) =>
      stores
        .list(
          ({ merchantId, deletedAt }) =>
            deletedAt !== undefined &&
            tables.deliveries.first((row) => row.merchantId === merchantId && row.finishedAt === undefined) !==
              undefined,
          { limit },
        )
        .map(({ merchantId }) => merchantId),
    list: async ({ limit, after = "" }) =>
      stores.list((row) => row.deletedAt === undefined && row.merchantId > after, {
        order: byText((row) => row.merchantId),
        limit,
      }),
  };
}

/** The tables whose rows name a store, without those of the stores themselves. */
type TableOfStores = {
  [Name in keyof MemoryTables]: MemoryTables[Name] extends MemoryTable<infer Row>
    ? "merchantId" extends keyof Row
      ? Name
      : never
    : never;
}[Exclude<keyof MemoryTables, "stores" | "archivedStores">];

/** Rows that only name a payment or a delivery belong to its store. */
function giveOtherId(
  tables: MemoryTables,
  { merchantId, archivedId, limit }: { merchantId: string; archivedId: string; limit: number },
): number {
  function move<Row extends { merchantId?: string | undefined }>(
    table: MemoryTable<Row>,
    changesOf: (row: Row) => object = () => ({}),
  ): number {
    const rows = table.list((row) => row.merchantId === merchantId, { limit });
    for (const row of rows) table.changeKey(row, { ...row, ...changesOf(row), merchantId: archivedId });
    return rows.length;
  }
  // The compiler names a table that is missing here.
  const moved: Record<TableOfStores, number> = {
    payments: move(tables.payments, ({ version }) => ({ version: version + 1 })),
    alerts: move(tables.alerts),
    apiKeys: move(tables.apiKeys),
    deliveries: move(tables.deliveries),
    mails: move(tables.mails),
    audit: move(tables.audit),
    users: move(tables.users),
    storeLogos: move(tables.storeLogos),
    pendingBankAccounts: move(tables.pendingBankAccounts),
    receipts: move(tables.receipts),
    statements: move(tables.statements),
    statementEntries: move(tables.statementEntries, ({ fingerprint, occurrence }) => {
      tables.statementBookings.remove(keyFrom(merchantId, fingerprint, occurrence));
      tables.statementBookings.put({ booking: keyFrom(archivedId, fingerprint, occurrence) });
      return {};
    }),
    statementColumnMaps: move(tables.statementColumnMaps),
    webhookListeners: move(tables.webhookListeners),
    listenedEvents: move(tables.listenedEvents),
    idempotency: move(tables.idempotency),
    orders: move(tables.orders),
  };
  return Object.values(moved).reduce((sum, count) => sum + count, 0);
}
