// A pause of a loop that can be ended early.

export interface InterruptiblePause {
  /** Resolves after `ms` real milliseconds, or when it is interrupted. One at a time. */
  wait(ms: number): Promise<void>;
  /** Ends the current wait, if any. */
  interrupt(): void;
}

export function createInterruptiblePause(): InterruptiblePause {
  let endWait: (() => void) | undefined;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          endWait = undefined;
          resolve();
        }
        endWait = done;
      }),
    interrupt: () => endWait?.(),
  };
}
