// When a unit of work is run again: another one was first, the connection broke before COMMIT was sent, or a pooler lost a prepared statement.
import { isConflict, isConnectionLost, isStatementLost, isTaken } from "./postgres-errors.js";

export interface RunsAgain {
  /** Runs it until it is committed, or until running it again is of no use. */
  untilCommitted<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** How long a unit that keeps losing against others is run again. */
const conflictPatienceMs = 10_000;
const longestPauseMs = 40;
/** A taken value is most often a true one: two more looks are enough to see the unit that took it. */
const maxRunsOnTaken = 3;
const maxRunsOnLostConnection = 3;
/** Once is enough: after it, statements have no names. */
const maxRunsOnLostStatement = 3;

export function createRunsAgain(): RunsAgain {
  /** Units that lost once run one after the other within this instance: they would only meet each other again. */
  let contended: Promise<unknown> = Promise.resolve();

  function alone<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = contended.then(run);
    contended = result.catch(() => undefined);
    return result;
  }

  return {
    async untilCommitted(run) {
      const until = performance.now() + conflictPatienceMs;
      let taken = 0;
      let lost = 0;
      let unnamed = 0;
      for (let runs = 1; ; runs += 1) {
        try {
          return await (runs === 1 ? run() : alone(run));
        } catch (error) {
          if (isTaken(error)) taken += 1;
          if (isConnectionLost(error)) lost += 1;
          if (isStatementLost(error)) unnamed += 1;
          const mayRunAgain =
            performance.now() < until &&
            (isConflict(error) ||
              (isStatementLost(error) && unnamed < maxRunsOnLostStatement) ||
              (isTaken(error) && taken < maxRunsOnTaken) ||
              (isConnectionLost(error) && lost < maxRunsOnLostConnection));
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
      if (!(isConnectionLost(error) || isStatementLost(error)) || run >= maxRunsOnLostConnection) throw error;
      await pause(run);
    }
  }
}

/** Doubles each time, half of it random, so that two instances do not meet again. */
function pause(run: number): Promise<void> {
  const longest = Math.min(2 ** run, longestPauseMs);
  return new Promise((resolve) => setTimeout(resolve, longest / 2 + (Math.random() * longest) / 2));
}
