// A return is compared with the reversals that were imported before it.
export const uncountedReversalsIndexes = [
  {
    name: "statement_entries_uncounted_reversals",
    on: `statement_entries (merchant_id, currency, amount_cents, entry_id)
      WHERE state = 'not_counted' AND direction = 'credit' AND is_reversal`,
  },
] as const;
