// Rows that are written with their payment are no longer checked against it one by one (docs/decisions/no-check-for-each-row.md).
export const paymentRowsSchema = `
-- Writers lock the payments first: when they are locked here, nobody else can hold the other tables for long.
LOCK TABLE payments IN ACCESS EXCLUSIVE MODE;
LOCK TABLE payment_history, payment_search_terms IN ACCESS EXCLUSIVE MODE NOWAIT;
ALTER TABLE payment_history DROP CONSTRAINT payment_history_payment_id_fkey;
ALTER TABLE payment_search_terms DROP CONSTRAINT payment_search_terms_payment_id_fkey;
`;
