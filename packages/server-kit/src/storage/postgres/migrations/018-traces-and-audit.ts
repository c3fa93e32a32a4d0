// The trace in which a webhook came about (W3C Trace Context), and where from and by what kind of actor something was changed.
const text = 'text COLLATE "C"';

export const tracesAndAuditSchema = `
ALTER TABLE deliveries ADD COLUMN trace_parent ${text};
ALTER TABLE audit ADD COLUMN actor_kind ${text};
ALTER TABLE audit ADD COLUMN address ${text};
CREATE INDEX audit_of_action ON audit (action, at);
`;
