// Indexes of the encryption key ids of second factors and account mails, and of the mails that still have their text.
export const accountKeysSchema = `
CREATE INDEX user_second_factors_by_key ON user_second_factors (substr(sealed_secret, 4, 8));
CREATE INDEX account_mails_by_key ON account_mails (substr(sealed_text, 4, 8)) WHERE sealed_text IS NOT NULL;
CREATE INDEX account_mails_sealed ON account_mails (mail_id) WHERE sealed_text IS NOT NULL;
`;
