// Finds due deliveries, fairly among stores and fast whatever one store's backlog: first the oldest of all stores; when most of those
// belong to stores that are at their cap or paused, store by store along the index, a bounded number of stores per call.
import type { DueRequest } from "../port/due-delivery-records.js";
import { acceptsDeliveriesSql } from "./accepting-stores.js";
import type { Database } from "./database.js";

/** Rows read in order of due time before the search continues by store. */
const pageSize = 128;
/** Stores searched per call: about a millisecond. */
const storesPerBatch = 512;

/** The next stores with planned deliveries, each found by one index step, and whether a delivery of this lane is due. */
const nextStoresSql = `WITH RECURSIVE walk (merchant_id, number) AS (
    SELECT (SELECT merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND merchant_id > @after ORDER BY merchant_id LIMIT 1), 1
    UNION ALL
    SELECT (SELECT deliveries.merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND deliveries.merchant_id > walk.merchant_id ORDER BY deliveries.merchant_id LIMIT 1), number + 1
    FROM walk WHERE walk.merchant_id IS NOT NULL AND number < ${storesPerBatch}
  )
  SELECT merchant_id AS merchantId, EXISTS (SELECT 1 FROM deliveries
    WHERE deliveries.merchant_id = walk.merchant_id AND is_retry = @isRetry AND due_at <= @now) AS hasDue
  FROM walk WHERE merchant_id IS NOT NULL`;

/** Row ids in the order in which they should be sent, and the cursor of the next call. */
export function findDueRows(database: Database, request: DueRequest): { rowIds: number[]; next: string | undefined } {
  const { now, limit, after } = request;
  const isRetry = request.lane === "retry" ? 1 : 0;
  const taken = new Map<string, number>();
  const rowIds: number[] = [];
  const roomOf = createRoom(database, request);

  // These two columns are selected.
  const page = database
    .prepare(
      `SELECT rowid AS id, merchant_id AS merchantId FROM deliveries
       WHERE is_retry = @isRetry AND due_at <= @now ORDER BY due_at LIMIT ${pageSize}`,
    )
    .all({ isRetry, now }) as { id: number; merchantId: string }[];
  for (const { id, merchantId } of page) {
    if (rowIds.length < limit && take(merchantId)) rowIds.push(id);
  }
  if (page.length < pageSize || rowIds.length >= limit) return { rowIds, next: undefined };

  const known = new Set(rowIds);
  // `nextStoresSql` selects these two columns; EXISTS is 0 or 1.
  const stores = database.prepare(nextStoresSql).all({ after: after ?? "", isRetry, now }) as {
    merchantId: string;
    hasDue: number;
  }[];
  for (const { merchantId, hasDue } of stores) {
    if (hasDue === 0 || roomOf(merchantId) <= (taken.get(merchantId) ?? 0)) continue;
    // This one column is selected, an integer.
    const rows = database
      .prepare(
        `SELECT rowid AS id FROM deliveries
         WHERE merchant_id = @merchantId AND is_retry = @isRetry AND due_at <= @now ORDER BY due_at LIMIT @room`,
      )
      .all({ merchantId, isRetry, now, room: roomOf(merchantId) }) as { id: number }[];
    for (const { id } of rows) {
      if (!known.has(id) && take(merchantId)) rowIds.push(id);
      if (rowIds.length >= limit) return { rowIds, next: merchantId };
    }
  }
  return { rowIds, next: stores.length < storesPerBatch ? undefined : stores.at(-1)?.merchantId };

  function take(merchant: string): boolean {
    const before = taken.get(merchant) ?? 0;
    if (before >= roomOf(merchant)) return false;
    taken.set(merchant, before + 1);
    return true;
  }
}

/** How many deliveries a store may take: none while it is disabled, deleted or without a webhook URL. */
function createRoom(database: Database, { perStore, room }: DueRequest): (merchantId: string) => number {
  const known = new Map<string, number>();
  return (merchantId) => {
    let storeRoom = known.get(merchantId);
    if (storeRoom === undefined) {
      storeRoom = room.get(merchantId) ?? perStore;
      if (storeRoom > 0 && !acceptsDeliveries(database, merchantId)) storeRoom = 0;
      known.set(merchantId, storeRoom);
    }
    return storeRoom;
  };
}

function acceptsDeliveries(database: Database, merchantId: string): boolean {
  return (
    database
      .prepare(`SELECT 1 FROM stores WHERE merchant_id = @merchantId AND ${acceptsDeliveriesSql}`)
      .get({ merchantId }) !== undefined
  );
}
