// Orders in memory.
import type { OrderRecords } from "../port/order-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createOrderRecords({ orders }: MemoryTables): OrderRecords {
  return {
    async put(merchantId, orderKey, order) {
      orders.put({ merchantId, orderKey, order });
    },
    find: async (merchantId, orderKey) => orders.find(keyFrom(merchantId, orderKey))?.order,
  };
}
