// Where the command line writes, and how it learns that it should stop.

export interface CommandIo {
  /** Standard output: what the command was asked for, and with --json exactly one document. */
  out(text: string): void;
  /** Standard error: everything else. */
  error(text: string): void;
  /** Calls back at the first SIGINT or SIGTERM; the returned function gives the signals back to the platform. */
  onStop(callback: () => void): () => void;
}

export const processIo: CommandIo = {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  onStop(callback) {
    // `once`: a second signal finds no listener and ends the process at once, as the platform does.
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    function stop() {
      giveBack();
      callback();
    }
    function giveBack() {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    }
    return giveBack;
  },
};
