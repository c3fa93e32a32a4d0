// The first schema. Forward-only: a later change is a new file.
// Amounts and times are INTEGER (minor units, epoch milliseconds); whatever is only ever read as a whole is JSON text.

export const initialSchema = `
CREATE TABLE stores (
  merchant_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  sealed_webhook_secret TEXT NOT NULL,
  sealed_next_webhook_secret TEXT,
  disabled_at INTEGER,
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES stores (merchant_id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  is_legacy INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_of_store ON api_keys (merchant_id);

CREATE TABLE api_key_deprecations (
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  deprecation TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (key_id, deprecation)
) STRICT, WITHOUT ROWID;

CREATE TABLE payments (
  payment_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  order_id TEXT NOT NULL,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  currency TEXT NOT NULL,
  checkout_mode TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  requested_method TEXT,
  customer_email TEXT,
  customer_name TEXT,
  return_url TEXT,
  metadata TEXT,
  remittance_info TEXT NOT NULL,
  remittance_info_source TEXT NOT NULL,
  end_to_end_id TEXT,
  state TEXT NOT NULL,
  version INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL,
  is_attempt_accepted INTEGER NOT NULL,
  checkout_token TEXT NOT NULL,
  superseded_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  erased_at INTEGER
) STRICT;
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
  attempt_id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  kind TEXT NOT NULL,
  provider TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  sealed_request TEXT,
  status TEXT NOT NULL,
  session_id TEXT,
  redirect_url TEXT,
  lease_token TEXT,
  lease_until INTEGER,
  next_poll_at INTEGER,
  poll_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
CREATE INDEX payment_attempts_of_payment ON payment_attempts (payment_id, created_at);
CREATE UNIQUE INDEX payment_attempts_by_session ON payment_attempts (provider, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX payment_attempts_to_poll ON payment_attempts (next_poll_at) WHERE next_poll_at IS NOT NULL;

CREATE TABLE payment_history (
  id INTEGER PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  from_state TEXT,
  to_state TEXT NOT NULL,
  event TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_history_of_payment ON payment_history (payment_id);

CREATE TABLE payment_evidence (
  id INTEGER PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  event TEXT NOT NULL,
  was_allowed INTEGER NOT NULL,
  provider_time INTEGER,
  amount_cents INTEGER,
  currency TEXT,
  reference TEXT,
  detail TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_evidence_of_payment ON payment_evidence (payment_id);

CREATE TABLE payment_alerts (
  id INTEGER PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  type TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_alerts_of_payment ON payment_alerts (payment_id);

CREATE TABLE deliveries (
  delivery_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  event TEXT NOT NULL,
  status TEXT NOT NULL,
  body BLOB NOT NULL,
  path TEXT NOT NULL,
  trigger TEXT NOT NULL,
  redelivery_of TEXT,
  state TEXT NOT NULL,
  attempt_count INTEGER NOT NULL,
  scheduled_count INTEGER NOT NULL,
  interrupted_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  next_attempt_at INTEGER,
  manual_send_at INTEGER,
  claim_token TEXT,
  claim_owner TEXT,
  claim_lease_until INTEGER,
  claim_is_manual INTEGER,
  -- The earlier of the two reasons to send, while nobody holds a claim: what the due index is about.
  due_at INTEGER GENERATED ALWAYS AS (
    CASE
      WHEN claim_token IS NOT NULL THEN NULL
      WHEN manual_send_at IS NULL THEN next_attempt_at
      WHEN next_attempt_at IS NULL THEN manual_send_at
      ELSE min(manual_send_at, next_attempt_at)
    END
  ) STORED,
  -- Retries have a lane of their own, so that dead endpoints never stand in the way of first attempts.
  is_retry INTEGER NOT NULL GENERATED ALWAYS AS (scheduled_count > 0 AND manual_send_at IS NULL) STORED
) STRICT;
CREATE INDEX deliveries_due ON deliveries (is_retry, due_at, merchant_id) WHERE due_at IS NOT NULL;
-- The same by store: where one store's backlog is long, the others are found by skipping from store to store.
CREATE INDEX deliveries_due_of_store ON deliveries (merchant_id, is_retry, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_claimed ON deliveries (claim_lease_until) WHERE claim_token IS NOT NULL;
CREATE INDEX deliveries_of_payment ON deliveries (payment_id, created_at);
CREATE INDEX deliveries_unfinished ON deliveries (merchant_id) WHERE finished_at IS NULL;

CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (delivery_id),
  attempt INTEGER NOT NULL,
  is_manual INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER,
  http_status INTEGER,
  outcome TEXT NOT NULL,
  error TEXT,
  response_excerpt TEXT,
  is_truncated INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  merchant_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  outcome TEXT,
  running_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, environment, route, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE orders (
  merchant_id TEXT NOT NULL,
  order_key TEXT NOT NULL,
  content TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, order_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value REAL NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX counters_expiry ON counters (expires_at);

CREATE TABLE mails (
  mail_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  unique_key TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  attempt_count INTEGER NOT NULL,
  next_attempt_at INTEGER,
  claimed_until INTEGER,
  message_id TEXT,
  sent_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_due_of_store ON mails (merchant_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_sent_of_store ON mails (merchant_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX mails_of_store ON mails (merchant_id, created_at);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  merchant_id TEXT,
  subject TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_store ON audit (merchant_id, at);

CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  merchant_id TEXT,
  created_at INTEGER NOT NULL,
  disabled_at INTEGER
) STRICT;

CREATE TABLE user_sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  csrf_token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX user_sessions_of_user ON user_sessions (user_id);

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
