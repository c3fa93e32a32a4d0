// Which deliveries are due, fairly among stores and quickly whatever one store's backlog: first the oldest of all; when those are
// mostly of stores at their cap or paused, store by store along the index, a bounded stretch of stores in one go.
import type { DueRequest } from "../port/delivery-records.js";
import type { Database } from "./database.js";

/** Looked at in order of due time before the search goes by store. */
const pageSize = 128;
/** Stores looked at in one go: about a millisecond. */
const storesPerStretch = 512;

/** The next stores with anything planned, each found by one step into the index, and whether something of this lane is due there. */
const stretchSql = `WITH RECURSIVE walk (merchant_id, step) AS (
    SELECT (SELECT merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND merchant_id > @after ORDER BY merchant_id LIMIT 1), 1
    UNION ALL
    SELECT (SELECT deliveries.merchant_id FROM deliveries
      WHERE due_at IS NOT NULL AND deliveries.merchant_id > walk.merchant_id ORDER BY deliveries.merchant_id LIMIT 1), step + 1
    FROM walk WHERE walk.merchant_id IS NOT NULL AND step < ${storesPerStretch}
  )
  SELECT merchant_id AS "merchantId", EXISTS (SELECT 1 FROM deliveries
    WHERE deliveries.merchant_id = walk.merchant_id AND is_retry = @isRetry AND due_at <= @now) AS "hasDue"
  FROM walk WHERE merchant_id IS NOT NULL`;

/** Where only the named stores may take anything: a few steps into the index for each. */
const ofStoresSql = `SELECT due.id FROM unnest(@merchantIds::text[], @rooms::bigint[]) AS wanted (merchant_id, room)
  JOIN stores ON stores.merchant_id = wanted.merchant_id AND disabled_at IS NULL AND deleted_at IS NULL
    AND settings::json ->> 'webhookUrl' IS NOT NULL
  CROSS JOIN LATERAL (SELECT delivery_id AS id, due_at FROM deliveries
    WHERE deliveries.merchant_id = wanted.merchant_id AND is_retry = @isRetry AND due_at <= @now
    ORDER BY due_at LIMIT wanted.room) AS due
  ORDER BY due.due_at LIMIT @limit`;

/** Delivery ids in the order in which they should be sent, and where to go on. */
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

  // Sound: these two text columns are selected.
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
  // Sound: `stretchSql` selects these two columns.
  const stretch = (await database.all(stretchSql, { after: after ?? "", isRetry, now })) as {
    merchantId: string;
    hasDue: boolean;
  }[];
  for (const { merchantId, hasDue } of stretch) {
    if (!hasDue || (await roomOf(merchantId)) <= (taken.get(merchantId) ?? 0)) continue;
    // Sound: this one text column is selected.
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
  return { ids, next: stretch.length < storesPerStretch ? undefined : stretch.at(-1)?.merchantId };

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
    let own = known.get(merchantId);
    if (own === undefined) {
      own = room.get(merchantId) ?? perStore;
      if (own > 0 && !(await isOpen(database, merchantId))) own = 0;
      known.set(merchantId, own);
    }
    return own;
  };
}

async function isOpen(database: Database, merchantId: string): Promise<boolean> {
  return (
    (await database.first(
      `SELECT 1 FROM stores WHERE merchant_id = @merchantId AND disabled_at IS NULL AND deleted_at IS NULL
           AND settings::json ->> 'webhookUrl' IS NOT NULL`,
      { merchantId },
    )) !== undefined
  );
}
