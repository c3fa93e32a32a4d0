// Claims and results of deliveries are written in batches: what each of their rows cost is done once for a statement, or not at all
// (docs/decisions/no-check-for-each-row.md).
const writes = "BEFORE INSERT OR UPDATE OF next_attempt_at, manual_send_at, claim_token ON deliveries";

export const deliveryRowsSchema = `
-- Writers lock the deliveries first: when they are locked here, nobody else can hold the attempts for long.
LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE;
LOCK TABLE delivery_attempts IN ACCESS EXCLUSIVE MODE NOWAIT;
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_delivery_id_fkey;

-- Whether a move of waiting rows is under way is read once for each statement. The setting ends with the transaction.
CREATE FUNCTION note_waiting_move() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM set_config('payment_sessions.is_moving', EXISTS (SELECT 1 FROM waiting_moves)::text, true);
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_note_waiting_move ${writes} FOR EACH STATEMENT EXECUTE FUNCTION note_waiting_move();
DROP TRIGGER deliveries_written_while_moving ON deliveries;
CREATE TRIGGER deliveries_written_while_moving ${writes} FOR EACH ROW
  WHEN (current_setting('payment_sessions.is_moving', true) = 'true') EXECUTE FUNCTION deliveries_written_while_moving();
`;
