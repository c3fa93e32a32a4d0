// Finds the payments that need attention without reading all of them: alerts have an index already, failed webhooks get one.
export const attentionSchema = `
CREATE INDEX deliveries_failed ON deliveries (payment_id) WHERE state IN ('exhausted', 'dead', 'parked');
`;
