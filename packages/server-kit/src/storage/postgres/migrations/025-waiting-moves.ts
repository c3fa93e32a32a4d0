// After the clock was set back, waiting rows are moved in slices. The position is stored, and triggers record rows
// that others write meanwhile: a time that they write is of the current clock and is not moved, while the remaining
// times of a row that has not moved yet are moved with it. The table names sort after those of the tables concerned,
// so that a copy of the database fills them last.
const text = 'text COLLATE "C"';

/** `position`: the step in which a waiting row moves; `at`: the time column that orders the step. Both are expressions over OLD. */
const holdWrites = (
  table: string,
  key: string,
  columns: readonly string[],
  waits: string,
  position: string,
  at: string,
) => `
CREATE FUNCTION ${table}_written_while_moving() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  move waiting_moves%ROWTYPE;
BEGIN
  SELECT * INTO move FROM waiting_moves;
  IF NOT FOUND OR move.is_slice THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF ${at} IS NOT NULL AND (move.step < ${position} OR (move.step = ${position} AND ${at} >= move.reached))
      AND NOT EXISTS (SELECT 1 FROM waiting_move_skips WHERE kind = '${table}' AND id = NEW.${key})
    THEN
${columns
  .map(
    (column) =>
      `      IF NEW.${column} IS NOT DISTINCT FROM OLD.${column} THEN NEW.${column} := NEW.${column} - move.by_ms; END IF;`,
  )
  .join("\n")}
    END IF;
  END IF;
  INSERT INTO waiting_move_skips (kind, id) VALUES ('${table}', NEW.${key}) ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER ${table}_written_while_moving BEFORE INSERT OR UPDATE OF ${waits} ON ${table}
  FOR EACH ROW EXECUTE FUNCTION ${table}_written_while_moving();`;

const mailColumns = ["next_attempt_at", "claimed_until"];

export const waitingMovesSchema = `
CREATE TABLE waiting_move_skips (
  kind ${text} NOT NULL,
  id ${text} NOT NULL,
  PRIMARY KEY (kind, id)
);

-- One row while a move is under way, otherwise none.
CREATE TABLE waiting_moves (
  move_id bigint PRIMARY KEY CHECK (move_id = 1),
  by_ms bigint NOT NULL,
  latest bigint NOT NULL,
  step bigint NOT NULL,
  reached bigint NOT NULL,
  reached_name ${text} NOT NULL,
  is_slice boolean NOT NULL
);

${holdWrites(
  ...(["deliveries", "delivery_id", ["next_attempt_at", "manual_send_at"]] as const),
  ...(["next_attempt_at, manual_send_at, claim_token", "OLD.is_retry::int", "OLD.due_at"] as const),
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

export const waitingMovesIndexes = [{ name: "mails_sent", on: "mails (sent_at) WHERE sent_at IS NOT NULL" }];
