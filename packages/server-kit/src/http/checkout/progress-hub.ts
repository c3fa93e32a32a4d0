// Tells open pages that their payment has moved. What happens in other processes is found by looking every few seconds.

export interface ProgressHub {
  /** A payment of this process has changed. */
  notify(paymentId: string): void;
  /** Undefined when as many pages listen as this process wants to hold open; then the page asks from time to time instead. */
  listen(paymentId: string, listener: ProgressListener): (() => void) | undefined;
  /** Ends all streams, so that a server can close. */
  close(): void;
}

export interface ProgressListener {
  changed(): void;
  closed(): void;
}

const maxListeners = 2000;
const maxListenersOfPayment = 8;

export function createProgressHub(): ProgressHub {
  const listeners = new Map<string, Set<ProgressListener>>();
  let count = 0;
  return {
    notify(paymentId) {
      for (const listener of listeners.get(paymentId) ?? []) listener.changed();
    },
    listen(paymentId, listener) {
      const ofPayment = listeners.get(paymentId) ?? new Set();
      if (count >= maxListeners || ofPayment.size >= maxListenersOfPayment) return undefined;
      listeners.set(paymentId, ofPayment.add(listener));
      count += 1;
      return () => {
        if (!ofPayment.delete(listener)) return;
        count -= 1;
        if (ofPayment.size === 0) listeners.delete(paymentId);
      };
    },
    close() {
      for (const ofPayment of listeners.values()) for (const listener of [...ofPayment]) listener.closed();
    },
  };
}
