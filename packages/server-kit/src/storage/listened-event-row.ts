// A row of the events for listeners, read alike from both databases.
import type { ListenedEvent } from "./port/listener-records.js";

export interface ListenedEventRow {
  merchant_id: string;
  number: number;
  delivery_id: string;
  event: string;
  body: Uint8Array;
  path: ListenedEvent["path"];
  created_at: number;
}

export function fromListenedEventRow(row: ListenedEventRow): ListenedEvent {
  return {
    merchantId: row.merchant_id,
    number: Number(row.number),
    deliveryId: row.delivery_id,
    event: row.event,
    body: new Uint8Array(row.body),
    path: row.path,
    createdAt: Number(row.created_at),
  };
}
