// Webhook deliveries in SQLite: the outbox and the record of every attempt.

import {
  countByStateSql,
  deliveriesByStateSql,
  deliveriesOfStoreSql,
  deliveryListValues,
  queueOfStoreSql,
} from "../delivery-list.js";
import { oldestDueByPathSql } from "../delivery-queue.js";
import { fromDeliveryRow, toDeliveryRow } from "../delivery-row.js";
import type { DeliveryRecords } from "../port/delivery-records.js";
import { deliveriesTable, deliveryAttemptsTable } from "../tables.js";
import type { Database } from "./database.js";
import { findDueRows } from "./due-deliveries.js";
import { createTableAccess } from "./table-access.js";

/** What a delivery is about (body, event, store) never changes; only these do. */
const updateSql = `UPDATE deliveries SET state = @state, attempt_count = @attemptCount, scheduled_count = @scheduledCount,
    interrupted_count = @interruptedCount, finished_at = @finishedAt, next_attempt_at = @nextAttemptAt,
    manual_send_at = @manualSendAt, claim_token = @claimToken, claim_owner = @claimOwner,
    claim_lease_until = @claimLeaseUntil, claim_is_manual = @claimIsManual
  WHERE delivery_id = @deliveryId AND claim_token IS @expectedToken`;

const settleSql = `UPDATE deliveries SET state = @state, attempt_count = @attemptCount, scheduled_count = @scheduledCount,
    interrupted_count = @interruptedCount, finished_at = @finishedAt, next_attempt_at = @nextAttemptAt,
    claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
  WHERE delivery_id = @deliveryId AND claim_token = @token`;

/** Each branch is one step into one index. */
const nextDueSql = `SELECT min(at) AS at FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE is_retry = 0 AND due_at > @now
    UNION ALL SELECT min(due_at) FROM deliveries WHERE is_retry = 1 AND due_at > @now
    UNION ALL SELECT min(claim_lease_until) FROM deliveries WHERE claim_token IS NOT NULL AND claim_lease_until > @now
  )`;

const oldestDueSql = `SELECT min(at) AS at FROM (
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND is_retry = 0 AND due_at <= @now) AS at
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND json_extract(settings, '$.webhookUrl') IS NOT NULL
    UNION ALL
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND is_retry = 1 AND due_at <= @now)
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND json_extract(settings, '$.webhookUrl') IS NOT NULL
  )`;

const oldestDueByPathStatement = oldestDueByPathSql({
  lanes: ["is_retry = 0", "is_retry = 1"],
  hasWebhookUrl: "json_extract(settings, '$.webhookUrl') IS NOT NULL",
});

export function createDeliveryRecords(database: Database): DeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const attempts = createTableAccess(database, deliveryAttemptsTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;
  const findByRowsSql = `SELECT ${deliveries.columns} FROM json_each(@ids) AS due
    CROSS JOIN deliveries ON deliveries.rowid = due.value ORDER BY due.key`;

  return {
    async insert(delivery) {
      deliveries.insert(toDeliveryRow(delivery));
    },
    async find(deliveryId) {
      const row = deliveries.first(`${select} WHERE delivery_id = @deliveryId`, { deliveryId });
      return row && fromDeliveryRow(row);
    },
    async listOfPayment(paymentId, { limit, after }) {
      const cursor =
        after === undefined
          ? ""
          : `AND (deliveries.created_at, deliveries.rowid) <
             (SELECT created_at, rowid FROM deliveries WHERE delivery_id = @after AND payment_id = @paymentId)`;
      return deliveries
        .all(
          `${select} WHERE payment_id = @paymentId ${cursor}
           ORDER BY deliveries.created_at DESC, deliveries.rowid DESC LIMIT @limit`,
          { paymentId, limit, ...(after === undefined ? {} : { after }) },
        )
        .map(fromDeliveryRow);
    },
    listByState: async (request) =>
      deliveries
        .all(deliveriesByStateSql(request, deliveries.columns), deliveryListValues(request))
        .map(fromDeliveryRow),
    listOfStore: async (request) =>
      deliveries
        .all(deliveriesOfStoreSql(request, deliveries.columns), deliveryListValues(request))
        .map(fromDeliveryRow),
    async readQueueOfStore(merchantId, atLeast) {
      // Sound: one row with the three named columns.
      const row = database.prepare(queueOfStoreSql).get({ merchantId, atLeast, firstLane: 0, retryLane: 1 }) as {
        unfinished: number;
        next_due: number | null;
        interrupted: number;
      };
      const { unfinished, next_due, interrupted } = row;
      return { unfinishedCount: unfinished, nextDueAt: next_due ?? undefined, interruptedCount: interrupted };
    },
    listAttempts: async (deliveryId) =>
      attempts.all(
        `SELECT ${attempts.columns} FROM delivery_attempts WHERE delivery_id = @deliveryId ORDER BY attempt`,
        { deliveryId },
      ),
    async listDue(request) {
      const { rowIds, next } = findDueRows(database, request);
      const found = deliveries.all(findByRowsSql, { ids: JSON.stringify(rowIds) });
      return { deliveries: found.map(fromDeliveryRow), next };
    },
    listLapsed: async (now, latestLease, limit) =>
      deliveries
        .all(
          `${select} WHERE claim_token IS NOT NULL AND (claim_lease_until <= @now OR claim_lease_until > @latestLease)
           ORDER BY claim_lease_until LIMIT @limit`,
          { now, latestLease, limit },
        )
        .map(fromDeliveryRow),
    listClaimed: async (limit) =>
      deliveries
        .all(`${select} WHERE claim_token IS NOT NULL ORDER BY claim_lease_until LIMIT @limit`, { limit })
        .map(fromDeliveryRow),
    async update({ claim, ...delivery }, expectedToken) {
      return (
        database.prepare(updateSql).run({
          deliveryId: delivery.deliveryId,
          state: delivery.state,
          attemptCount: delivery.attemptCount,
          scheduledCount: delivery.scheduledCount,
          interruptedCount: delivery.interruptedCount,
          finishedAt: delivery.finishedAt ?? null,
          nextAttemptAt: delivery.nextAttemptAt ?? null,
          manualSendAt: delivery.manualSendAt ?? null,
          claimToken: claim?.token ?? null,
          claimOwner: claim?.owner ?? null,
          claimLeaseUntil: claim?.leaseUntil ?? null,
          claimIsManual: claim === undefined ? null : Number(claim.isManual),
          expectedToken: expectedToken ?? null,
        }).changes === 1
      );
    },
    async settle(
      { deliveryId, state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt },
      token,
    ) {
      return (
        database.prepare(settleSql).run({
          deliveryId,
          state,
          attemptCount,
          scheduledCount,
          interruptedCount,
          finishedAt: finishedAt ?? null,
          nextAttemptAt: nextAttemptAt ?? null,
          token,
        }).changes === 1
      );
    },
    isClaimed: async (deliveryId, token) =>
      database
        .prepare("SELECT 1 FROM deliveries WHERE delivery_id = @deliveryId AND claim_token = @token")
        .get({ deliveryId, token }) !== undefined,
    async recordAttempt(attempt) {
      attempts.insertOr(
        `ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = excluded.duration_ms,
           http_status = excluded.http_status, outcome = excluded.outcome, error = excluded.error,
           response_excerpt = excluded.response_excerpt, is_truncated = excluded.is_truncated`,
        attempt,
      );
    },
    async removeAttempt(deliveryId, attempt) {
      database
        .prepare("DELETE FROM delivery_attempts WHERE delivery_id = @deliveryId AND attempt = @attempt")
        .run({ deliveryId, attempt });
    },
    async cancelOfStore(merchantId, now, limit) {
      return database
        .prepare(
          `UPDATE deliveries SET state = 'cancelled', finished_at = @now, next_attempt_at = NULL, manual_send_at = NULL,
             claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
           WHERE delivery_id IN (
             SELECT delivery_id FROM deliveries WHERE merchant_id = @merchantId AND finished_at IS NULL LIMIT @limit)`,
        )
        .run({ merchantId, now, limit }).changes;
    },
    async nextDue(now) {
      // Sound: one row of one aggregate, null without a match.
      const { at } = database.prepare(nextDueSql).get({ now }) as { at: number | null };
      return at ?? undefined;
    },
    async countUnfinished() {
      // Sound: as in nextDue.
      return (
        database
          .prepare("SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE finished_at IS NULL LIMIT 100000)")
          .get() as {
          count: number;
        }
      ).count;
    },
    async countUnfinishedByPath() {
      const sql =
        "SELECT path, count(*) AS count FROM (SELECT path FROM deliveries WHERE finished_at IS NULL LIMIT 10000) AS sample GROUP BY path";
      // Sound: the two named columns are selected.
      const rows = database.prepare(sql).all() as { path: string; count: number }[];
      return Object.fromEntries(rows.map(({ path, count }) => [path, count]));
    },
    async countInterrupted(atLeast) {
      const sql =
        "SELECT count(*) AS count FROM deliveries WHERE interrupted_count > 0 AND interrupted_count >= @atLeast AND finished_at IS NULL";
      // Sound: as in nextDue.
      return (database.prepare(sql).get({ atLeast }) as { count: number }).count;
    },
    async countByState() {
      // Sound: the two named columns are selected.
      const rows = database.prepare(countByStateSql).all() as { state: string; count: number }[];
      return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]));
    },
    async countByStateOfPayments(paymentIds) {
      // Sound: as in countByState.
      const rows = database
        .prepare(
          `SELECT state, count(*) AS count FROM deliveries INDEXED BY deliveries_of_payment
           WHERE payment_id IN (SELECT value FROM json_each(@ids)) GROUP BY state`,
        )
        .all({ ids: JSON.stringify(paymentIds) }) as { state: string; count: number }[];
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    async oldestDue(now) {
      // Sound: as in nextDue.
      const { at } = database.prepare(oldestDueSql).get({ now }) as { at: number | null };
      return at ?? undefined;
    },
    async oldestDueByPath(now) {
      // Sound: the two named columns are selected.
      const rows = database.prepare(oldestDueByPathStatement).all({ now }) as { path: string; at: number }[];
      return Object.fromEntries(rows.map(({ path, at }) => [path, at]));
    },
  };
}
