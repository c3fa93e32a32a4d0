// Classifies errors of the server and the driver: run the unit again, database unavailable, or a bug.
import { unavailable } from "../unavailable.js";

/** The SQLSTATE of the server, or the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Serialization failure or deadlock: run again, the unit sees the changes of the one that committed first. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error) ?? "");
}

/** A unique index already contains the value, perhaps committed after the snapshot of this unit. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === "23505";
}

// Connection exceptions; shutdown, crash, start, a dropped database, idle_session_timeout; errors of the system.
const lostCodes = /^(?:08\w{3}|57P0[12345]|E[A-Z]+)$/;
const lostMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^Query read timeout/;
const unresponsiveMessages =
  /^Query read timeout|due to connection timeout|timeout exceeded when trying to connect|timeout expired/;

/** The connection broke, the server is stopping or starting, or a statement got no response. */
export function isConnectionLost(error: unknown): boolean {
  return lostCodes.test(codeOf(error) ?? "") || hasMessage(error, lostMessages);
}

/** A connect or a statement got no response in time: another run would wait as long. */
export function isUnresponsive(error: unknown): boolean {
  return hasMessage(error, unresponsiveMessages);
}

function hasMessage(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && pattern.test(error.message);
}

/** The driver detected the broken connection before it sent the statement. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("not queryable");
}

/** The server does not know the prepared statement: a pooler has assigned another server connection. */
export function isStatementLost(error: unknown): boolean {
  return ["26000", "42P05"].includes(codeOf(error) ?? "");
}

/** A table has another column since the statement was prepared: a newer version has migrated the database. */
export function isPlanStale(error: unknown): boolean {
  return codeOf(error) === "0A000" && hasMessage(error, /cached plan must not change result type/);
}

/** Errors of a failed connect, whatever their code: a service that was connected before has no database at present. */
const notConnected = new WeakSet<object>();

/** Marks the error of a failed connect, and returns it to be thrown again. */
export function asNotConnected(error: unknown): unknown {
  if (typeof error === "object" && error !== null) notConnected.add(error);
  return error;
}

const isNotConnected = (error: unknown) => typeof error === "object" && error !== null && notConnected.has(error);

/** The server is read-only: an instance must not stay connected to it after a failover. */
export function isStandby(error: unknown): boolean {
  // A standby refuses to begin a transaction that may write, before any statement of it.
  return codeOf(error) === "25006" || (codeOf(error) === "0A000" && hasMessage(error, /recovery|hot standby/));
}

export function standbyError(): Error {
  return Object.assign(new Error("The database server is a read-only standby."), { code: "25006" });
}

// Time-outs idle_in_transaction_session_timeout and transaction_timeout; a rollback without a conflict; disk, memory or connections
// exhausted; statement or lock timeout; errors of the server's system.
const unavailableCodes = /^(?:25P0[34]|4000[03]|53\w{3}|57014|55P03|58\w{3})$/;

/** Caused by the state of the server: running the unit again immediately would fail in the same way. */
export function isServerState(error: unknown): boolean {
  return (
    isNotConnected(error) || isStandby(error) || isUnresponsive(error) || unavailableCodes.test(codeOf(error) ?? "")
  );
}

/** A lock that one unit of work needs stayed taken: others in its transaction may succeed alone. */
export function isWaitOfOneUnit(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** Errors of the server's state become a 503 with a cause; other errors are returned unchanged. */
export function asUnavailable(error: unknown): unknown {
  return isConnectionLost(error) || isConflict(error) || isServerState(error) ? unavailable(error) : error;
}
