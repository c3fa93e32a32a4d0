// Orders in memory.

import { compareText } from "../compare-text.js";
import type { OrderRecords } from "../port/order-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

export function createOrderRecords({ orders }: MemoryTables): OrderRecords {
  return {
    async put(merchantId, orderKey, order, now) {
      orders.put({ merchantId, orderKey, order, updatedAt: now });
    },
    list: async (merchantId, { after = "", limit }) =>
      orders
        .list((row) => row.merchantId === merchantId && compareText(row.orderKey, after) > 0, {
          order: byText((row) => row.orderKey),
          limit,
        })
        .map(({ order }) => order),
    find: async (merchantId, orderKey) => orders.find(keyFrom(merchantId, orderKey))?.order,
  };
}
