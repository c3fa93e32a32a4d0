// Uploaded logos, one for each store, served by the service itself.
const text = 'text COLLATE "C"';

export const storeLogosSchema = `
CREATE TABLE store_logos (
  merchant_id ${text} PRIMARY KEY REFERENCES stores (merchant_id),
  file_name ${text} NOT NULL,
  bytes bytea NOT NULL,
  created_at bigint NOT NULL
);
`;
