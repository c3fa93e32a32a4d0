// Messages that name a database by its connection string, without the password.
import { errorCode } from "../../domain/read-field.js";
import { Refusal } from "../../domain/refusal.js";

/** The connection string, or any other address, with `***` in place of every password; a file's name unchanged. */
export function maskedConnectionString(text: string): string {
  if (!text.includes("://")) return text;
  if (!URL.canParse(text)) {
    return text.replace(/:\/\/.*@/, "://***@").replace(/([?&][^=&]*(?:pass|secret|key)[^=&]*=)[^&]*/gi, "$1***");
  }
  const url = new URL(text);
  if (url.password !== "") url.password = "***";
  for (const name of url.searchParams.keys()) {
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, "***");
  }
  return url.href;
}

/** An error that names the database and the reason from the driver, when the database is unavailable; any other error unchanged. */
export function namePostgresFailure(error: unknown, label: string): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : new Error(`${label} cannot be used: ${reason}`, { cause: error });
}

/** SQLSTATEs for a missing database, schema or privilege, and for a failed login. */
const refusedCodes = /^(?:28\w{3}|3D000|3F000|42501)$/;

function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof Refusal && error.code === "UNHEALTHY" ? error.cause : error;
  if (cause === error && !(cause instanceof Error && "code" in cause && refusedCodes.test(String(cause.code)))) {
    return undefined;
  }
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  return messageOf(cause) + adviceFor(cause);
}

function adviceFor(cause: unknown): string {
  const message = messageOf(cause);
  const [, name = "<name>"] = /database "?([^" ]+)"?/.exec(message) ?? [];
  const code = errorCode(cause);
  if (code === "3D000") return `; create it with "createdb --encoding UTF8 --template template0 ${name}"`;
  if (code === "42501" && message.includes("for database"))
    return `; let its owner run "GRANT CREATE ON DATABASE ${name} TO <user>"`;
  if (message.includes("empty password")) return "; give the password in the address, or in the variable PGPASSWORD";
  return "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
