// Payments by reference, end-to-end id and amount are read newest first, up to a limit, however many of a store have the same.
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "../reference-keys.js";

export const boundedLookUpsIndexes = [
  {
    name: "payments_newest_by_remittance",
    on: `payments (merchant_id, ${remittanceEndingSql}, ${remittanceKeySql}, payment_id) WHERE environment = 'live'`,
  },
  {
    name: "payments_newest_by_end_to_end",
    on: `payments (merchant_id, ${endToEndKeySql}, payment_id) WHERE environment = 'live' AND end_to_end_id IS NOT NULL`,
  },
  {
    name: "payments_newest_by_amount",
    on: `payments (merchant_id, currency, amount_cents, payment_id)
      WHERE environment = 'live' AND state NOT IN ('settled', 'declined', 'cancelled')`,
  },
] as const;

export const boundedLookUpsSchema = `
DROP INDEX payments_by_remittance;
ALTER INDEX payments_newest_by_remittance RENAME TO payments_by_remittance;
DROP INDEX payments_by_end_to_end;
ALTER INDEX payments_newest_by_end_to_end RENAME TO payments_by_end_to_end;
DROP INDEX payments_by_amount;
ALTER INDEX payments_newest_by_amount RENAME TO payments_by_amount;
`;
