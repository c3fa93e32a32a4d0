// Stores orders as lines of a file. A webhook gets 2xx only after its line is on the disk (spec/rules.md#delivery-rules, 1).
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
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
  if (existsSync(file)) {
    for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
      // `put` below wrote every line.
      const order = JSON.parse(line) as Order;
      orders.set(order.orderId, order);
    }
  }
  mkdirSync(dirname(file), { recursive: true });
  const log = openSync(file, "a", 0o600);
  return {
    find: (orderId) => orders.get(orderId),
    put(order) {
      writeSync(log, `${JSON.stringify(order)}\n`);
      fsyncSync(log);
      orders.set(order.orderId, order);
    },
    close: () => closeSync(log),
  };
}
