// The classification of every column as personal or not, for both databases. erasures.ts lists the columns that are erased with a payment.
// A test compares both files with the schema, so that a new column must be classified.

/**
 * Personal data that is not erased with a payment. `expires`: the row is deleted after its retention time (`RetentionOptions`) or when it
 * expires (flows/housekeeping.ts). `people`: data of users and stores, kept while the account or store exists, or as long as the decision
 * that it records.
 */
export const otherPersonalColumns: Readonly<
  Record<string, { expires?: readonly string[]; people?: readonly string[] }>
> = {
  idempotency_keys: { expires: ["outcome"] },
  counters: { expires: ["name"] },
  listened_events: { expires: ["body"] },
  // The name of a counter, for the seconds that a move takes.
  waiting_moves: { expires: ["reached_name"] },
  mails: { expires: ["recipient", "subject", "text", "unique_key"] },
  account_mails: { expires: ["recipient", "subject"] },
  audit: { expires: ["actor", "address", "subject"] },
  stores: { people: ["settings"] },
  users: { people: ["email", "password_hash"] },
  waiting_bank_accounts: { people: ["account", "actor"] },
  payment_history: { people: ["actor"] },
  payment_alerts: { people: ["resolved_by"] },
  receipts: { people: ["recorded_by"] },
  statements: { people: ["actor", "file_name"] },
  statement_entries: { people: ["handled_by", "account"] },
  statement_assignments: { people: ["actor"] },
};

/** Sealed with the encryption key; those also listed for erasure belong to buyers. */
export const sealedColumns: Readonly<Record<string, readonly string[]>> = {
  stores: ["sealed_webhook_secret", "sealed_next_webhook_secret"],
  user_second_factors: ["sealed_secret"],
  account_mails: ["sealed_text"],
  settings: ["value"],
};

/** Not personal data: ids, states, amounts, references of merchants, banks and providers, times, digests. */
export const plainColumns: Readonly<Record<string, string>> = {
  migrations: "name checksum applied_at older_versions_since",
  stores: "merchant_id disabled_at deleted_at created_at updated_at archived_as",
  api_keys: "id merchant_id environment is_legacy prefix hash scopes created_at last_used_at expires_at revoked_at",
  api_key_deprecations: "key_id deprecation count",
  payments:
    "payment_id merchant_id environment order_id amount_cents currency checkout_mode payment_method requested_method remittance_info remittance_info_source end_to_end_id state version attempt_count is_attempt_accepted checkout_token superseded_by created_at updated_at expires_at erased_at claimed_paid_at settled_at",
  payment_attempts:
    "number attempt_id payment_id kind provider fingerprint status session_id lease_token lease_until next_poll_at poll_count created_at expires_at last_asked_at",
  payment_history: "id payment_id from_state to_state event at",
  payment_evidence:
    "id payment_id event was_allowed provider_time amount_cents currency reference at attempt_id statement_entry_id count last_at",
  payment_arrivals:
    "id arrival_id payment_id source attempt_id statement_entry_id reference other_references amount_cents currency is_proven is_confirmed received_at at count last_at",
  receipts:
    "receipt_id merchant_id environment payment_id arrival_id amount_cents currency reference outcome received_at at",
  payment_alerts: "id alert_id payment_id merchant_id environment type subject at count last_at resolved_at",
  payment_attention: "payment_id merchant_id environment open_alerts failed_webhooks",
  payment_search_terms: "payment_id is_personal",
  deliveries:
    "number delivery_id merchant_id payment_id event status path trigger redelivery_of state attempt_count scheduled_count interrupted_count created_at finished_at next_attempt_at manual_send_at claim_token claim_owner claim_lease_until claim_is_manual due_at is_retry trace_parent trace_state",
  delivery_attempts: "delivery_id attempt is_manual started_at duration_ms http_status outcome error is_truncated",
  endpoint_turns: "merchant_id owner",
  webhook_listeners: "merchant_id listening_until last_number",
  listened_events: "merchant_id number delivery_id event path created_at",
  idempotency_keys: "merchant_id environment route key body_hash running_until expires_at",
  orders: "merchant_id order_key updated_at",
  counters: "value updated_at expires_at",
  mails: "mail_id merchant_id attempt_count next_attempt_at claimed_until message_id sent_at created_at",
  account_mails: "mail_id attempt_count next_attempt_at claimed_until sent_at created_at",
  audit: "id at action merchant_id actor_kind",
  users: "user_id role merchant_id created_at disabled_at",
  user_sessions: "token_hash user_id csrf_token created_at last_seen_at expires_at stage confirmed_at",
  user_second_factors: "user_id confirmed_at last_step recovery_hashes created_at",
  user_links: "token_hash user_id purpose created_at expires_at",
  store_logos: "merchant_id file_name bytes created_at",
  waiting_bank_accounts: "merchant_id requested_at effective_at",
  settings: "name",
  waiting_moves: "move_id by_ms latest step reached is_slice",
  waiting_move_skips: "kind id",
  statements:
    "statement_id merchant_id format created_at finished_at entries matched unmatched duplicates not_counted announced",
  statement_entries:
    "entry_id statement_id merchant_id position fingerprint occurrence state currency amount_cents direction is_reversal is_return return_reason booked_on value_on bank_reference entry_reference end_to_end_id structured_reference batch_kind batch_total_cents handled_at created_at",
  statement_assignments: "id entry_id payment_id amount_cents at",
  statement_column_maps: "merchant_id column_map updated_at",
};
