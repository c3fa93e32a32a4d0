// Ends what waits in real time when the mock is stopped or reset.

export interface Interruption {
  /** Aborted by the next `interrupt`. */
  signal(): AbortSignal;
  interrupt(): void;
  /** Waits in real time, for a listener in another process. @throws Error when the mock is stopped meanwhile */
  pause(ms: number): Promise<void>;
}

export function createInterruption(): Interruption {
  let controller = new AbortController();
  return {
    signal: () => controller.signal,
    interrupt() {
      controller.abort();
      controller = new AbortController();
    },
    pause(ms) {
      const { signal } = controller;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          signal.removeEventListener("abort", stop);
          resolve();
        }, ms);
        timer.unref();
        function stop() {
          clearTimeout(timer);
          reject(new Error("The mock was stopped."));
        }
        signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}
