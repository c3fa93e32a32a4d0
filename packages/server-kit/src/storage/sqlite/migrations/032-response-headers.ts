// The headers of an endpoint's response, kept with the attempt.
export const responseHeadersSchema = `
ALTER TABLE delivery_attempts ADD COLUMN response_headers TEXT;
`;
