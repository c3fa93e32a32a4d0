// Uploaded logos, one for each store, served by the service itself.
export const storeLogosSchema = `
CREATE TABLE store_logos (
  merchant_id TEXT PRIMARY KEY REFERENCES stores (merchant_id),
  file_name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
