// Webhook deliveries in SQLite: the outbox and the record of every attempt.
import type { Delivery } from "../../domain/delivery.js";
import type { DeliveryRecords } from "../port/delivery-records.js";
import { type DeliveryRow, deliveriesTable, deliveryAttemptsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createDeliveryRecords(database: Database): DeliveryRecords {
  const deliveries = createTableAccess(database, deliveriesTable);
  const attempts = createTableAccess(database, deliveryAttemptsTable);
  const select = `SELECT ${deliveries.columns} FROM deliveries`;

  return {
    async insert(delivery) {
      deliveries.insert(toRow(delivery));
    },
    async find(deliveryId) {
      const row = deliveries.first(`${select} WHERE delivery_id = @deliveryId`, { deliveryId });
      return row && fromRow(row);
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
        .map(fromRow);
    },
    listAttempts: async (deliveryId) =>
      attempts.all(
        `SELECT ${attempts.columns} FROM delivery_attempts WHERE delivery_id = @deliveryId ORDER BY attempt`,
        { deliveryId },
      ),
    async listDue(now, limit, exceptMerchants) {
      return deliveries
        .all(
          `${select} JOIN stores ON stores.merchant_id = deliveries.merchant_id
           WHERE due_at <= @now AND stores.disabled_at IS NULL AND stores.deleted_at IS NULL
             AND deliveries.merchant_id NOT IN (SELECT value FROM json_each(@exceptMerchants))
           ORDER BY due_at LIMIT @limit`,
          { now, limit, exceptMerchants: JSON.stringify(exceptMerchants) },
        )
        .map(fromRow);
    },
    listLapsed: async (now, limit) =>
      deliveries
        .all(
          `${select} WHERE claim_token IS NOT NULL AND claim_lease_until <= @now ORDER BY claim_lease_until LIMIT @limit`,
          { now, limit },
        )
        .map(fromRow),
    async update(delivery, expectedToken) {
      return (
        deliveries.update(toRow(delivery), "delivery_id", "claim_token IS @expectedToken", {
          expectedToken: expectedToken ?? null,
        }) === 1
      );
    },
    async recordAttempt(attempt) {
      attempts.insertOr(
        `ON CONFLICT (delivery_id, attempt) DO UPDATE SET duration_ms = excluded.duration_ms,
           http_status = excluded.http_status, outcome = excluded.outcome, error = excluded.error,
           response_excerpt = excluded.response_excerpt, is_truncated = excluded.is_truncated`,
        attempt,
      );
    },
    async cancelOfStore(merchantId, now) {
      return database
        .prepare(
          `UPDATE deliveries SET state = 'cancelled', finished_at = @now, next_attempt_at = NULL, manual_send_at = NULL,
             claim_token = NULL, claim_owner = NULL, claim_lease_until = NULL, claim_is_manual = NULL
           WHERE merchant_id = @merchantId AND finished_at IS NULL`,
        )
        .run({ merchantId, now }).changes;
    },
    async nextDue() {
      // Sound: one row of one aggregate each, null without a match.
      const due = database.prepare("SELECT min(due_at) AS at FROM deliveries WHERE due_at IS NOT NULL").get() as {
        at: number | null;
      };
      const lease = database
        .prepare("SELECT min(claim_lease_until) AS at FROM deliveries WHERE claim_token IS NOT NULL")
        .get() as { at: number | null };
      const moments = [due.at, lease.at].filter((at) => at !== null);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
    async countByState(merchantId) {
      const where = merchantId === undefined ? "" : "WHERE merchant_id = @merchantId";
      // Sound: the two named columns are selected.
      const rows = database
        .prepare(`SELECT state, count(*) AS count FROM deliveries ${where} GROUP BY state`)
        .all(merchantId === undefined ? {} : { merchantId }) as { state: string; count: number }[];
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    async oldestDue(now) {
      // Sound: as in nextDue.
      const row = database.prepare("SELECT min(due_at) AS at FROM deliveries WHERE due_at <= @now").get({ now }) as {
        at: number | null;
      };
      return row.at ?? undefined;
    },
  };
}

function toRow({ claim, ...delivery }: Delivery): DeliveryRow {
  return {
    ...delivery,
    claimToken: claim?.token,
    claimOwner: claim?.owner,
    claimLeaseUntil: claim?.leaseUntil,
    claimIsManual: claim?.isManual,
  };
}

function fromRow({ claimToken, claimOwner, claimLeaseUntil, claimIsManual, ...delivery }: DeliveryRow): Delivery {
  return {
    ...delivery,
    claim:
      claimToken === undefined || claimOwner === undefined || claimLeaseUntil === undefined
        ? undefined
        : { token: claimToken, owner: claimOwner, leaseUntil: claimLeaseUntil, isManual: claimIsManual === true },
  };
}
