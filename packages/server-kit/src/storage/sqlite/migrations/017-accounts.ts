// Panel accounts: second factors, one-time password links, account mails, pending bank accounts, and the sign-in
// stage of a session. Existing sessions are complete.
export const accountsSchema = `
ALTER TABLE user_sessions ADD COLUMN stage TEXT NOT NULL DEFAULT 'open';
ALTER TABLE user_sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;

CREATE TABLE user_second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  sealed_secret TEXT NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL,
  recovery_hashes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE user_links (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_links_of_user ON user_links (user_id);

CREATE TABLE account_mails (
  mail_id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sealed_text TEXT,
  attempt_count INTEGER NOT NULL,
  next_attempt_at INTEGER,
  claimed_until INTEGER,
  sent_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_mails_due ON account_mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE waiting_bank_accounts (
  merchant_id TEXT PRIMARY KEY REFERENCES stores (merchant_id),
  account TEXT NOT NULL,
  actor TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  effective_at INTEGER NOT NULL
) STRICT;
CREATE INDEX waiting_bank_accounts_due ON waiting_bank_accounts (effective_at);
`;
