// Listeners and their events, in PostgreSQL. Taking a number locks the store's row, so that numbers commit in their order.
import { fromListenedEventRow, type ListenedEventRow } from "../listened-event-row.js";
import type { ListenerRecords } from "../port/listener-records.js";
import type { Database } from "./database.js";

export function createListenerRecords(database: Database): ListenerRecords {
  const numberOf = (row: Record<string, unknown> | undefined) => row && Number(row.last_number);
  return {
    async open(merchantId, until) {
      const row = await database.first(
        `INSERT INTO webhook_listeners (merchant_id, listening_until, last_number) VALUES (@merchantId, @until, 0)
           ON CONFLICT (merchant_id) DO UPDATE SET listening_until = GREATEST(webhook_listeners.listening_until, excluded.listening_until)
           RETURNING last_number`,
        { merchantId, until },
      );
      return numberOf(row) ?? 0;
    },
    async takeNumber(merchantId, now) {
      return numberOf(
        await database.first(
          `UPDATE webhook_listeners SET last_number = last_number + 1
           WHERE merchant_id = @merchantId AND listening_until > @now RETURNING last_number`,
          { merchantId, now },
        ),
      );
    },
    async insert(event) {
      await database.run(
        `INSERT INTO listened_events (merchant_id, number, delivery_id, event, body, path, created_at)
           VALUES (@merchantId, @number, @deliveryId, @event, @body, @path, @createdAt)`,
        { ...event },
      );
    },
    async list(merchantId, page) {
      const rows = await database.all(
        `SELECT merchant_id, number, delivery_id, event, body, path, created_at FROM listened_events
           WHERE merchant_id = @merchantId AND number > @after AND created_at >= @since ORDER BY number LIMIT @limit`,
        { merchantId, ...page },
      );
      // These columns are selected.
      return (rows as unknown as ListenedEventRow[]).map(fromListenedEventRow);
    },
    async removeOlder(before, limit) {
      const rows = await database.all(
        `DELETE FROM listened_events WHERE (merchant_id, number) IN
             (SELECT merchant_id, number FROM listened_events WHERE created_at < @before LIMIT @limit) RETURNING number`,
        { before, limit },
      );
      return rows.length;
    },
  };
}
