// Columns with personal data, and how each is erased, for both databases. A test compares it with the schema, so that a
// new column cannot be forgotten.
import { endedStates } from "../domain/payment-state.js";

export interface PrivacyDialect {
  /** The column is one of the bound ids. */
  isOneOfIds(column: string): string;
  /** Search terms derived from a name or an e-mail address. */
  isPersonal: string;
  emptyBytes: string;
  /** The audit detail without the free-text reason, as text. */
  detailWithoutReason: string;
}

export interface Erasure {
  table: string;
  /** The new value of each column; undefined: the rows are deleted. */
  set: Readonly<Record<string, string>> | undefined;
  /** Columns of rows that are deleted. */
  columns?: readonly string[];
  where: string;
}

const ended = `state IN (${endedStates.map((state) => `'${state}'`).join(", ")})`;
/** The same, word by word as in the index payments_to_erase. */
const hasEnded = `(${endedStates.map((state) => `state = '${state}'`).join(" OR ")})`;

/** Personal data of a payment's buyer in the order of erasure: rows found through other tables first. */
export function erasuresOf({
  isOneOfIds,
  isPersonal,
  emptyBytes,
  detailWithoutReason,
}: PrivacyDialect): readonly Erasure[] {
  const ofPayment = isOneOfIds("payment_id");
  return [
    {
      table: "delivery_attempts",
      set: { response_excerpt: "NULL", response_headers: "NULL" },
      where: `delivery_id IN (SELECT delivery_id FROM deliveries WHERE ${ofPayment}) AND response_excerpt IS NOT NULL`,
    },
    // A delivery that is still to be sent keeps its body.
    {
      table: "deliveries",
      set: { body: emptyBytes },
      where: `${ofPayment} AND due_at IS NULL AND claim_token IS NULL`,
    },
    {
      table: "statement_entries",
      set: { sealed_counterparty: "NULL", remittance_lines: "'[]'", reason: "NULL" },
      where: `entry_id IN (SELECT entry_id FROM statement_assignments WHERE ${ofPayment})`,
    },
    {
      table: "orders",
      set: undefined,
      columns: ["content"],
      where: `(merchant_id, order_key) IN (SELECT merchant_id, order_id FROM payments WHERE ${ofPayment})
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.merchant_id = orders.merchant_id
          AND p.environment IN ('test', 'live') AND p.order_id = orders.order_key AND NOT p.${ended})`,
    },
    { table: "audit", set: { detail: detailWithoutReason }, where: isOneOfIds("subject") },
    { table: "payment_search_terms", set: undefined, columns: ["term"], where: `${isPersonal} AND ${ofPayment}` },
    { table: "payment_attempts", set: { sealed_request: "NULL", redirect_url: "NULL" }, where: ofPayment },
    { table: "payment_history", set: { reason: "NULL" }, where: ofPayment },
    { table: "payment_evidence", set: { detail: "NULL" }, where: ofPayment },
    { table: "receipts", set: { reason: "''" }, where: ofPayment },
    {
      table: "payment_alerts",
      set: { detail: "''", resolution: "CASE WHEN resolution IS NOT NULL THEN '' END" },
      where: ofPayment,
    },
    {
      table: "payments",
      set: {
        customer_email: "NULL",
        customer_name: "NULL",
        return_url: "NULL",
        metadata: "NULL",
        description: "NULL",
        items: "NULL",
      },
      where: ofPayment,
    },
  ];
}

export function erasureSql({ table, set, where }: Erasure): string {
  if (set === undefined) return `DELETE FROM ${table} WHERE ${where}`;
  const assignments = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  return `UPDATE ${table} SET ${assignments.join(", ")} WHERE ${where}`;
}

/** Payments that ended before @endedBefore and were not erased yet, oldest first: the condition of the index payments_to_erase. */
export const paymentsToEraseSql = `SELECT payment_id FROM payments
  WHERE erased_at IS NULL AND ${hasEnded} AND updated_at < @endedBefore ORDER BY updated_at LIMIT @limit`;

/** Entries without a payment, or of an unfinished one: exactly the condition of the index statement_entries_personal. */
export const eraseEntriesSql = `UPDATE statement_entries SET sealed_counterparty = NULL, remittance_lines = '[]', reason = NULL
  WHERE entry_id IN (SELECT entry_id FROM statement_entries
    WHERE state <> 'unmatched' AND (sealed_counterparty IS NOT NULL OR remittance_lines <> '[]') AND created_at < @before
    ORDER BY created_at LIMIT @limit)`;

/**
 * Personal data that is not erased with a payment. `expires`: the row is deleted after its retention time (a day to three years, see
 * `RetentionOptions`). `people`: data of users and stores: kept while the account or store exists, or as part of
 * the record of a decision.
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
    "id arrival_id payment_id source attempt_id statement_entry_id reference amount_cents currency is_proven received_at at count last_at",
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
