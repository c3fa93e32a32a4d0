// The injected clock, random source and logger. Durations are measured with the platform's monotonic clock.

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A number in [0, 1); used for jitter only, never for secrets. */
export type Random = () => number;

/** Cryptographic random bytes; the source of every id, token and key. */
export type RandomBytes = (count: number) => Uint8Array;

/** The part of pino that the service uses. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
