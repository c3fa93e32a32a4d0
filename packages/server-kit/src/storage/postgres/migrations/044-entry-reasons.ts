// Index of decided statement entries whose only personal data is the reason that a person gave.
export const entryReasonsIndexes = [
  {
    name: "statement_entries_reasons",
    on: `statement_entries (created_at)
      WHERE state <> 'unmatched' AND reason IS NOT NULL AND sealed_counterparty IS NULL AND remittance_lines = '[]'`,
  },
] as const;
