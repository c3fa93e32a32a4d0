// Serialises the runs of one work: a run requested while another is in progress starts after it. So it also processes items that became due
// in between.

export interface RunTurns {
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Resolves when no run is in progress. */
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
