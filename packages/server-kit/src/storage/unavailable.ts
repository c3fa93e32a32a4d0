// The database cannot do its work at present (locked by a stranger, disk full, server away): callers get 503 and may send again.
import { Refusal } from "../domain/refusal.js";

/** Seconds after which another try is worth it. */
const retryAfterSeconds = 2;

/** @param cause What the driver said; for the log only. */
export function unavailable(cause: unknown): Refusal {
  return new Refusal("UNHEALTHY", {
    message: "The database is not available at present; send the request again.",
    retryAfterSeconds,
    cause,
  });
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === "UNHEALTHY";
}
