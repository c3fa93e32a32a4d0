// Panel accounts: second factors, one-time password links, account mails, pending bank accounts, and the sign-in
// stage of a session. Existing sessions are complete.
const text = 'text COLLATE "C"';

export const accountsSchema = `
ALTER TABLE user_sessions ADD COLUMN stage ${text} NOT NULL DEFAULT 'open';
ALTER TABLE user_sessions ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0;

CREATE TABLE user_second_factors (
  user_id ${text} PRIMARY KEY REFERENCES users (user_id),
  sealed_secret ${text} NOT NULL,
  confirmed_at bigint,
  last_step bigint NOT NULL,
  recovery_hashes ${text} NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE user_links (
  token_hash ${text} PRIMARY KEY,
  user_id ${text} NOT NULL REFERENCES users (user_id),
  purpose ${text} NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX user_links_of_user ON user_links (user_id);

CREATE TABLE account_mails (
  mail_id ${text} PRIMARY KEY,
  recipient ${text} NOT NULL,
  subject ${text} NOT NULL,
  sealed_text ${text},
  attempt_count bigint NOT NULL,
  next_attempt_at bigint,
  claimed_until bigint,
  sent_at bigint,
  created_at bigint NOT NULL
);
CREATE INDEX account_mails_due ON account_mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE waiting_bank_accounts (
  merchant_id ${text} PRIMARY KEY REFERENCES stores (merchant_id),
  account ${text} NOT NULL,
  actor ${text} NOT NULL,
  requested_at bigint NOT NULL,
  effective_at bigint NOT NULL
);
CREATE INDEX waiting_bank_accounts_due ON waiting_bank_accounts (effective_at);
`;
