// All references of an arrival, and whether the provider's own settlement is among its reports (domain/arrival.ts).
export const arrivalReferencesSchema = `
ALTER TABLE payment_arrivals ADD COLUMN other_references text COLLATE "C";
ALTER TABLE payment_arrivals ADD COLUMN is_confirmed boolean NOT NULL DEFAULT false;
-- Proven without a statement entry: by the provider's settlement.
UPDATE payment_arrivals SET is_confirmed = true WHERE source = 'provider' AND is_proven AND statement_entry_id IS NULL;
`;
