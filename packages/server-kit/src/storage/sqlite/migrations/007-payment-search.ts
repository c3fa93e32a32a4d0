// The search terms of payments. Without the store, which the payment has: the payments of an archived store change it
// in their own row only.
export const paymentSearchSchema = `
CREATE TABLE payment_search_terms (
  term TEXT NOT NULL,
  payment_id TEXT NOT NULL REFERENCES payments (payment_id),
  is_personal INTEGER NOT NULL,
  PRIMARY KEY (term, payment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_search_personal ON payment_search_terms (payment_id) WHERE is_personal = 1;
INSERT INTO payment_search_terms (term, payment_id, is_personal)
  SELECT json_extract(found.value, '$.term'), payment_id, json_extract(found.value, '$.isPersonal')
  FROM payments,
    json_each(search_terms_of(order_id, remittance_info, end_to_end_id, customer_email, customer_name)) AS found;
`;
