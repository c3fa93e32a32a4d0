// When a provider session was last asked about: one question within a few seconds, however many buyers and callbacks ask for it.
export const pollingSchema = `
ALTER TABLE payment_attempts ADD COLUMN last_asked_at INTEGER;
`;
