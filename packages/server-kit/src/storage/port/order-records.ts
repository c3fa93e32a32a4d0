// Records of orders, as their stores sent them.
import type { JsonObject } from "../../domain/json.js";

export interface OrderRecords {
  put(merchantId: string, orderKey: string, order: JsonObject, now: number): Promise<void>;
  find(merchantId: string, orderKey: string): Promise<JsonObject | undefined>;
}
