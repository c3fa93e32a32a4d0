// What a command uses of its process; tests pass their own.

export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  out(line: string): void;
  error(line: string): void;
  /** Aborts when the user stops the command. */
  readonly stopped: AbortSignal;
  readonly fetch: typeof fetch;
  now(): number;
  /** Resolves after `ms`, or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Wrong arguments or environment: exit status 2. */
export class CommandUsageError extends Error {
  override readonly name = "CommandUsageError";
}

/** A failure that a retry would not fix: exit status 1. */
export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError";
}
