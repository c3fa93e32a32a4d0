// The database is unavailable at present (locked by another process, disk full, server down): callers get 503 and may retry.
import { Refusal } from "../domain/refusal.js";
import type { Records, Storage } from "./port.js";

/** Value of Retry-After, seconds. */
const retryAfterSeconds = 2;

/** @param cause The driver's error; for the log only. */
export function unavailable(cause: unknown): Refusal {
  return new Refusal("UNHEALTHY", {
    message: "The service is temporarily unavailable; send the request again.",
    retryAfterSeconds,
    cause,
  });
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === "UNHEALTHY";
}

/** Writes what only notes a use, such as its time: a read must not fail because that cannot be stored. */
export async function noteIfAvailable(
  storage: Storage,
  work: (records: Records) => Promise<void>,
  options?: Parameters<Storage["write"]>[1],
): Promise<void> {
  try {
    await storage.write(work, options);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
