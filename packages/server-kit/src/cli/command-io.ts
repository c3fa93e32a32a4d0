// Where the command line writes, and how it learns that it should stop.

export interface CommandIo {
  /** Where the command is called; the process's own folder when left out. */
  folder?: string;
  /** Standard output: what the command was asked for, and with --json exactly one document. */
  out(text: string): void;
  /** Standard error: everything else. */
  error(text: string): void;
  /**
   * Calls back at the first SIGINT or SIGTERM; a later one ends the process at once. The returned function gives the signals back to
   * the platform.
   */
  onStop(callback: () => void): () => void;
}

/** Below a terminal and npm one Ctrl-C arrives two or three times. */
const sameStopMs = 1000;

export const processIo: CommandIo = {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  onStop(callback) {
    let stoppedAt: number | undefined;
    function stop() {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        callback();
      } else if (performance.now() - stoppedAt > sameStopMs) {
        process.exit(1);
      }
    }
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    return () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    };
  },
};
