// Repeats a round of work until it is stopped, and records since when the rounds fail or hang.
import type { Clock } from "../domain/clock.js";
import { createInterruptiblePause } from "./interruptible-pause.js";

export interface WatchedRounds {
  /** Runs until `stop`. */
  start(): void;
  /** Waits for the round in progress. */
  stop(): Promise<void>;
  /** Since when no round has succeeded, epoch milliseconds; undefined after a successful one. */
  brokenSince(): number | undefined;
}

export interface WatchedRoundsDependencies {
  clock: Clock;
  /** Returns whether this process can take work; a thrown error means that it cannot. */
  round: () => Promise<boolean>;
  onError: (error: unknown) => void;
  /** The pause between two rounds. */
  pauseMs: number;
  /** A round that takes longer than this counts as hanging. */
  timeoutMs: number;
}

export function createWatchedRounds(dependencies: WatchedRoundsDependencies): WatchedRounds {
  const { clock, round, onError, pauseMs, timeoutMs } = dependencies;
  const pause = createInterruptiblePause();
  let running: Promise<void> | undefined;
  let isStopped = false;
  let brokenSince: number | undefined;

  function noteBroken(): void {
    brokenSince ??= clock.now();
  }

  async function runRound(): Promise<void> {
    // By a timer and not by the clock, which may jump during a round.
    const timer = setTimeout(noteBroken, timeoutMs);
    try {
      if (await round()) brokenSince = undefined;
      else noteBroken();
    } catch (error) {
      noteBroken();
      onError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function runRounds(): Promise<void> {
    while (!isStopped) {
      await runRound();
      if (!isStopped) await pause.wait(pauseMs);
    }
  }

  return {
    start() {
      running ??= runRounds();
    },
    async stop() {
      isStopped = true;
      pause.interrupt();
      await running;
    },
    brokenSince: () => brokenSince,
  };
}
