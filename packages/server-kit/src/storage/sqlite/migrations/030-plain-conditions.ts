// Conditions of indexes and triggers without IN: SQLite builds a temporary table of the list at each write of a row,
// for each index, which took three quarters of the time of a state change. The conditions are equivalent to the
// previous ones.
const isOneOf = (column: string, ...words: string[]) =>
  `(${words.map((word) => `${column} = '${word}'`).join(" OR ")})`;
const isIdle = isOneOf("state", "created", "opened", "qr_shown", "transfer_instructed");
const hasEnded = isOneOf("state", "settled", "declined", "cancelled", "expired");
const hasFailed = (row = "") => isOneOf(`${row}state`, "exhausted", "dead", "parked");

/** Counts all rows again instead of adding one, so that the count is correct whatever it was before (as in 012-lists). */
const recount = (paymentId: string) => `
  DELETE FROM payment_attention WHERE payment_id = ${paymentId};
  INSERT INTO payment_attention (payment_id, merchant_id, environment, open_alerts, failed_webhooks)
    SELECT payment_id, merchant_id, environment, open_alerts, failed_webhooks FROM (
      SELECT payment_id, merchant_id, environment,
        (SELECT count(*) FROM payment_alerts a WHERE a.payment_id = p.payment_id AND a.resolved_at IS NULL) AS open_alerts,
        (SELECT count(*) FROM deliveries d WHERE d.payment_id = p.payment_id AND ${hasFailed("d.")}) AS failed_webhooks
      FROM payments p WHERE payment_id = ${paymentId})
    WHERE open_alerts > 0 OR failed_webhooks > 0;`;

export const plainConditionsSchema = `
DROP INDEX payments_reuse_slot;
CREATE UNIQUE INDEX payments_reuse_slot
  ON payments (merchant_id, environment, order_id, amount_cents, currency, checkout_mode)
  WHERE ${isIdle} AND superseded_by IS NULL;
DROP INDEX payments_superseded_in_slot;
CREATE INDEX payments_superseded_in_slot
  ON payments (merchant_id, environment, order_id, amount_cents, currency, checkout_mode, payment_id)
  WHERE ${isIdle} AND superseded_by IS NOT NULL;
DROP INDEX payments_to_expire;
CREATE INDEX payments_to_expire ON payments (expires_at) WHERE ${isIdle};
DROP INDEX payments_to_erase;
CREATE INDEX payments_to_erase ON payments (updated_at) WHERE erased_at IS NULL AND ${hasEnded};
DROP INDEX payments_by_amount;
CREATE INDEX payments_by_amount ON payments (merchant_id, currency, amount_cents)
  WHERE environment = 'live' AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled';

DROP INDEX deliveries_failed;
CREATE INDEX deliveries_failed ON deliveries (state, created_at, delivery_id) WHERE ${hasFailed()};
DROP INDEX deliveries_failed_of_store;
CREATE INDEX deliveries_failed_of_store ON deliveries (merchant_id, state, created_at, delivery_id) WHERE ${hasFailed()};
DROP TRIGGER deliveries_inserted_failed;
CREATE TRIGGER deliveries_inserted_failed AFTER INSERT ON deliveries WHEN ${hasFailed("NEW.")}
BEGIN ${recount("NEW.payment_id")} END;
DROP TRIGGER deliveries_failed_changed;
CREATE TRIGGER deliveries_failed_changed AFTER UPDATE OF state ON deliveries
WHEN ${hasFailed("OLD.")} <> ${hasFailed("NEW.")}
BEGIN ${recount("NEW.payment_id")} END;
DROP TRIGGER deliveries_deleted_failed;
CREATE TRIGGER deliveries_deleted_failed AFTER DELETE ON deliveries WHEN ${hasFailed("OLD.")}
BEGIN ${recount("OLD.payment_id")} END;
`;
