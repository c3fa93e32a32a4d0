// Runs tasks one after the other: a run that is requested while another is in progress starts after it. So it also processes
// items that became due in between.

export interface SerialQueue {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves when no task is in progress. */
  settled(): Promise<unknown>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
    settled: () => last,
  };
}
