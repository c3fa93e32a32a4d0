// Jobs that run beside the caller, so that it can wait for all of them.

export interface TrackedJobs {
  track(job: Promise<void>): void;
  count(): number;
  /** Resolves when the jobs that are running now have ended. */
  settled(): Promise<unknown>;
}

/** @param report Called with the error of a job that fails. */
export function createTrackedJobs(report: (error: unknown) => void): TrackedJobs {
  const running = new Set<Promise<void>>();
  return {
    track(job) {
      running.add(job);
      job.catch(report).finally(() => running.delete(job));
    },
    count: () => running.size,
    settled: () => Promise.allSettled([...running]),
  };
}
