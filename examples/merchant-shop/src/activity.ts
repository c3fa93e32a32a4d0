// Records calls to the service, its webhooks and changes of an order, for the strip beside the page. In memory only.
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
  /** Calls back after each step of the order; the returned function removes the callback. */
  watch(orderId: string, callback: () => void): () => void;
}

const ordersKept = 200;
const stepsKept = 30;

export function createActivity(): Activity {
  const steps = new Map<string, Step[]>();
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    add(orderId, step) {
      const before = steps.get(orderId) ?? [];
      steps.delete(orderId);
      steps.set(orderId, [...before, { ...step, at: Date.now() }].slice(-stepsKept));
      for (const oldest of [...steps.keys()].slice(0, Math.max(0, steps.size - ordersKept))) steps.delete(oldest);
      changes.emit(orderId);
    },
    list: (orderId) => steps.get(orderId) ?? [],
    watch(orderId, callback) {
      changes.on(orderId, callback);
      return () => changes.off(orderId, callback);
    },
  };
}
