// Records the results of many claims in one statement, which is its own transaction. A result counts only while the
// row has its claim's token.
import type { SettledSend } from "../port/instances.js";
import { type LazyPool, queryRows } from "./driver.js";
import { quoteName } from "./quote-name.js";

export function createSettleAll(
  pool: LazyPool,
  schema: string,
): (sends: readonly SettledSend[]) => Promise<Set<string>> {
  const sql = settleAllSql(quoteName(schema));
  return async (sends) => {
    if (sends.length === 0) return new Set();
    const rows = await queryRows(pool, sql, [JSON.stringify(sends.map(toResult))]);
    return new Set(rows.map(([deliveryId]) => String(deliveryId)));
  };
}

function toResult({ claimed, delivery, attempt }: SettledSend): Record<string, unknown> {
  return {
    token: claimed.claim.token,
    delivery_id: delivery.deliveryId,
    state: delivery.state,
    attempt_count: delivery.attemptCount,
    scheduled_count: delivery.scheduledCount,
    interrupted_count: delivery.interruptedCount,
    finished_at: delivery.finishedAt,
    next_attempt_at: delivery.nextAttemptAt,
    attempt: attempt.attempt,
    is_manual: attempt.isManual,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    http_status: attempt.httpStatus,
    outcome: attempt.outcome,
    error: attempt.error,
    response_excerpt: attempt.responseExcerpt,
    is_truncated: attempt.isTruncated,
    response_headers: attempt.responseHeaders,
  };
}

function settleAllSql(schema: string): string {
  return `WITH result AS (
    SELECT * FROM json_to_recordset($1::json) AS result (token text, delivery_id text, state text, attempt_count bigint,
      scheduled_count bigint, interrupted_count bigint, finished_at bigint, next_attempt_at bigint, attempt bigint,
      is_manual boolean, started_at bigint, duration_ms bigint, http_status bigint, outcome text, error text,
      response_excerpt text, is_truncated boolean, response_headers text)
  ), settled AS (
    UPDATE ${schema}.deliveries AS d SET state = result.state, attempt_count = result.attempt_count,
      scheduled_count = result.scheduled_count, interrupted_count = result.interrupted_count,
      finished_at = result.finished_at, next_attempt_at = result.next_attempt_at,
      claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
    FROM result WHERE d.delivery_id = result.delivery_id AND d.claim_token = result.token
    RETURNING d.delivery_id
  ), recorded AS (
    INSERT INTO ${schema}.delivery_attempts (delivery_id, attempt, is_manual, started_at, duration_ms, http_status, outcome,
      error, response_excerpt, is_truncated, response_headers)
    SELECT result.delivery_id, attempt, is_manual, started_at, duration_ms, http_status, outcome, error, response_excerpt,
      is_truncated, response_headers FROM result JOIN settled USING (delivery_id)
    ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = excluded.duration_ms,
      http_status = excluded.http_status, outcome = excluded.outcome, error = excluded.error,
      response_excerpt = excluded.response_excerpt, is_truncated = excluded.is_truncated,
      response_headers = excluded.response_headers
  )
  SELECT delivery_id FROM settled`;
}
