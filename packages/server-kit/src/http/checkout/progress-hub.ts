// Notifies open pages that their payment has changed: immediately for writes of this process and of other instances, and by polling for
// notifications that were lost. One read covers all pages of this process.
import type { Payment } from "../../domain/payment.js";

export interface ProgressHub {
  /** The payment has changed. */
  notify(paymentId: string): void;
  /** Any payment may have changed. */
  notifyAll(): void;
  /** Undefined when this process, or the payment, already has its maximum of open streams; the page then polls instead. */
  listen(paymentId: string, listener: ProgressListener): (() => void) | undefined;
  /** Ends all streams, so that a server can close. */
  close(): void;
}

export interface ProgressListener {
  onChange(payment: Payment): void;
  onClose(): void;
}

export interface ProgressHubDependencies {
  read(paymentIds: readonly string[]): Promise<Payment[]>;
  onFailure(error: unknown): void;
  /** Interval of the poll for all open pages, in milliseconds. */
  pollIntervalMs: number;
}

const maxListeners = 2000;
const maxListenersOfPayment = 8;

export function createProgressHub({ read, onFailure, pollIntervalMs }: ProgressHubDependencies): ProgressHub {
  const listeners = new Map<string, Set<ProgressListener>>();
  const pendingIds = new Set<string>();
  let count = 0;
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;

  function scheduleRead(paymentIds: Iterable<string>): void {
    for (const paymentId of paymentIds) if (listeners.has(paymentId)) pendingIds.add(paymentId);
    if (isReading || pendingIds.size === 0) return;
    isReading = true;
    // Notifications from one turn of the event loop, or during a read in flight, share one read.
    setImmediate(() => void readPending());
  }

  async function readPending(): Promise<void> {
    while (pendingIds.size > 0) {
      const paymentIds = [...pendingIds];
      pendingIds.clear();
      try {
        for (const payment of await read(paymentIds)) {
          for (const listener of listeners.get(payment.paymentId) ?? []) listener.onChange(payment);
        }
      } catch (error) {
        onFailure(error);
      }
    }
    isReading = false;
  }

  const readAll = () => scheduleRead([...listeners.keys()]);

  return {
    notify: (paymentId) => scheduleRead([paymentId]),
    notifyAll: readAll,
    listen(paymentId, listener) {
      const ofPayment = listeners.get(paymentId) ?? new Set();
      if (count >= maxListeners || ofPayment.size >= maxListenersOfPayment) return undefined;
      listeners.set(paymentId, ofPayment.add(listener));
      count += 1;
      timer ??= setInterval(readAll, pollIntervalMs);
      return () => {
        if (!ofPayment.delete(listener)) return;
        count -= 1;
        if (ofPayment.size === 0) listeners.delete(paymentId);
        if (count > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      for (const ofPayment of listeners.values()) for (const listener of [...ofPayment]) listener.onClose();
    },
  };
}
