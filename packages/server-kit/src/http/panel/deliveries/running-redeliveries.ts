// Jobs that resend failed deliveries and outlast the request that started them, with their progress for the deliveries page.
import type { Logger } from "../../../domain/clock.js";
import {
  type RedeliverManyDependencies,
  type RedeliverManyInput,
  redeliverMany,
} from "../../../flows/redeliver-many.js";

export interface RedeliveryProgress {
  /** Deliveries marked for resending so far. */
  count: number;
  state: "running" | "done" | "failed";
}

export interface RunningRedeliveries {
  /** Resolves when all are marked, or after a short wait while the job continues. False: a job of this store is already running. */
  begin(input: RedeliverManyInput & { merchantId: string }): Promise<boolean>;
  /** Of this store's latest job in this process. */
  progressOf(merchantId: string): RedeliveryProgress | undefined;
}

/** A longer wait would leave the browser on a blank page. */
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
