// Runs of one work, one after the other: whoever asks for a run while one is under way gets its own after it, so that what was due when it
// asked is done when its run ends.

export interface RunTurns {
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Resolves when no run is under way. */
  settled(): Promise<unknown>;
}

export function createRunTurns(): RunTurns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(run) {
      const result = last.then(run);
      last = result.catch(() => undefined);
      return result;
    },
    settled: () => last,
  };
}
