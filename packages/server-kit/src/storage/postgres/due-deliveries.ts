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
const nextStoresSql = `WITH RECURSIVE walk (merchant_id, step) AS (
    SELECT (SELECT merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND merchant_id > @after ORDER BY merchant_id LIMIT 1), 1
    UNION ALL
    SELECT (SELECT deliveries.merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND deliveries.merchant_id > walk.merchant_id ORDER BY deliveries.merchant_id LIMIT 1), step + 1
    FROM walk WHERE walk.merchant_id IS NOT NULL AND step < ${storesPerBatch}
  )
  SELECT merchant_id AS "merchantId", EXISTS (SELECT 1 FROM deliveries
    WHERE deliveries.merchant_id = walk.merchant_id AND is_retry = @isRetry AND due_at <= @now) AS "hasDue"
  FROM walk WHERE merchant_id IS NOT NULL`;

/** For requests that name all stores that may send: a few index steps for each. */
const ofStoresSql = `SELECT due.id FROM unnest(@merchantIds::text[], @rooms::bigint[]) AS wanted (merchant_id, room)
  JOIN stores ON stores.merchant_id = wanted.merchant_id AND ${acceptsDeliveriesSql("stores")}
  CROSS JOIN LATERAL (SELECT delivery_id AS id, due_at FROM deliveries
    WHERE deliveries.merchant_id = wanted.merchant_id AND is_retry = @isRetry AND due_at <= @now
    ORDER BY due_at LIMIT wanted.room) AS due
  ORDER BY due.due_at LIMIT @limit`;

/** Delivery ids in the order in which they should be sent, and the cursor of the next call. */
export async function findDueIds(
  database: Database,
  request: DueRequest,
): Promise<{ ids: string[]; next: string | undefined }> {
  const { now, limit, after } = request;
  const isRetry = request.lane === "retry";
  if (request.perStore === 0) {
    const open = [...request.room].filter(([, room]) => room > 0);
    const named = { merchantIds: open.map(([merchantId]) => merchantId), rooms: open.map(([, room]) => String(room)) };
    const rows = await database.all(ofStoresSql, { ...named, isRetry, now, limit });
    return { ids: rows.map(({ id }) => String(id)), next: undefined };
  }
  const taken = new Map<string, number>();
  const ids: string[] = [];
  const roomOf = createRoom(database, request);

  // These two text columns are selected.
  const page = (await database.all(
    `SELECT delivery_id AS id, merchant_id AS "merchantId" FROM deliveries
       WHERE is_retry = @isRetry AND due_at <= @now ORDER BY due_at LIMIT ${pageSize}`,
    { isRetry, now },
  )) as { id: string; merchantId: string }[];
  for (const { id, merchantId } of page) {
    if (ids.length < limit && (await take(merchantId))) ids.push(id);
  }
  if (page.length < pageSize || ids.length >= limit) return { ids, next: undefined };

  const known = new Set(ids);
  // `nextStoresSql` selects these two columns.
  const stores = (await database.all(nextStoresSql, { after: after ?? "", isRetry, now })) as {
    merchantId: string;
    hasDue: boolean;
  }[];
  for (const { merchantId, hasDue } of stores) {
    if (!hasDue || (await roomOf(merchantId)) <= (taken.get(merchantId) ?? 0)) continue;
    // This one text column is selected.
    const rows = (await database.all(
      `SELECT delivery_id AS id FROM deliveries
         WHERE merchant_id = @merchantId AND is_retry = @isRetry AND due_at <= @now ORDER BY due_at LIMIT @room`,
      { merchantId, isRetry, now, room: await roomOf(merchantId) },
    )) as { id: string }[];
    for (const { id } of rows) {
      if (!known.has(id) && (await take(merchantId))) ids.push(id);
      if (ids.length >= limit) return { ids, next: merchantId };
    }
  }
  return { ids, next: stores.length < storesPerBatch ? undefined : stores.at(-1)?.merchantId };

  async function take(merchant: string): Promise<boolean> {
    const before = taken.get(merchant) ?? 0;
    if (before >= (await roomOf(merchant))) return false;
    taken.set(merchant, before + 1);
    return true;
  }
}

/** How many deliveries a store may take: none while it is disabled, deleted or without a webhook URL. */
function createRoom(database: Database, { perStore, room }: DueRequest): (merchantId: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (merchantId) => {
    let storeRoom = known.get(merchantId);
    if (storeRoom === undefined) {
      storeRoom = room.get(merchantId) ?? perStore;
      if (storeRoom > 0 && !(await acceptsDeliveries(database, merchantId))) storeRoom = 0;
      known.set(merchantId, storeRoom);
    }
    return storeRoom;
  };
}

async function acceptsDeliveries(database: Database, merchantId: string): Promise<boolean> {
  return (
    (await database.first(
      `SELECT 1 FROM stores WHERE merchant_id = @merchantId AND ${acceptsDeliveriesSql("stores")}`,
      {
        merchantId,
      },
    )) !== undefined
  );
}
