// Webhook deliveries in PostgreSQL: the outbox and the record of every attempt.
import type { Delivery } from "../../domain/delivery.js";
import { fromDeliveryRow, toDeliveryRow } from "../delivery-row.js";
import type { DeliveryRecords } from "../port/delivery-records.js";
import { deliveriesTable, deliveryAttemptsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createDeliveryListRecords } from "./delivery-list-records.js";
import { createDueDeliveryRecords } from "./due-delivery-records.js";
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

export function createDeliveryRecords(database: Database): DeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const attempts = createTableAccess(database, deliveryAttemptsTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  function noteDue({ merchantId, nextAttemptAt, manualSendAt }: Delivery): void {
    if (nextAttemptAt !== undefined || manualSendAt !== undefined) database.noteDue(merchantId);
  }

  return {
    ...createDueDeliveryRecords(database),
    ...createDeliveryListRecords(database),
    async insert(delivery) {
      noteDue(delivery);
      await deliveries.insertLater(toDeliveryRow(delivery));
    },
    async find(deliveryId) {
      const row = await deliveries.first(`${select} WHERE delivery_id = @deliveryId`, { deliveryId });
      return row && fromDeliveryRow(row);
    },
    listAttempts: async (deliveryId) =>
      await attempts.all(
        `SELECT ${attempts.columns} FROM delivery_attempts WHERE delivery_id = @deliveryId ORDER BY attempt`,
        { deliveryId },
      ),
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
      { claim },
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
          token: claim.token,
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
  };
}
