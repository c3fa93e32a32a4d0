// The statements of endpoint-turns.ts. Each is its own transaction.
import { acceptsDeliveriesSql } from "./accepting-stores.js";
import { quoteName } from "./quote-name.js";

/** Stores searched by one statement: one or two milliseconds. */
export const storesPerBatch = 512;

export interface TurnStatements {
  /** Values: merchant ids, the instance that takes their turns. Returns the merchant ids taken. */
  take: string;
  /** Values: the merchant id after which the search continues, the time. Returns merchant ids and `isDue`. */
  due: string;
  /** Values: merchant ids. Returns the time of the next delivery of each store that may receive webhooks; NULL when it has none. */
  next: string;
  /** Values: merchant ids, the instance that has their turns. */
  end: string;
  /** Value: the instance. Returns the merchant ids whose turns it has. */
  own: string;
}

export function turnStatements(schema: string): TurnStatements {
  const turns = `${quoteName(schema)}.endpoint_turns`;
  const deliveries = `${quoteName(schema)}.deliveries`;
  const stores = `${quoteName(schema)}.stores`;
  const acceptsDeliveries = acceptsDeliveriesSql("store");

  return {
    take: `INSERT INTO ${turns} AS turn (merchant_id, owner)
    SELECT merchant_id, $2 FROM unnest($1::text[]) AS wanted (merchant_id) ORDER BY merchant_id
    ON CONFLICT (merchant_id) DO UPDATE SET owner = excluded.owner WHERE turn.owner IS NULL
    RETURNING merchant_id`,

    // The next stores with planned deliveries, each found by one index step; `isDue`: one is due and the turn is free.
    due: `WITH RECURSIVE walk (merchant_id, step) AS (
      SELECT (SELECT merchant_id FROM ${deliveries}
        WHERE due_at IS NOT NULL AND merchant_id > $1 ORDER BY merchant_id LIMIT 1), 1
      UNION ALL
      SELECT (SELECT next.merchant_id FROM ${deliveries} AS next
        WHERE next.due_at IS NOT NULL AND next.merchant_id > walk.merchant_id ORDER BY next.merchant_id LIMIT 1), step + 1
      FROM walk WHERE walk.merchant_id IS NOT NULL AND step < ${storesPerBatch}
    )
    SELECT merchant_id AS "merchantId", (
        EXISTS (SELECT 1 FROM ${deliveries} AS due
          WHERE due.merchant_id = walk.merchant_id AND NOT due.is_retry AND due.due_at <= $2)
        OR EXISTS (SELECT 1 FROM ${deliveries} AS due
          WHERE due.merchant_id = walk.merchant_id AND due.is_retry AND due.due_at <= $2))
      AND NOT EXISTS (SELECT 1 FROM ${turns} AS turn WHERE turn.merchant_id = walk.merchant_id AND turn.owner IS NOT NULL)
      AND EXISTS (SELECT 1 FROM ${stores} AS store WHERE store.merchant_id = walk.merchant_id AND ${acceptsDeliveries})
      AS "isDue"
    FROM walk WHERE merchant_id IS NOT NULL`,

    next: `SELECT wanted.merchant_id AS "merchantId", least(
      (SELECT min(due_at) FROM ${deliveries} AS d WHERE d.merchant_id = wanted.merchant_id AND NOT d.is_retry AND due_at IS NOT NULL),
      (SELECT min(due_at) FROM ${deliveries} AS d WHERE d.merchant_id = wanted.merchant_id AND d.is_retry AND due_at IS NOT NULL)
    ) AS at
    FROM unnest($1::text[]) AS wanted (merchant_id) JOIN ${stores} AS store ON store.merchant_id = wanted.merchant_id
    WHERE ${acceptsDeliveries}`,

    end: `UPDATE ${turns} SET owner = NULL WHERE merchant_id = ANY($1) AND owner = $2`,
    own: `SELECT merchant_id FROM ${turns} WHERE owner = $1`,
  };
}
