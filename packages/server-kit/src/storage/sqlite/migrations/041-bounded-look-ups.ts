// Payments by reference, end-to-end id and amount are read newest first, up to a limit, however many of a store have
// the same. Statements of older versions name these indexes, and find in them what they had before.
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "./005-statements.js";

export const boundedLookUpsSchema = `
DROP INDEX payments_by_remittance;
CREATE INDEX payments_by_remittance ON payments (merchant_id, ${remittanceEndingSql}, ${remittanceKeySql}, payment_id)
  WHERE environment = 'live';
DROP INDEX payments_by_end_to_end;
CREATE INDEX payments_by_end_to_end ON payments (merchant_id, ${endToEndKeySql}, payment_id)
  WHERE environment = 'live' AND end_to_end_id IS NOT NULL;
DROP INDEX payments_by_amount;
CREATE INDEX payments_by_amount ON payments (merchant_id, currency, amount_cents, payment_id)
  WHERE environment = 'live' AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled';
`;
