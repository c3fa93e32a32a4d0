// Webhook deliveries in PostgreSQL: the outbox and the record of every attempt.
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
import { type Database, figure } from "./database.js";
import { findDueIds } from "./due-deliveries.js";
import { selectNumber, selectNumbersByText } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** The fields that may change; body, event and store never do. */
const updateSql = `UPDATE deliveries SET state = @state, attempt_count = @attemptCount, scheduled_count = @scheduledCount,
    interrupted_count = @interruptedCount, finished_at = @finishedAt, next_attempt_at = @nextAttemptAt,
    manual_send_at = @manualSendAt, claim_token = @claimToken, claim_owner = @claimOwner,
    claim_lease_until = @claimLeaseUntil, claim_is_manual = @claimIsManual
  WHERE delivery_id = @deliveryId AND claim_token IS NOT DISTINCT FROM @expectedToken`;

const settleSql = `UPDATE deliveries SET state = @state, attempt_count = @attemptCount, scheduled_count = @scheduledCount,
    interrupted_count = @interruptedCount, finished_at = @finishedAt, next_attempt_at = @nextAttemptAt,
    claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
  WHERE delivery_id = @deliveryId AND claim_token = @token`;

/** Each branch is one step into one index. */
const nextDueSql = `SELECT min(at) AS at FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE NOT is_retry AND due_at > @now
    UNION ALL SELECT min(due_at) FROM deliveries WHERE is_retry AND due_at > @now
    UNION ALL SELECT min(claim_lease_until) FROM deliveries WHERE claim_token IS NOT NULL AND claim_lease_until > @now
  ) AS moments`;

const oldestDueSql = `SELECT min(at) AS at FROM (
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND NOT is_retry AND due_at <= @now) AS at
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND settings::json ->> 'webhookUrl' IS NOT NULL
    UNION ALL
    SELECT (SELECT min(due_at) FROM deliveries WHERE merchant_id = stores.merchant_id AND is_retry AND due_at <= @now)
      FROM stores WHERE disabled_at IS NULL AND deleted_at IS NULL AND settings::json ->> 'webhookUrl' IS NOT NULL
  ) AS moments`;

const oldestDueByPathStatement = oldestDueByPathSql({
  lanes: ["NOT is_retry", "is_retry"],
  hasWebhookUrl: "settings::json ->> 'webhookUrl' IS NOT NULL",
});

export function createDeliveryRecords(database: Database): DeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const attempts = createTableAccess(database, deliveryAttemptsTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  function noteDue({ merchantId, nextAttemptAt, manualSendAt }: Delivery): void {
    if (nextAttemptAt !== undefined || manualSendAt !== undefined) database.noteDue(merchantId);
  }

  return {
    async insert(delivery) {
      noteDue(delivery);
      await deliveries.insertLater(toDeliveryRow(delivery));
    },
    async find(deliveryId) {
      const row = await deliveries.first(`${select} WHERE delivery_id = @deliveryId`, { deliveryId });
      return row && fromDeliveryRow(row);
    },
    async listOfPayment(paymentId, { limit, after }) {
      const cursor =
        after === undefined
          ? ""
          : `AND (deliveries.created_at, deliveries.number) <
             (SELECT created_at, number FROM deliveries WHERE delivery_id = @after AND payment_id = @paymentId)`;
      return (
        await deliveries.all(
          `${select} WHERE payment_id = @paymentId ${cursor}
           ORDER BY deliveries.created_at DESC, deliveries.number DESC LIMIT @limit`,
          { paymentId, limit, ...(after === undefined ? {} : { after }) },
        )
      ).map(fromDeliveryRow);
    },
    async listByState(request) {
      const sql = deliveriesByStateSql(request, deliveries.columns);
      return (await deliveries.all(sql, deliveryListValues(request))).map(fromDeliveryRow);
    },
    async listOfStore(request) {
      const sql = deliveriesOfStoreSql(request, deliveries.columns);
      return (await deliveries.all(sql, deliveryListValues(request))).map(fromDeliveryRow);
    },
    async readQueueOfStore(merchantId, atLeast) {
      const row = await database.first(queueOfStoreSql, { merchantId, atLeast, firstLane: false, retryLane: true });
      return {
        unfinishedCount: figure(row?.unfinished) ?? 0,
        nextDueAt: figure(row?.next_due),
        interruptedCount: figure(row?.interrupted) ?? 0,
      };
    },
    listAttempts: async (deliveryId) =>
      await attempts.all(
        `SELECT ${attempts.columns} FROM delivery_attempts WHERE delivery_id = @deliveryId ORDER BY attempt`,
        { deliveryId },
      ),
    async listDue(request) {
      const { ids, next } = await findDueIds(database, request);
      // Rows that another instance is claiming are skipped.
      const rows = await deliveries.all(
        `${select} WHERE delivery_id = ANY(@ids) ${database.mayWrite() ? "FOR UPDATE SKIP LOCKED" : ""}`,
        { ids },
      );
      const found = new Map(rows.map((row) => [row.deliveryId, fromDeliveryRow(row)]));
      return { deliveries: ids.map((id) => found.get(id)).filter((delivery) => delivery !== undefined), next };
    },
    listLapsed: async (now, latestLease, limit) =>
      (
        await deliveries.all(
          `${select} WHERE claim_token IS NOT NULL AND (claim_lease_until <= @now OR claim_lease_until > @latestLease)
           ORDER BY claim_lease_until LIMIT @limit`,
          { now, latestLease, limit },
        )
      ).map(fromDeliveryRow),
    listClaimed: async (limit) =>
      (
        await deliveries.all(`${select} WHERE claim_token IS NOT NULL ORDER BY claim_lease_until LIMIT @limit`, {
          limit,
        })
      ).map(fromDeliveryRow),
    async update({ claim, ...delivery }, expectedToken) {
      if (claim === undefined) noteDue({ ...delivery, claim });
      return (
        (await database.run(updateSql, {
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
          claimIsManual: claim === undefined ? null : claim.isManual,
          expectedToken: expectedToken ?? null,
        })) === 1
      );
    },
    async settle(
      { deliveryId, state, attemptCount, scheduledCount, interruptedCount, finishedAt, nextAttemptAt },
      token,
    ) {
      return (
        (await database.run(settleSql, {
          deliveryId,
          state,
          attemptCount,
          scheduledCount,
          interruptedCount,
          finishedAt: finishedAt ?? null,
          nextAttemptAt: nextAttemptAt ?? null,
          token,
        })) === 1
      );
    },
    isClaimed: async (deliveryId, token) =>
      (await database.first("SELECT 1 FROM deliveries WHERE delivery_id = @deliveryId AND claim_token = @token", {
        deliveryId,
        token,
      })) !== undefined,
    async recordAttempt(attempt) {
      await attempts.insertOr(
        `ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = excluded.duration_ms,
           http_status = excluded.http_status, outcome = excluded.outcome, error = excluded.error,
           response_excerpt = excluded.response_excerpt, is_truncated = excluded.is_truncated,
           response_headers = excluded.response_headers`,
        attempt,
      );
    },
    async removeAttempt(deliveryId, attempt) {
      await database.run("DELETE FROM delivery_attempts WHERE delivery_id = @deliveryId AND attempt = @attempt", {
        deliveryId,
        attempt,
      });
    },
    async cancelOfStore(merchantId, now, limit) {
      return await database.run(
        `UPDATE deliveries SET state = 'cancelled', finished_at = @now, next_attempt_at = NULL, manual_send_at = NULL,
             claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
           WHERE delivery_id IN (
             SELECT delivery_id FROM deliveries WHERE merchant_id = @merchantId AND finished_at IS NULL LIMIT @limit)`,
        { merchantId, now, limit },
      );
    },
    nextDue: async (now) => await selectNumber(database, nextDueSql, { now }),
    countUnfinished: async () =>
      (await selectNumber(
        database,
        "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE finished_at IS NULL LIMIT 100000) AS sample",
      )) ?? 0,
    countUnfinishedByPath: async () =>
      await selectNumbersByText(
        database,
        "SELECT path, count(*) FROM (SELECT path FROM deliveries WHERE finished_at IS NULL LIMIT 10000) AS sample GROUP BY path",
      ),
    countInterrupted: async (atLeast) =>
      (await selectNumber(
        database,
        "SELECT count(*) FROM deliveries WHERE interrupted_count > 0 AND interrupted_count >= @atLeast AND finished_at IS NULL",
        { atLeast },
      )) ?? 0,
    async countByState() {
      const counts = Object.entries(await selectNumbersByText(database, countByStateSql));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    countByStateOfPayments: async (paymentIds) =>
      await selectNumbersByText(
        database,
        "SELECT state, count(*) FROM deliveries WHERE payment_id = ANY(@ids) GROUP BY state",
        { ids: [...paymentIds] },
      ),
    oldestDue: async (now) => await selectNumber(database, oldestDueSql, { now }),
    oldestDueByPath: async (now) => await selectNumbersByText(database, oldestDueByPathStatement, { now }),
  };
}
