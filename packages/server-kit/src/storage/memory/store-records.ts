// Stores in memory.
import type { StoreRecords } from "../port/store-records.js";
import { keyFrom, type MemoryTable } from "./memory-table.js";
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
      const sealed = stores
        .list(({ deletedAt }) => deletedAt === undefined)
        .flatMap((store) => [store.sealedWebhookSecret, store.sealedNextWebhookSecret ?? []].flat());
      return [...new Set(sealed.map((text) => text.slice(3, 11)))];
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

/** The tables with rows of a store; rows of a payment or a delivery move with it. */
function giveOtherId(
  tables: MemoryTables,
  { merchantId, archivedId, limit }: { merchantId: string; archivedId: string; limit: number },
): number {
  const other = { merchantId: archivedId };
  let moved = 0;
  function move<Row extends { merchantId?: string | undefined }>(
    table: MemoryTable<Row>,
    change: (row: Row) => unknown,
    isAmong: (row: Readonly<Row>) => boolean = () => true,
  ): Row[] {
    const rows = table.list((row) => row.merchantId === merchantId && isAmong(row), { limit });
    for (const row of rows) change(row);
    moved += rows.length;
    return rows;
  }
  const payments = move(tables.payments, ({ paymentId, version }) =>
    tables.payments.change(paymentId, { ...other, version: version + 1 }),
  );
  const ids = new Set(payments.map(({ paymentId }) => paymentId));
  const isOfThese = ({ paymentId }: { paymentId: string }) => ids.has(paymentId);
  for (const { alertId } of tables.alerts.list((row) => row.merchantId === merchantId && isOfThese(row))) {
    tables.alerts.change(alertId, other);
    moved += 1;
  }
  move(tables.apiKeys, ({ id }) => tables.apiKeys.change(id, other));
  move(tables.deliveries, ({ deliveryId }) => tables.deliveries.change(deliveryId, other));
  move(tables.mails, ({ mailId }) => tables.mails.change(mailId, other));
  move(tables.audit, ({ number }) => tables.audit.change(String(number), other));
  move(tables.users, ({ userId }) => tables.users.change(userId, other));
  move(tables.receipts, ({ receiptId }) => tables.receipts.change(receiptId, other));
  move(tables.statements, ({ statementId }) => tables.statements.change(statementId, other));
  move(tables.statementEntries, (row) => {
    tables.statementEntries.change(row.entryId, other);
    const { fingerprint, occurrence } = row;
    tables.statementBookings.remove(keyFrom(merchantId, fingerprint, occurrence));
    tables.statementBookings.put({ booking: keyFrom(archivedId, fingerprint, occurrence) });
  });
  move(tables.statementColumnMaps, (row) => {
    tables.statementColumnMaps.remove(merchantId);
    tables.statementColumnMaps.put({ ...row, ...other });
  });
  move(tables.webhookListeners, (row) => {
    tables.webhookListeners.remove(merchantId);
    tables.webhookListeners.put({ ...row, ...other });
  });
  move(tables.listenedEvents, (row) => {
    tables.listenedEvents.remove(keyFrom(merchantId, row.number));
    tables.listenedEvents.put({ ...row, ...other });
  });
  move(tables.idempotency, (row) => {
    tables.idempotency.remove(keyFrom(row.merchantId, row.environment, row.route, row.key));
    tables.idempotency.put({ ...row, ...other });
  });
  move(tables.orders, (row) => {
    tables.orders.remove(keyFrom(row.merchantId, row.orderKey));
    tables.orders.put({ ...row, ...other });
  });
  return moved;
}
