// The output streams of the command line, and its stop signals.
import { closeSync } from "node:fs";
import { isatty } from "node:tty";
import { errorCode } from "../domain/read-field.js";

export interface CommandIo {
  /** The working folder of the call; the process's own when omitted. */
  folder?: string;
  /** Standard output: the result of the command, and with --json exactly one document. */
  out(text: string): void;
  /** Standard output without a line end; resolves when the stream has taken the text. @throws OutputClosed */
  write(text: string): Promise<void>;
  /** Standard error: everything else. */
  error(text: string): void;
  /** Calls back at the first SIGINT, SIGTERM or SIGHUP; a later one ends the process immediately. Called once. */
  onStop(callback: () => void): void;
}

/** SIGHUP: the terminal or the SSH connection was closed. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A process started through npm receives one Ctrl-C as two or three signals. */
const repeatedSignalMs = 1000;

/** The output cannot be written, or nobody reads the rest of it: `payment-sessions audit export | head -1`. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

/**
 * Without listeners an error of a stream would end the process with a stack trace, even a service whose log nobody reads any more.
 * A write error, such as that of a full disk, fails the command.
 */
export function watchStandardStreams(): void {
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error) => {
    if (errorCode(error) === "EPIPE") return;
    processIo.error(`The output cannot be written: ${error.message}`);
    process.once("exit", () => {
      process.exitCode ||= 1;
    });
  });
}

/** How long a stopped process may still write output: a log that nobody reads would keep it running. */
const outputTimeoutMs = 2000;
let stoppedAt: number | undefined;

/** Ends the process after that time, when a signal has stopped it. */
export function endAfterStop(): void {
  if (stoppedAt === undefined) return;
  // Not by process.exit(): the logger then waits until the rest of the log is written.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), outputTimeoutMs).unref();
}

/**
 * At its exit Node.js resets the terminals that it was started on, and aborts when one of them is gone. It skips closed
 * descriptors.
 */
function closeAll(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) {
    try {
      closeSync(descriptor);
    } catch {
      // Already closed.
    }
  }
}

export const processIo: CommandIo = {
  out: (text) => process.stdout.write(`${text}\n`),
  write: (text) =>
    new Promise((resolve, reject) =>
      process.stdout.write(text, (cause) =>
        cause == null ? resolve() : reject(new OutputClosed("The output is closed.", { cause })),
      ),
    ),
  error: (text) => process.stderr.write(`${text}\n`),
  onStop(callback) {
    const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
    process.once("exit", () => closeAll(terminals.filter((descriptor) => !isatty(descriptor))));
    function stop() {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        callback();
      } else if (performance.now() - stoppedAt > repeatedSignalMs) {
        // Loses no more than a crash does: what was confirmed is on the disk, and interrupted sends are repeated after the next start.
        process.exit(1);
      }
    }
    for (const signal of stopSignals) process.on(signal, stop);
  },
};
