// Provider sessions in SQLite.
import type { AttemptRecords } from "../port/attempt-records.js";
import { sealingKeyIdsSql } from "../sealing-key-ids.js";
import { paymentAttemptsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createAttemptRecords(database: Database): AttemptRecords {
  const attempts = createTableAccess(database, paymentAttemptsTable);
  const select = `SELECT ${attempts.columns} FROM payment_attempts`;

  return {
    async insert(attempt) {
      attempts.insert(attempt);
    },
    async update(attempt, leaseToken) {
      if (leaseToken === undefined) return attempts.update(attempt, "attempt_id") === 1;
      return attempts.update(attempt, "attempt_id", "lease_token = @heldLease", { heldLease: leaseToken }) === 1;
    },
    find: async (attemptId) => attempts.first(`${select} WHERE attempt_id = @attemptId`, { attemptId }),
    findBySession: async (provider, sessionId) =>
      attempts.first(`${select} WHERE provider = @provider AND session_id = @sessionId`, { provider, sessionId }),
    findCurrent: async (paymentId) =>
      attempts.first(
        `${select} WHERE payment_id = @paymentId AND status NOT IN ('superseded', 'ended')
         ORDER BY created_at DESC, rowid DESC LIMIT 1`,
        { paymentId },
      ),
    list: async (paymentId) =>
      attempts.all(`${select} WHERE payment_id = @paymentId ORDER BY created_at, rowid`, { paymentId }),
    listSealed: async ({ after, limit }) =>
      attempts.all(
        `${select} WHERE sealed_request IS NOT NULL AND attempt_id > @after ORDER BY attempt_id LIMIT @limit`,
        { after, limit },
      ),
    listSealingKeyIds: async () => selectTexts(database, sealingKeyIdsSql("payment_attempts", "sealed_request")),
    listDuePolls: async (now, limit) =>
      attempts.all(`${select} WHERE next_poll_at <= @now ORDER BY next_poll_at LIMIT @limit`, { now, limit }),
    nextPoll: async () =>
      selectNumber(database, "SELECT min(next_poll_at) FROM payment_attempts WHERE next_poll_at IS NOT NULL"),
  };
}
