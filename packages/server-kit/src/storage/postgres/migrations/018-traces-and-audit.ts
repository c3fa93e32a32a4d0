// The trace of the request that caused a webhook (W3C Trace Context), and the address and kind of actor of an audit record.
const text = 'text COLLATE "C"';

export const tracesAndAuditSchema = `
ALTER TABLE deliveries ADD COLUMN trace_parent ${text};
ALTER TABLE audit ADD COLUMN actor_kind ${text};
ALTER TABLE audit ADD COLUMN address ${text};
CREATE INDEX audit_of_action ON audit (action, at);
`;
