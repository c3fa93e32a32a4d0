// When a provider session was last polled, so that there is one request in a few seconds, however many buyers and callbacks cause it.
export const pollingSchema = `
ALTER TABLE payment_attempts ADD COLUMN last_asked_at INTEGER;
`;
