// The `tracestate` of the request that caused a webhook (W3C Trace Context).
export const traceStateSchema = `
ALTER TABLE deliveries ADD COLUMN trace_state text COLLATE "C";
`;
