// Indexes by age for retention, oldest first. Payments whose customer data was erased by an earlier version are erased again, because more
// columns are personal now.
export const retentionSchema = `
CREATE INDEX payment_history_by_time ON payment_history (at);
CREATE INDEX payment_evidence_by_time ON payment_evidence (last_at);
CREATE INDEX payment_alerts_by_end ON payment_alerts (resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX delivery_attempts_with_excerpt ON delivery_attempts (started_at) WHERE response_excerpt IS NOT NULL;
CREATE INDEX mails_by_time ON mails (created_at);
CREATE INDEX orders_by_time ON orders (updated_at);
CREATE INDEX statement_entries_by_time ON statement_entries (created_at) WHERE state <> 'unmatched';
CREATE INDEX statements_by_time ON statements (created_at);
CREATE INDEX statement_assignments_of_payment ON statement_assignments (payment_id);
UPDATE payments SET erased_at = NULL WHERE erased_at IS NOT NULL;
`;
