// Entries of statements that nobody has to decide about any more and that still name somebody.
export const personalEntriesSchema = `
CREATE INDEX statement_entries_personal ON statement_entries (created_at)
  WHERE state <> 'unmatched' AND (sealed_counterparty IS NOT NULL OR remittance_lines <> '[]');
`;
