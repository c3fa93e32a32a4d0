// Tasks that run beside their caller, so that a stop can wait for them.

export interface TasksInFlight {
  /** Counts the task until it has settled, and returns it. The caller handles its rejection. */
  track<Result>(task: Promise<Result>): Promise<Result>;
  count(): number;
  /** Resolves when the tasks that are in flight now have settled. */
  settled(): Promise<void>;
  /** Resolves when none is in flight, those that start meanwhile included. */
  allSettled(): Promise<void>;
}

export function createTasksInFlight(): TasksInFlight {
  const inFlight = new Set<Promise<unknown>>();
  const settled = async () => void (await Promise.allSettled(inFlight));
  return {
    track(task) {
      inFlight.add(task);
      const forget = () => inFlight.delete(task);
      task.then(forget, forget);
      return task;
    },
    count: () => inFlight.size,
    settled,
    async allSettled() {
      while (inFlight.size > 0) await settled();
    },
  };
}
