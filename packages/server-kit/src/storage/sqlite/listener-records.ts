// Listeners and their events, in SQLite.
import { fromListenedEventRow, type ListenedEventRow } from "../listened-event-row.js";
import type { ListenerRecords } from "../port/listener-records.js";
import type { Database } from "./database.js";

export function createListenerRecords(database: Database): ListenerRecords {
  // Both statements return this one column, or no row.
  const numberOf = (row: unknown) => (row as { last_number: number } | undefined)?.last_number;
  return {
    async open(merchantId, until) {
      const row = database
        .prepare(
          `INSERT INTO webhook_listeners (merchant_id, listening_until, last_number) VALUES (@merchantId, @until, 0)
           ON CONFLICT (merchant_id) DO UPDATE SET listening_until = MAX(webhook_listeners.listening_until, excluded.listening_until)
           RETURNING last_number`,
        )
        .get({ merchantId, until });
      return numberOf(row) ?? 0;
    },
    async takeNumber(merchantId, now) {
      return numberOf(
        database
          .prepare(
            `UPDATE webhook_listeners SET last_number = last_number + 1
           WHERE merchant_id = @merchantId AND listening_until > @now RETURNING last_number`,
          )
          .get({ merchantId, now }),
      );
    },
    async insert(event) {
      database
        .prepare(
          `INSERT INTO listened_events (merchant_id, number, delivery_id, event, body, path, created_at)
           VALUES (@merchantId, @number, @deliveryId, @event, @body, @path, @createdAt)`,
        )
        .run({ ...event });
    },
    async list(merchantId, page) {
      // The table has exactly these columns.
      const rows = database
        .prepare(
          `SELECT * FROM listened_events WHERE merchant_id = @merchantId AND number > @after AND created_at >= @since
           ORDER BY number LIMIT @limit`,
        )
        .all({ merchantId, ...page }) as ListenedEventRow[];
      return rows.map(fromListenedEventRow);
    },
    async removeOlder(before, limit) {
      return database
        .prepare(
          `DELETE FROM listened_events WHERE (merchant_id, number) IN
             (SELECT merchant_id, number FROM listened_events WHERE created_at < @before LIMIT @limit)`,
        )
        .run({ before, limit }).changes;
    },
  };
}
