// Runs a unit of work again after a conflict, after a connection that broke before COMMIT was sent, or when a pooler has lost a prepared
// statement (docs/decisions/units-run-again.md).
import {
  isConflict,
  isConnectionLost,
  isPlanStale,
  isStatementLost,
  isTaken,
  isUnresponsive,
} from "./postgres-errors.js";

export interface Retries {
  /** Runs it until it commits, or until an error that another run would not avoid. */
  untilCommitted<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** How long a unit with repeated conflicts is run again. */
const conflictTimeoutMs = 10_000;
const maxDelayMs = 40;
/** A duplicate value is usually a real one: two more runs suffice to read the row of a unit that committed first. */
const maxRunsOnTaken = 3;
const maxRunsOnLostConnection = 3;
/** After the first such error, statements are sent without names, or on new connections. */
const maxRunsOnNewPlan = 3;

export function createRetries(timeoutMs = conflictTimeoutMs): Retries {
  /** Units that had a conflict run one after the other within this instance, because they would conflict again. */
  let contended: Promise<unknown> = Promise.resolve();

  function runSerially<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = contended.then(run);
    contended = result.catch(() => undefined);
    return result;
  }

  return {
    async untilCommitted(run) {
      const until = performance.now() + timeoutMs;
      let lastError: unknown;
      const runInTime = () => {
        // Units before this one in the queue may have taken all of its time.
        if (performance.now() >= until) throw lastError;
        return run();
      };
      let takenCount = 0;
      let lostCount = 0;
      let newPlanCount = 0;
      for (let runs = 1; ; runs += 1) {
        try {
          return await (runs === 1 ? run() : runSerially(runInTime));
        } catch (error) {
          lastError = error;
          if (isTaken(error)) takenCount += 1;
          if (isLost(error)) lostCount += 1;
          if (needsNewPlan(error)) newPlanCount += 1;
          const mayRunAgain =
            performance.now() < until &&
            (isConflict(error) ||
              (needsNewPlan(error) && newPlanCount < maxRunsOnNewPlan) ||
              (isTaken(error) && takenCount < maxRunsOnTaken) ||
              (isLost(error) && lostCount < maxRunsOnLostConnection));
          if (!mayRunAgain) throw error;
          await pause(runs);
        }
      }
    },
  };
}

export async function readAgainWhenLost<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(isLost(error) || needsNewPlan(error)) || run >= maxRunsOnLostConnection) throw error;
      await pause(run);
    }
  }
}

const isLost = (error: unknown) => isConnectionLost(error) && !isUnresponsive(error);
const needsNewPlan = (error: unknown) => isStatementLost(error) || isPlanStale(error);

/** Exponential back-off, half of it random, so that two instances do not conflict again. */
function pause(run: number): Promise<void> {
  const longest = Math.min(2 ** run, maxDelayMs);
  return new Promise((resolve) => setTimeout(resolve, longest / 2 + (Math.random() * longest) / 2));
}
