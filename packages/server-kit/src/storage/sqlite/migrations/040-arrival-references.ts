// All references of an arrival, and whether the provider's own settlement is among its reports (domain/arrival.ts).
export const arrivalReferencesSchema = `
ALTER TABLE payment_arrivals ADD COLUMN other_references TEXT;
ALTER TABLE payment_arrivals ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 0;
-- Proven without a statement entry: by the provider's settlement.
UPDATE payment_arrivals SET is_confirmed = 1 WHERE source = 'provider' AND is_proven = 1 AND statement_entry_id IS NULL;
`;
