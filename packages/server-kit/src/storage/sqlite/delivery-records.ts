// Webhook deliveries in SQLite: the outbox and the record of every attempt.

import type { Delivery } from "../../domain/delivery.js";
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
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** The fields that may change; body, event and store never do. Values by position: binding by name would double the cost. */
const updateSql = `UPDATE deliveries SET state = ?, attempt_count = ?, scheduled_count = ?, interrupted_count = ?, finished_at = ?,
    next_attempt_at = ?, manual_send_at = ?, claim_token = ?, claim_owner = ?, claim_lease_until = ?, claim_is_manual = ?
  WHERE delivery_id = ? AND claim_token IS ?`;

const settleSql = `UPDATE deliveries SET state = ?, attempt_count = ?, scheduled_count = ?, interrupted_count = ?, finished_at = ?,
    next_attempt_at = ?, claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
  WHERE delivery_id = ? AND claim_token = ?`;

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
    async update(delivery, expectedToken) {
      const { claim } = delivery;
      const { changes } = database
        .prepare(updateSql)
        .run(
          ...progressOf(delivery),
          delivery.manualSendAt ?? null,
          claim?.token ?? null,
          claim?.owner ?? null,
          claim?.leaseUntil ?? null,
          claim === undefined ? null : Number(claim.isManual),
          delivery.deliveryId,
          expectedToken ?? null,
        );
      return changes === 1;
    },
    settle: async (delivery, token) =>
      database.prepare(settleSql).run(...progressOf(delivery), delivery.deliveryId, token).changes === 1,
    isClaimed: async (deliveryId, token) =>
      database
        .prepareRaw("SELECT 1 FROM deliveries WHERE delivery_id = ? AND claim_token = ?")
        .get(deliveryId, token) !== undefined,
    async recordAttempt(attempt) {
      attempts.insertOr(
        `ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = excluded.duration_ms,
           http_status = excluded.http_status, outcome = excluded.outcome, error = excluded.error,
           response_excerpt = excluded.response_excerpt, is_truncated = excluded.is_truncated,
           response_headers = excluded.response_headers`,
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
    nextDue: async (now) => selectNumber(database, nextDueSql, { now }),
    countUnfinished: async () =>
      selectNumber(
        database,
        "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE finished_at IS NULL LIMIT 100000)",
      ) ?? 0,
    countUnfinishedByPath: async () =>
      selectNumbersByText(
        database,
        "SELECT path, count(*) FROM (SELECT path FROM deliveries WHERE finished_at IS NULL LIMIT 10000) AS sample GROUP BY path",
      ),
    countInterrupted: async (atLeast) =>
      selectNumber(
        database,
        "SELECT count(*) FROM deliveries WHERE interrupted_count > 0 AND interrupted_count >= @atLeast AND finished_at IS NULL",
        { atLeast },
      ) ?? 0,
    async countByState() {
      const counts = Object.entries(selectNumbersByText(database, countByStateSql));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    countByStateOfPayments: async (paymentIds) =>
      selectNumbersByText(
        database,
        `SELECT state, count(*) FROM deliveries INDEXED BY deliveries_of_payment
         WHERE payment_id IN (SELECT value FROM json_each(@ids)) GROUP BY state`,
        { ids: JSON.stringify(paymentIds) },
      ),
    oldestDue: async (now) => selectNumber(database, oldestDueSql, { now }),
    oldestDueByPath: async (now) => selectNumbersByText(database, oldestDueByPathStatement, { now }),
  };
}

function progressOf(delivery: Delivery): (string | number | null)[] {
  return [
    delivery.state,
    delivery.attemptCount,
    delivery.scheduledCount,
    delivery.interruptedCount,
    delivery.finishedAt ?? null,
    delivery.nextAttemptAt ?? null,
  ];
}
