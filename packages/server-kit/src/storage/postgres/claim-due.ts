// Claims due deliveries in one statement, which is its own transaction and skips rows that another instance has
// locked. It repeats the rules of `claimDelivery` in SQL, to save a round trip for each delivery; a test compares the
// two.

import { fromDeliveryRow } from "../delivery-row.js";
import type { ClaimDueRequest, ClaimedDue } from "../port/instances.js";
import { createRowMapping, type DatabaseValue } from "../row-mapping.js";
import { type DeliveryRow, deliveriesTable } from "../tables.js";
import { acceptsDeliveriesSql } from "./accepting-stores.js";
import { type LazyPool, queryRows } from "./driver.js";
import { quoteName } from "./quote-name.js";

const mapping = createRowMapping<DeliveryRow>(deliveriesTable);

export function createClaimDue(
  pool: LazyPool,
  { schema, owner }: { schema: string; owner: string },
): (request: ClaimDueRequest) => Promise<ClaimedDue> {
  const sql = claimDueSql(quoteName(schema));
  return async (request) => {
    const open = [...request.room].filter(([, room]) => room > 0);
    const rows = await queryRows(pool, sql, [
      open.map(([merchantId]) => merchantId),
      open.map(([, room]) => room),
      owner,
      request.now,
      request.limits.first,
      request.limits.retry,
      request.batch,
      request.queueTimeoutMs + request.leaseMarginMs,
      request.legacyTimeoutsMs.map((timeoutMs) => timeoutMs + request.leaseMarginMs),
      request.quarantineAfter,
    ]);
    const result: ClaimedDue = { claimed: [], quarantined: [] };
    for (const row of rows) {
      // The statement selects the columns of the table first; `fromValues` reads no others.
      const delivery = fromDeliveryRow(mapping.fromValues(row as DatabaseValue[]));
      const [isRetry, isClaimed] = row.slice(mapping.columns.length);
      if (isClaimed === true) result.claimed.push({ delivery, lane: isRetry === true ? "retry" : "first" });
      else result.quarantined.push(delivery);
    }
    return result;
  };
}

/** A store's first sends come before its retries; among stores, the oldest due deliveries come first. */
function claimDueSql(schema: string): string {
  const lane = (isRetry: boolean, limit: string) => `(SELECT wanted.merchant_id, wanted.room, due.*
      FROM wanted CROSS JOIN LATERAL (SELECT delivery_id, due_at, is_retry, interrupted_count FROM ${schema}.deliveries AS d
        WHERE d.merchant_id = wanted.merchant_id AND is_retry = ${isRetry} AND due_at <= $4
        ORDER BY due_at LIMIT least(wanted.room, ${limit}) FOR UPDATE SKIP LOCKED) AS due
      ORDER BY due_at LIMIT ${limit})`;
  const columns = (alias: string) => mapping.columns.map((column) => `${alias}.${column}`).join(", ");
  return `WITH wanted AS (
    SELECT wanted.merchant_id, wanted.room FROM unnest($1::text[], $2::bigint[]) AS wanted (merchant_id, room)
    JOIN ${schema}.endpoint_turns AS turn ON turn.merchant_id = wanted.merchant_id AND turn.owner = $3
    JOIN ${schema}.stores AS store ON store.merchant_id = wanted.merchant_id AND ${acceptsDeliveriesSql("store")}
  ), first AS MATERIALIZED ${lane(false, "$5::bigint")},
  retry AS MATERIALIZED ${lane(true, "$6::bigint")},
  chosen AS (
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY merchant_id ORDER BY is_retry, due_at) AS place,
        row_number() OVER (ORDER BY is_retry, due_at) AS number
      FROM (SELECT * FROM first UNION ALL SELECT * FROM retry) AS due
    ) AS ranked WHERE place <= room
  ), claimed AS (
    UPDATE ${schema}.deliveries AS d SET
      state = CASE WHEN d.state = 'pending' THEN 'sending' ELSE d.state END,
      attempt_count = d.attempt_count + 1,
      claim_is_manual = coalesce(d.manual_send_at <= $4, false),
      manual_send_at = CASE WHEN d.manual_send_at <= $4 THEN NULL ELSE d.manual_send_at END,
      claim_token = $7 || '.' || chosen.number,
      claim_owner = $3,
      claim_lease_until = $4 + CASE d.path WHEN 'queue' THEN $8::bigint
        ELSE ($9::bigint[])[least(d.scheduled_count + 1, cardinality($9::bigint[]))] END
    FROM chosen WHERE d.delivery_id = chosen.delivery_id AND chosen.interrupted_count < $10
    RETURNING ${columns("d")}, chosen.is_retry AS of_retry_lane, chosen.number AS place
  ), started AS (
    INSERT INTO ${schema}.delivery_attempts (delivery_id, attempt, is_manual, started_at, outcome, is_truncated)
    SELECT delivery_id, attempt_count, claim_is_manual, $4, 'started', false FROM claimed
    ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = NULL, http_status = NULL, outcome = 'started',
      error = NULL, response_excerpt = NULL, is_truncated = false, response_headers = NULL
  )
  SELECT ${columns("claimed")}, of_retry_lane, true, place FROM claimed
  UNION ALL
  SELECT ${columns("d")}, chosen.is_retry, false, chosen.number FROM chosen JOIN ${schema}.deliveries AS d USING (delivery_id)
    WHERE chosen.interrupted_count >= $10
  ORDER BY place`;
}
