// The first schema. Forward-only: a later change is a new file.
// Amounts and times are bigint (minor units, epoch milliseconds); whatever is only ever read as a whole is JSON text. Text compares by
// bytes everywhere: ids and cursors must sort the same under every locale.
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "../reference-keys.js";

const text = 'text COLLATE "C"';
const isIdle = "state IN ('created', 'opened', 'qr_shown', 'transfer_instructed')";

export const initialSchema = `
CREATE TABLE stores (
  merchant_id ${text} PRIMARY KEY,
  settings ${text} NOT NULL,
  sealed_webhook_secret ${text} NOT NULL,
  sealed_next_webhook_secret ${text},
  disabled_at bigint,
  deleted_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

CREATE TABLE api_keys (
  id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL REFERENCES stores (merchant_id),
  environment ${text} NOT NULL CHECK (environment IN ('test', 'live')),
  is_legacy boolean NOT NULL,
  prefix ${text} NOT NULL,
  hash ${text} NOT NULL UNIQUE,
  scopes ${text} NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);
CREATE INDEX api_keys_of_store ON api_keys (merchant_id);

CREATE TABLE api_key_deprecations (
  key_id ${text} NOT NULL REFERENCES api_keys (id),
  deprecation ${text} NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (key_id, deprecation)
);

CREATE TABLE payments (
  payment_id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL,
  environment ${text} NOT NULL CHECK (environment IN ('test', 'live')),
  order_id ${text} NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency ${text} NOT NULL,
  checkout_mode ${text} NOT NULL,
  payment_method ${text} NOT NULL,
  requested_method ${text},
  customer_email ${text},
  customer_name ${text},
  return_url ${text},
  metadata ${text},
  remittance_info ${text} NOT NULL,
  remittance_info_source ${text} NOT NULL,
  end_to_end_id ${text},
  state ${text} NOT NULL,
  version bigint NOT NULL,
  attempt_count bigint NOT NULL,
  is_attempt_accepted boolean NOT NULL,
  checkout_token ${text} NOT NULL,
  superseded_by ${text},
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  erased_at bigint
);
-- Duplicate protection is the database's promise: one pending payment in a slot. A superseded one leaves the slot to its successor:
-- it may come back from the bank to pending after another took its place.
CREATE UNIQUE INDEX payments_reuse_slot
  ON payments (merchant_id, environment, order_id, amount_cents, currency, checkout_mode)
  WHERE state IN ('created', 'opened', 'qr_shown', 'transfer_instructed') AND superseded_by IS NULL;
CREATE INDEX payments_to_expire ON payments (expires_at)
  WHERE state IN ('created', 'opened', 'qr_shown', 'transfer_instructed');
CREATE INDEX payments_of_store ON payments (merchant_id, environment, payment_id);
CREATE INDEX payments_of_order ON payments (merchant_id, environment, order_id);
CREATE INDEX payments_to_erase ON payments (updated_at)
  WHERE erased_at IS NULL AND state IN ('settled', 'declined', 'cancelled', 'expired');

CREATE TABLE payment_attempts (
  number bigint GENERATED ALWAYS AS IDENTITY,
  attempt_id ${text} PRIMARY KEY,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  kind ${text} NOT NULL,
  provider ${text} NOT NULL,
  fingerprint ${text} NOT NULL,
  sealed_request ${text},
  status ${text} NOT NULL,
  session_id ${text},
  redirect_url ${text},
  lease_token ${text},
  lease_until bigint,
  next_poll_at bigint,
  poll_count bigint NOT NULL,
  last_asked_at bigint,
  created_at bigint NOT NULL,
  expires_at bigint
);
CREATE INDEX payment_attempts_of_payment ON payment_attempts (payment_id, created_at, number);
CREATE UNIQUE INDEX payment_attempts_by_session ON payment_attempts (provider, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX payment_attempts_to_poll ON payment_attempts (next_poll_at) WHERE next_poll_at IS NOT NULL;

CREATE TABLE payment_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  from_state ${text},
  to_state ${text} NOT NULL,
  event ${text} NOT NULL,
  actor ${text} NOT NULL,
  reason ${text},
  at bigint NOT NULL
);
CREATE INDEX payment_history_of_payment ON payment_history (payment_id);

CREATE TABLE payment_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  event ${text} NOT NULL,
  was_allowed boolean NOT NULL,
  provider_time bigint,
  amount_cents bigint,
  currency ${text},
  reference ${text},
  detail ${text},
  at bigint NOT NULL,
  attempt_id ${text},
  statement_entry_id ${text},
  count bigint NOT NULL,
  last_at bigint NOT NULL
);
CREATE INDEX payment_evidence_of_payment ON payment_evidence (payment_id);

CREATE TABLE deliveries (
  number bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL,
  payment_id ${text} NOT NULL,
  event ${text} NOT NULL,
  status ${text} NOT NULL,
  body bytea NOT NULL,
  path ${text} NOT NULL,
  trigger ${text} NOT NULL,
  redelivery_of ${text},
  state ${text} NOT NULL,
  attempt_count bigint NOT NULL,
  scheduled_count bigint NOT NULL,
  interrupted_count bigint NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint,
  next_attempt_at bigint,
  manual_send_at bigint,
  claim_token ${text},
  claim_owner ${text},
  claim_lease_until bigint,
  claim_is_manual boolean,
  -- The earlier of the two reasons to send, while nobody holds a claim: what the due index is about.
  due_at bigint GENERATED ALWAYS AS
    (CASE WHEN claim_token IS NULL THEN least(manual_send_at, next_attempt_at) END) STORED,
  -- Retries have a lane of their own, so that dead endpoints never stand in the way of first attempts.
  is_retry boolean NOT NULL GENERATED ALWAYS AS (scheduled_count > 0 AND manual_send_at IS NULL) STORED
);
CREATE INDEX deliveries_due ON deliveries (is_retry, due_at, merchant_id) WHERE due_at IS NOT NULL;
-- The same by store: where one store's backlog is long, the others are found by skipping from store to store.
CREATE INDEX deliveries_due_of_store ON deliveries (merchant_id, is_retry, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_claimed ON deliveries (claim_lease_until) WHERE claim_token IS NOT NULL;
CREATE INDEX deliveries_of_payment ON deliveries (payment_id, created_at, number);
CREATE INDEX deliveries_unfinished ON deliveries (merchant_id) WHERE finished_at IS NULL;

CREATE TABLE delivery_attempts (
  delivery_id ${text} NOT NULL REFERENCES deliveries (delivery_id),
  attempt bigint NOT NULL,
  is_manual boolean NOT NULL,
  started_at bigint NOT NULL,
  duration_ms bigint,
  http_status bigint,
  outcome ${text} NOT NULL,
  error ${text},
  response_excerpt ${text},
  is_truncated boolean NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
);

CREATE TABLE idempotency_keys (
  merchant_id ${text} NOT NULL,
  environment ${text} NOT NULL,
  route ${text} NOT NULL,
  key ${text} NOT NULL,
  body_hash ${text} NOT NULL,
  outcome ${text},
  running_until bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, environment, route, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE orders (
  merchant_id ${text} NOT NULL,
  order_key ${text} NOT NULL,
  content ${text} NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, order_key)
);

CREATE TABLE counters (
  name ${text} PRIMARY KEY,
  value double precision NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX counters_expiry ON counters (expires_at);

CREATE TABLE mails (
  mail_id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL,
  unique_key ${text} NOT NULL UNIQUE,
  recipient ${text} NOT NULL,
  subject ${text} NOT NULL,
  text ${text} NOT NULL,
  attempt_count bigint NOT NULL,
  next_attempt_at bigint,
  claimed_until bigint,
  message_id ${text},
  sent_at bigint,
  created_at bigint NOT NULL
);
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_due_of_store ON mails (merchant_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_sent_of_store ON mails (merchant_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX mails_of_store ON mails (merchant_id, created_at);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  actor ${text} NOT NULL,
  action ${text} NOT NULL,
  merchant_id ${text},
  subject ${text},
  detail ${text} NOT NULL
);
CREATE INDEX audit_of_store ON audit (merchant_id, at);

CREATE TABLE users (
  user_id ${text} PRIMARY KEY,
  email ${text} NOT NULL UNIQUE,
  password_hash ${text} NOT NULL,
  role ${text} NOT NULL,
  merchant_id ${text},
  created_at bigint NOT NULL,
  disabled_at bigint
);

CREATE TABLE user_sessions (
  token_hash ${text} PRIMARY KEY,
  user_id ${text} NOT NULL REFERENCES users (user_id),
  csrf_token ${text} NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX user_sessions_of_user ON user_sessions (user_id);

CREATE TABLE settings (
  name ${text} PRIMARY KEY,
  value ${text} NOT NULL
);

CREATE INDEX deliveries_failed ON deliveries (payment_id) WHERE state IN ('exhausted', 'dead', 'parked');

CREATE TABLE payment_arrivals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  arrival_id ${text} NOT NULL UNIQUE,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  source ${text} NOT NULL,
  attempt_id ${text},
  statement_entry_id ${text},
  reference ${text},
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency ${text} NOT NULL,
  is_proven boolean NOT NULL,
  received_at bigint NOT NULL,
  at bigint NOT NULL,
  count bigint NOT NULL,
  last_at bigint NOT NULL
);
CREATE INDEX payment_arrivals_of_payment ON payment_arrivals (payment_id, id);
CREATE UNIQUE INDEX payment_arrivals_of_entry ON payment_arrivals (payment_id, statement_entry_id)
  WHERE statement_entry_id IS NOT NULL;

CREATE TABLE payment_alerts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id ${text} NOT NULL UNIQUE,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  merchant_id ${text} NOT NULL,
  environment ${text} NOT NULL,
  type ${text} NOT NULL,
  subject ${text} NOT NULL,
  detail ${text} NOT NULL,
  at bigint NOT NULL,
  count bigint NOT NULL,
  last_at bigint NOT NULL,
  resolved_at bigint,
  resolved_by ${text},
  resolution ${text}
);
CREATE INDEX payment_alerts_of_payment ON payment_alerts (payment_id, type, subject);
-- One open alert for one thing; also what the lists of payments that need attention look at.
CREATE UNIQUE INDEX payment_alerts_open ON payment_alerts (payment_id, type, subject) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_open_of_store ON payment_alerts (merchant_id, alert_id) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_open_by_id ON payment_alerts (alert_id) WHERE resolved_at IS NULL;
CREATE INDEX payment_alerts_of_store ON payment_alerts (merchant_id, alert_id);

CREATE INDEX payments_settled_of_order ON payments (merchant_id, environment, order_id) WHERE state = 'settled';

CREATE TABLE statements (
  statement_id ${text} PRIMARY KEY,
  merchant_id ${text} NOT NULL,
  format ${text} NOT NULL,
  file_name ${text},
  actor ${text} NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint,
  entries bigint NOT NULL,
  matched bigint NOT NULL,
  unmatched bigint NOT NULL,
  duplicates bigint NOT NULL,
  not_counted bigint NOT NULL,
  announced bigint NOT NULL
);
CREATE INDEX statements_of_store ON statements (merchant_id, statement_id);

CREATE TABLE statement_entries (
  entry_id ${text} PRIMARY KEY,
  statement_id ${text} NOT NULL,
  merchant_id ${text} NOT NULL,
  position bigint NOT NULL,
  fingerprint ${text} NOT NULL,
  occurrence bigint NOT NULL,
  state ${text} NOT NULL,
  account ${text} NOT NULL,
  currency ${text} NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  direction ${text} NOT NULL CHECK (direction IN ('credit', 'debit')),
  is_reversal boolean NOT NULL,
  is_return boolean NOT NULL,
  return_reason ${text},
  booked_on ${text},
  value_on ${text},
  bank_reference ${text},
  entry_reference ${text},
  end_to_end_id ${text},
  structured_reference ${text},
  remittance_lines ${text} NOT NULL,
  batch_kind ${text},
  batch_total_cents bigint,
  sealed_counterparty ${text},
  reason ${text},
  handled_by ${text},
  handled_at bigint,
  created_at bigint NOT NULL
);
-- The promise that no booking counts twice, whatever file it comes in.
CREATE UNIQUE INDEX statement_entries_booking ON statement_entries (merchant_id, fingerprint, occurrence);
CREATE INDEX statement_entries_of_statement ON statement_entries (statement_id, position);
CREATE INDEX statement_entries_unmatched ON statement_entries (merchant_id, entry_id) WHERE state = 'unmatched';

CREATE TABLE statement_assignments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id ${text} NOT NULL REFERENCES statement_entries (entry_id),
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  amount_cents bigint NOT NULL,
  actor ${text} NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX statement_assignments_of_entry ON statement_assignments (entry_id, id);

CREATE TABLE statement_column_maps (
  merchant_id ${text} PRIMARY KEY,
  column_map ${text} NOT NULL,
  updated_at bigint NOT NULL
);

CREATE INDEX audit_of_subject ON audit (subject, id);

CREATE INDEX payments_by_remittance ON payments (merchant_id, ${remittanceEndingSql}, ${remittanceKeySql})
  WHERE environment = 'live';
CREATE INDEX payments_by_end_to_end ON payments (merchant_id, ${endToEndKeySql})
  WHERE environment = 'live' AND end_to_end_id IS NOT NULL;
CREATE INDEX payments_by_amount ON payments (merchant_id, currency, amount_cents)
  WHERE environment = 'live' AND state NOT IN ('settled', 'declined', 'cancelled');

CREATE INDEX payments_open_of_order ON payments (merchant_id, environment, order_id, payment_id)
  WHERE ${isIdle} AND superseded_by IS NULL;
CREATE INDEX payments_superseded_in_slot
  ON payments (merchant_id, environment, order_id, amount_cents, currency, checkout_mode, payment_id)
  WHERE ${isIdle} AND superseded_by IS NOT NULL;

CREATE TABLE payment_search_terms (
  term ${text} NOT NULL,
  payment_id ${text} NOT NULL REFERENCES payments (payment_id),
  is_personal boolean NOT NULL,
  PRIMARY KEY (term, payment_id)
);
CREATE INDEX payment_search_personal ON payment_search_terms (payment_id) WHERE is_personal;
`;
