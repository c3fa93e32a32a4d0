// What the server's and the driver's errors mean: worth running the unit again, a database that is not available, or a bug.
import { unavailable } from "../unavailable.js";

/** The SQLSTATE of the server, or the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Serialization failure, deadlock: another unit was first, and running this one again will see what it did. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error) ?? "");
}

/** A unique index holds the value already, perhaps since a moment that this unit did not see. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === "23505";
}

const lostCodes = /^(?:08\w{3}|57P0[123]|E[A-Z]+)$/;
const lostMessages = /^Connection terminated|^Client has encountered a connection error|^Client was closed/;

/** The connection broke, or the server is stopping or starting. */
export function isConnectionLost(error: unknown): boolean {
  return lostCodes.test(codeOf(error) ?? "") || (error instanceof Error && lostMessages.test(error.message));
}

/** The driver knew before it sent the statement that the connection is broken. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("not queryable");
}

/** Where the driver's prepared statement is no longer what the server knows: a pooler gave the transaction to another connection. */
export function isStatementLost(error: unknown): boolean {
  return ["26000", "42P05"].includes(codeOf(error) ?? "");
}

/** Whatever was said when a connection was asked for: whoever connected before and cannot now has no database at present. */
const notConnected = new WeakSet<object>();

/** To be thrown again: a connection was not to be had. */
export function asNotConnected(error: unknown): unknown {
  if (typeof error === "object" && error !== null) notConnected.add(error);
  return error;
}

const isNotConnected = (error: unknown) => typeof error === "object" && error !== null && notConnected.has(error);

/** A standby refuses to begin a transaction that may write, before any statement of it. */
const isStandby = (error: unknown) =>
  codeOf(error) === "0A000" && error instanceof Error && /recovery|hot standby/.test(error.message);

// Read-only standby, disk or memory or connections used up, statement or lock time-out, idle in transaction.
const unavailableCodes = /^(?:25006|25P03|53\w{3}|57014|55P03|58\w{3})$/;
const unavailableMessages = /timeout exceeded when trying to connect|timeout expired/;

/** The server's state is the reason, so that running the unit again at once would end in the same way. */
export function isServerState(error: unknown): boolean {
  return (
    isNotConnected(error) ||
    isStandby(error) ||
    unavailableCodes.test(codeOf(error) ?? "") ||
    (error instanceof Error && unavailableMessages.test(error.message))
  );
}

/** Errors of the server's state become a 503 with a cause; everything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  return isConnectionLost(error) || isConflict(error) || isServerState(error) ? unavailable(error) : error;
}
