// What a command needs of the process around it, so that tests can be that process.

export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  out(line: string): void;
  error(line: string): void;
  /** Ends when the person stops the command. */
  readonly stopped: AbortSignal;
  readonly fetch: typeof fetch;
  now(): number;
  /** Resolves after `ms`, or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The command was called in a wrong way: exit status 2. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Nothing that another attempt could fix: exit status 1. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}
