// How a connection string is shown, and what to say when the server behind it cannot be used: never with its password.
import { Refusal } from "../../domain/refusal.js";

/** The address with `***` in place of every password. */
export function maskedConnectionString(text: string): string {
  if (!URL.canParse(text)) return text.replace(/:\/\/.*@/, "://***@");
  const url = new URL(text);
  if (url.password !== "") url.password = "***";
  for (const name of url.searchParams.keys()) {
    if (/password|secret|key/i.test(name)) url.searchParams.set(name, "***");
  }
  return url.href;
}

/** A database that is not available, with the reason that the driver gave; every other error as it is. */
export function namePostgresFailure(error: unknown, label: string): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : new Error(`${label} cannot be used: ${reason}`, { cause: error });
}

/** What the server says about a database, a user or a right that is missing. */
const refusedCodes = /^(?:28\w{3}|3D000|3F000|42501)$/;

function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof Refusal && error.code === "UNHEALTHY" ? error.cause : error;
  if (cause === error && !(cause instanceof Error && "code" in cause && refusedCodes.test(String(cause.code)))) {
    return undefined;
  }
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  return messageOf(cause);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
