// Webhook deliveries in SQLite: the outbox and the record of every attempt.

import type { Delivery } from "../../domain/delivery.js";
import { fromDeliveryRow, toDeliveryRow } from "../delivery-row.js";
import type { DeliveryRecords } from "../port/delivery-records.js";
import { deliveriesTable, deliveryAttemptsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createDeliveryListRecords } from "./delivery-list-records.js";
import { createDueDeliveryRecords } from "./due-delivery-records.js";
import { createTableAccess } from "./table-access.js";

/** The fields that may change; body, event and store never do. Values by position: binding by name would double the cost. */
const updateSql = `UPDATE deliveries SET state = ?, attempt_count = ?, scheduled_count = ?, interrupted_count = ?, finished_at = ?,
    next_attempt_at = ?, manual_send_at = ?, claim_token = ?, claim_owner = ?, claim_lease_until = ?, claim_is_manual = ?
  WHERE delivery_id = ? AND claim_token IS ?`;

const settleSql = `UPDATE deliveries SET state = ?, attempt_count = ?, scheduled_count = ?, interrupted_count = ?, finished_at = ?,
    next_attempt_at = ?, claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
  WHERE delivery_id = ? AND claim_token = ?`;

export function createDeliveryRecords(database: Database): DeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const attempts = createTableAccess(database, deliveryAttemptsTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  return {
    ...createDueDeliveryRecords(database),
    ...createDeliveryListRecords(database),
    async insert(delivery) {
      deliveries.insert(toDeliveryRow(delivery));
    },
    async find(deliveryId) {
      const row = deliveries.first(`${select} WHERE delivery_id = @deliveryId`, { deliveryId });
      return row && fromDeliveryRow(row);
    },
    listAttempts: async (deliveryId) =>
      attempts.all(
        `SELECT ${attempts.columns} FROM delivery_attempts WHERE delivery_id = @deliveryId ORDER BY attempt`,
        { deliveryId },
      ),
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
    settle: async (delivery, { claim }) =>
      database.prepare(settleSql).run(...progressOf(delivery), delivery.deliveryId, claim.token).changes === 1,
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
