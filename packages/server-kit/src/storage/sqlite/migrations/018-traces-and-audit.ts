// The trace in which a webhook came about (W3C Trace Context), and where from and by what kind of actor something was changed.
export const tracesAndAuditSchema = `
ALTER TABLE deliveries ADD COLUMN trace_parent TEXT;
ALTER TABLE audit ADD COLUMN actor_kind TEXT;
ALTER TABLE audit ADD COLUMN address TEXT;
CREATE INDEX audit_of_action ON audit (action, at);
`;
