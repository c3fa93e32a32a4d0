// Commits a transaction, and tells an error that rolled it back from one after which it may be committed.

import type { DeferredInsert } from "./deferred-inserts.js";
import { isConnectionLost, wasNotSent } from "./postgres-errors.js";
import type { CommitOutcome, Transaction } from "./transaction.js";
import { sendInserts } from "./unit-database.js";

/** The connection broke during COMMIT: the outcome is unknown, so the unit is neither reported as committed nor run again. */
export class UnknownCommit extends Error {
  override name = "UnknownCommit";
}

/**
 * Sends the deferred INSERTs and COMMIT together. An error of the INSERTs fails the transaction.
 * @throws UnknownCommit
 */
export async function commitTransaction(transaction: Transaction, deferred: readonly DeferredInsert[]): Promise<void> {
  if (deferred.length > 0) void sendInserts(transaction, deferred).catch(() => undefined);
  requireCommitted(await transaction.commit());
}

function requireCommitted({ statementError, commitError }: CommitOutcome): void {
  const mayBeCommitted = statementError === undefined || isConnectionLost(statementError);
  if (mayBeCommitted && isConnectionLost(commitError) && !wasNotSent(commitError)) {
    throw new UnknownCommit("The connection was lost before the response to COMMIT.", { cause: commitError });
  }
  const error = statementError ?? commitError;
  if (error !== undefined) throw error;
}
