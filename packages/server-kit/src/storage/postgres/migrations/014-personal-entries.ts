// Index of decided statement entries that still contain personal data.
export const personalEntriesSchema = `
CREATE INDEX statement_entries_personal ON statement_entries (created_at)
  WHERE state <> 'unmatched' AND (sealed_counterparty IS NOT NULL OR remittance_lines <> '[]');
`;
