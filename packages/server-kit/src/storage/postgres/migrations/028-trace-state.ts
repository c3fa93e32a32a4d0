// The `tracestate` beside the trace in which a webhook came about (W3C Trace Context).
export const traceStateSchema = `
ALTER TABLE deliveries ADD COLUMN trace_state text COLLATE "C";
`;
