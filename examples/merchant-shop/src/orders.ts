// Stores orders as lines of a file. A webhook gets 2xx only after its line is on the disk (spec/rules.md#delivery-rules, 1).
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface Order {
  orderId: string;
  product: string;
  amountCents: number;
  currency: string;
  /** Payments of this order, the newest last. */
  paymentIds: string[];
  /** The transaction status of the last recorded webhook; `new` before the first. */
  status: string;
  /** When the service prepared that webhook, ISO 8601 in UTC. */
  statusAt: string;
}

export interface Orders {
  find(orderId: string): Order | undefined;
  /** Returns when the order is on the disk. */
  put(order: Order): void;
  close(): void;
}

export function openOrders(file: string): Orders {
  const orders = new Map<string, Order>();
  const stored = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  // A crash may have truncated the last line: no response was sent for it yet.
  let length = stored.lastIndexOf("\n") + 1;
  for (const line of stored.toString("utf8", 0, length).split("\n").filter(Boolean)) {
    // `put` below wrote every line.
    const order = JSON.parse(line) as Order;
    orders.set(order.orderId, order);
  }
  mkdirSync(dirname(file), { recursive: true });
  const log = openSync(file, "a", 0o600);
  ftruncateSync(log, length);
  return {
    find: (orderId) => orders.get(orderId),
    put(order) {
      const line = Buffer.from(`${JSON.stringify(order)}\n`);
      try {
        if (writeSync(log, line) < line.length) throw new Error(`${file} could not be written: the disk is full`);
        fsyncSync(log);
      } catch (error) {
        ftruncateSync(log, length);
        throw error;
      }
      length += line.length;
      orders.set(order.orderId, order);
    },
    close: () => closeSync(log),
  };
}
