// Indexes of the encryption key ids in stores' webhook secrets, which each start and each command reads.
export const storeKeysSchema = `
CREATE INDEX stores_by_key ON stores (substr(sealed_webhook_secret, 4, 8)) WHERE deleted_at IS NULL;
CREATE INDEX stores_by_next_key ON stores (substr(sealed_next_webhook_secret, 4, 8))
  WHERE sealed_next_webhook_secret IS NOT NULL AND deleted_at IS NULL;
`;
