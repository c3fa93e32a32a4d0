// How a call of an adapter ends, and the errors for the endings other than success.

/**
 * How a call ended. `error`: the adapter threw. `refused`: the provider refuses what the buyer entered. `malformed`: the result cannot be used.
 * `timeout`: no result within its deadline. `stopped`: the service stopped. Not called at all: `busy`, because too many are in flight, and
 * `circuit_open`, because the adapter kept failing.
 */
export type AdapterOutcome = "ok" | "error" | "refused" | "malformed" | "timeout" | "busy" | "circuit_open" | "stopped";

/** Every outcome except `ok`. The adapter's error is the cause; it is already logged. */
export class AdapterCallError extends Error {
  override readonly name = "AdapterCallError";

  constructor(
    readonly adapter: string,
    readonly operation: string,
    readonly outcome: Exclude<AdapterOutcome, "ok">,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

export const sessionRefused = "SessionRefusedError";

/**
 * Thrown by `createSession` when the provider refuses what the buyer entered, such as the account. The provider has responded, so this does not
 * count as its failure. The message is neither shown nor logged.
 */
export class SessionRefusedError extends Error {
  override readonly name = sessionRefused;
}

/** Thrown by the code that parses an adapter's result when it is malformed. */
export class MalformedResultError extends Error {
  override readonly name = "MalformedResultError";
}
