// Orders in SQLite.
import type { JsonObject } from "../../domain/json.js";
import type { OrderRecords } from "../port/order-records.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";

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
    list: async (merchantId, { after = "", limit }) =>
      selectTexts(
        database,
        "SELECT content FROM orders WHERE merchant_id = @merchantId AND order_key > @after ORDER BY order_key LIMIT @limit",
        { merchantId, after, limit },
      ).map(readOrder),
    async find(merchantId, orderKey) {
      const [content] = selectTexts(
        database,
        "SELECT content FROM orders WHERE merchant_id = @merchantId AND order_key = @orderKey",
        { merchantId, orderKey },
      );
      return content === undefined ? undefined : readOrder(content);
    },
  };
}

function readOrder(content: string): JsonObject {
  // `put` stored the JSON text of a JsonObject.
  return JSON.parse(content) as JsonObject;
}
