// Orders in SQLite.
import type { JsonObject } from "../../domain/json.js";
import type { OrderRecords } from "../port/order-records.js";
import type { Database } from "./database.js";

export function createOrderRecords(database: Database): OrderRecords {
  return {
    async put(merchantId, orderKey, order, now) {
      database
        .prepare(
          `INSERT INTO orders (merchant_id, order_key, content, updated_at) VALUES (@merchantId, @orderKey, @content, @now)
           ON CONFLICT (merchant_id, order_key) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
        )
        .run({ merchantId, orderKey, content: JSON.stringify(order), now });
    },
    async list(merchantId, { after = "", limit }) {
      // Sound: `put` wrote the text.
      const rows = database
        .prepare(
          "SELECT content FROM orders WHERE merchant_id = @merchantId AND order_key > @after ORDER BY order_key LIMIT @limit",
        )
        .all({ merchantId, after, limit }) as { content: string }[];
      return rows.map(({ content }) => JSON.parse(content) as JsonObject);
    },
    async find(merchantId, orderKey) {
      // Sound: `put` wrote the text.
      const row = database
        .prepare("SELECT content FROM orders WHERE merchant_id = @merchantId AND order_key = @orderKey")
        .get({ merchantId, orderKey }) as { content: string } | undefined;
      return row && (JSON.parse(row.content) as JsonObject);
    },
  };
}
