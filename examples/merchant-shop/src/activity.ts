// What happens underneath an order: calls to the service, webhooks from it, and what became of the order. For the strip beside the page; in
// memory only, nothing depends on it.
import { EventEmitter } from "node:events";

export interface Step {
  kind: "request" | "response" | "webhook" | "order";
  title: string;
  /** Code, line by line. */
  detail: string;
  /** Epoch milliseconds. */
  at: number;
}

export interface Activity {
  add(orderId: string, step: Omit<Step, "at">): void;
  list(orderId: string): readonly Step[];
  /** Calls back after each step of the order; the returned function ends that. */
  watch(orderId: string, callback: () => void): () => void;
}

const ordersKept = 200;
const stepsKept = 30;

export function createActivity(): Activity {
  const steps = new Map<string, Step[]>();
  const news = new EventEmitter().setMaxListeners(0);
  return {
    add(orderId, step) {
      const before = steps.get(orderId) ?? [];
      steps.delete(orderId);
      steps.set(orderId, [...before, { ...step, at: Date.now() }].slice(-stepsKept));
      for (const oldest of [...steps.keys()].slice(0, Math.max(0, steps.size - ordersKept))) steps.delete(oldest);
      news.emit(orderId);
    },
    list: (orderId) => steps.get(orderId) ?? [],
    watch(orderId, callback) {
      news.on(orderId, callback);
      return () => news.off(orderId, callback);
    },
  };
}
