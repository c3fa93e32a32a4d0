// After the clock was set back, waiting rows are moved in slices. The position is stored, and triggers record rows
// that others write meanwhile: a time that they write is of the current clock and is not moved, while the remaining
// times of a row that has not moved yet are moved with it. The table names sort after those of the tables concerned,
// so that a copy of the database fills them last.

/** `position`: the step in which a waiting row moves; `at`: the time column that orders the step. Both are expressions over OLD. */
const holdWrites = (
  table: string,
  key: string,
  columns: readonly string[],
  waits: string,
  position: string,
  at: string,
) => `
CREATE TRIGGER ${table}_inserted_while_moving AFTER INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM waiting_moves)
BEGIN
  INSERT OR IGNORE INTO waiting_move_skips (kind, id) VALUES ('${table}', NEW.${key});
END;
CREATE TRIGGER ${table}_written_while_moving AFTER UPDATE OF ${waits} ON ${table}
WHEN EXISTS (SELECT 1 FROM waiting_moves WHERE is_slice = 0)
BEGIN
  UPDATE ${table} SET ${columns
    .map(
      (column) =>
        `${column} = CASE WHEN NEW.${column} IS OLD.${column} THEN NEW.${column} - (SELECT by_ms FROM waiting_moves) ELSE NEW.${column} END`,
    )
    .join(", ")}
    WHERE ${key} = NEW.${key} AND ${at} IS NOT NULL
      AND EXISTS (SELECT 1 FROM waiting_moves WHERE step < ${position} OR (step = ${position} AND ${at} >= reached))
      AND NOT EXISTS (SELECT 1 FROM waiting_move_skips WHERE kind = '${table}' AND id = NEW.${key});
  INSERT OR IGNORE INTO waiting_move_skips (kind, id) VALUES ('${table}', NEW.${key});
END;`;

const mailColumns = ["next_attempt_at", "claimed_until"];

export const waitingMovesSchema = `
CREATE TABLE waiting_move_skips (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- One row while a move is under way, otherwise none.
CREATE TABLE waiting_moves (
  move_id INTEGER PRIMARY KEY CHECK (move_id = 1),
  by_ms INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  step INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  reached_name TEXT NOT NULL,
  is_slice INTEGER NOT NULL
) STRICT;

CREATE INDEX mails_sent ON mails (sent_at) WHERE sent_at IS NOT NULL;
${holdWrites(
  ...(["deliveries", "delivery_id", ["next_attempt_at", "manual_send_at"]] as const),
  ...(["next_attempt_at, manual_send_at, claim_token", "OLD.is_retry", "OLD.due_at"] as const),
)}
${holdWrites(
  ...(["payment_attempts", "attempt_id", ["next_poll_at"]] as const),
  ...(["next_poll_at", "2", "OLD.next_poll_at"] as const),
)}
${holdWrites(
  ...(["mails", "mail_id", mailColumns] as const),
  ...(["next_attempt_at, claimed_until, sent_at", "3", "OLD.next_attempt_at"] as const),
)}
${holdWrites(
  ...(["account_mails", "mail_id", mailColumns] as const),
  ...(["next_attempt_at, claimed_until", "4", "OLD.next_attempt_at"] as const),
)}
`;
