// Records of orders, as their stores sent them.
import type { JsonObject } from "../../domain/json.js";

export interface OrderRecords {
  put(merchantId: string, orderKey: string, order: JsonObject, now: number): Promise<void>;
  /** By order key in byte order, starting after `after`; at most `limit`. */
  list(merchantId: string, page: { after: string | undefined; limit: number }): Promise<JsonObject[]>;
  find(merchantId: string, orderKey: string): Promise<JsonObject | undefined>;
}
