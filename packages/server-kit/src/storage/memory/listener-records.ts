// Listeners and their events, in memory.
import type { ListenerRecords } from "../port/listener-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createListenerRecords({ webhookListeners, listenedEvents }: MemoryTables): ListenerRecords {
  return {
    async open(merchantId, until) {
      const before = webhookListeners.find(merchantId);
      const lastNumber = before?.lastNumber ?? 0;
      webhookListeners.put({ merchantId, listeningUntil: Math.max(until, before?.listeningUntil ?? 0), lastNumber });
      return lastNumber;
    },
    async takeNumber(merchantId, now) {
      const listener = webhookListeners.find(merchantId);
      if (listener === undefined || listener.listeningUntil <= now) return undefined;
      webhookListeners.put({ ...listener, lastNumber: listener.lastNumber + 1 });
      return listener.lastNumber + 1;
    },
    async insert(event) {
      listenedEvents.insert(event);
    },
    list: async (merchantId, { after, since, limit }) =>
      listenedEvents.list((row) => row.merchantId === merchantId && row.number > after && row.createdAt >= since, {
        order: byNumber((row) => row.number),
        limit,
      }),
    async removeOlder(before, limit) {
      const old = listenedEvents.list((row) => row.createdAt < before, { limit });
      for (const { merchantId, number } of old) listenedEvents.remove(keyFrom(merchantId, number));
      return old.length;
    },
  };
}
