// Jobs that send what has failed once more and outlast the request that began them: the page of deliveries shows how far they are.
import type { Logger } from "../../domain/clock.js";
import { type RedeliverManyDependencies, type RedeliverManyInput, redeliverMany } from "../../flows/redeliver-many.js";

export interface RedeliveryProgress {
  /** Marked to be sent so far. */
  count: number;
  state: "running" | "done" | "failed";
}

export interface RunningRedeliveries {
  /** Resolves when all is marked, or after a moment while the rest goes on. False: one of this store is running already. */
  begin(input: RedeliverManyInput & { merchantId: string }): Promise<boolean>;
  /** Of the job of this store that began last in this process. */
  progressOf(merchantId: string): RedeliveryProgress | undefined;
}

/** Nobody should look at a blank page for longer. */
const defaultWaitMs = 1500;
const maxKept = 1000;

export function createRunningRedeliveries(
  dependencies: RedeliverManyDependencies & { logger: Logger },
  waitMs = defaultWaitMs,
): RunningRedeliveries {
  const jobs = new Map<string, RedeliveryProgress>();

  return {
    async begin(input) {
      const { merchantId } = input;
      if (jobs.get(merchantId)?.state === "running") return false;
      const job: RedeliveryProgress = { count: 0, state: "running" };
      jobs.delete(merchantId);
      jobs.set(merchantId, job);
      for (const [oldest, { state }] of jobs) {
        if (jobs.size <= maxKept) break;
        if (state !== "running") jobs.delete(oldest);
      }
      const onProgress = (count: number) => {
        job.count = count;
      };
      const marking = redeliverMany(dependencies, { ...input, onProgress }).then(
        () => {
          job.state = "done";
        },
        (error: unknown) => {
          job.state = "failed";
          dependencies.logger.error({ err: error, merchantId }, "redelivery of failed webhooks interrupted");
        },
      );
      let timer: NodeJS.Timeout | undefined;
      const longEnough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, waitMs);
      });
      await Promise.race([marking, longEnough]);
      clearTimeout(timer);
      return true;
    },
    progressOf: (merchantId) => jobs.get(merchantId),
  };
}
