// The trace of the request that caused a webhook (W3C Trace Context), and the address and kind of actor of an audit record.
export const tracesAndAuditSchema = `
ALTER TABLE deliveries ADD COLUMN trace_parent TEXT;
ALTER TABLE audit ADD COLUMN actor_kind TEXT;
ALTER TABLE audit ADD COLUMN address TEXT;
CREATE INDEX audit_of_action ON audit (action, at);
`;
