// Indexes so that each list, count and page of the audit log reads one ordered index range, however many payments there are. Rare payments,
// sessions and deliveries, such as open or failed ones, get partial indexes.
const failed = "state IN ('exhausted', 'dead', 'parked')";

/** Counts all rows again instead of adding one, so that the count is correct whatever it was before. */
const recount = (paymentId: string) => `
  DELETE FROM payment_attention WHERE payment_id = ${paymentId};
  INSERT INTO payment_attention (payment_id, merchant_id, environment, open_alerts, failed_webhooks)
    SELECT payment_id, merchant_id, environment, open_alerts, failed_webhooks FROM (
      SELECT payment_id, merchant_id, environment,
        (SELECT count(*) FROM payment_alerts a WHERE a.payment_id = p.payment_id AND a.resolved_at IS NULL) AS open_alerts,
        (SELECT count(*) FROM deliveries d WHERE d.payment_id = p.payment_id AND d.${failed}) AS failed_webhooks
      FROM payments p WHERE payment_id = ${paymentId})
    WHERE open_alerts > 0 OR failed_webhooks > 0;`;

export const listsSchema = `
-- Replaces payments_of_store: the same order, and what the overview counts beside it.
DROP INDEX payments_of_store;
CREATE INDEX payments_of_store ON payments (merchant_id, environment, payment_id, state, payment_method, requested_method);
CREATE INDEX payments_of_store_state ON payments (merchant_id, environment, state, payment_id);
CREATE INDEX payments_of_state ON payments (state, environment, payment_id);

-- Payments with an open alert or a webhook that did not arrive, with how many of each.
CREATE TABLE payment_attention (
  payment_id TEXT PRIMARY KEY REFERENCES payments (payment_id),
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  open_alerts INTEGER NOT NULL,
  failed_webhooks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_attention_of_store ON payment_attention (merchant_id, environment, payment_id);
INSERT INTO payment_attention (payment_id, merchant_id, environment, open_alerts, failed_webhooks)
  SELECT p.payment_id, p.merchant_id, p.environment, sum(alerts), sum(webhooks) FROM (
    SELECT payment_id, 1 AS alerts, 0 AS webhooks FROM payment_alerts WHERE resolved_at IS NULL
    UNION ALL SELECT payment_id, 0, 1 FROM deliveries WHERE ${failed}
  ) AS found JOIN payments p ON p.payment_id = found.payment_id GROUP BY p.payment_id;
CREATE TRIGGER payment_alerts_inserted AFTER INSERT ON payment_alerts WHEN NEW.resolved_at IS NULL
BEGIN ${recount("NEW.payment_id")} END;
CREATE TRIGGER payment_alerts_resolved AFTER UPDATE OF resolved_at ON payment_alerts
WHEN (OLD.resolved_at IS NULL) <> (NEW.resolved_at IS NULL)
BEGIN ${recount("NEW.payment_id")} END;
CREATE TRIGGER payment_alerts_deleted AFTER DELETE ON payment_alerts WHEN OLD.resolved_at IS NULL
BEGIN ${recount("OLD.payment_id")} END;
CREATE TRIGGER deliveries_inserted_failed AFTER INSERT ON deliveries WHEN NEW.${failed}
BEGIN ${recount("NEW.payment_id")} END;
CREATE TRIGGER deliveries_failed_changed AFTER UPDATE OF state ON deliveries WHEN (OLD.${failed}) <> (NEW.${failed})
BEGIN ${recount("NEW.payment_id")} END;
CREATE TRIGGER deliveries_deleted_failed AFTER DELETE ON deliveries WHEN OLD.${failed}
BEGIN ${recount("OLD.payment_id")} END;

DROP INDEX deliveries_failed;
CREATE INDEX deliveries_failed ON deliveries (state, created_at, delivery_id) WHERE ${failed};
CREATE INDEX deliveries_failed_of_store ON deliveries (merchant_id, state, created_at, delivery_id) WHERE ${failed};
CREATE INDEX deliveries_ended ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_interrupted ON deliveries (interrupted_count) WHERE interrupted_count > 0;

CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX payment_attempts_opening ON payment_attempts (lease_until) WHERE status = 'opening';
CREATE INDEX payment_attempts_sealed ON payment_attempts (attempt_id) WHERE sealed_request IS NOT NULL;
CREATE INDEX payment_attempts_by_key ON payment_attempts (substr(sealed_request, 4, 8)) WHERE sealed_request IS NOT NULL;
CREATE INDEX statement_entries_sealed ON statement_entries (entry_id) WHERE sealed_counterparty IS NOT NULL;
CREATE INDEX statement_entries_by_key ON statement_entries (substr(sealed_counterparty, 4, 8))
  WHERE sealed_counterparty IS NOT NULL;
CREATE INDEX statement_entries_of_store ON statement_entries (merchant_id, state, entry_id);
`;
