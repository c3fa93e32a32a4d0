// Look-ups of payments by references of a bank statement, in SQLite. Each WHERE repeats the condition of its partial index, and INDEXED BY names
// the index: otherwise SQLite reads all payments of the store. A condition that does not match the index is an error.
import { keyEnding } from "../../domain/statements/reference-key.js";
import type { PaymentSearchRecords } from "../port/payment-search-records.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "./migrations/005-statements.js";
import { createTableAccess } from "./table-access.js";

export function createPaymentSearchRecords(database: Database): PaymentSearchRecords {
  const payments = createTableAccess(database, paymentsTable);
  const ofStore = "merchant_id = @merchantId AND environment = 'live'";
  const newestFirst = "ORDER BY payment_id DESC LIMIT @limit";

  return {
    listByRemittanceEnding: async ({ merchantId, endings, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_remittance
         WHERE ${ofStore} AND ${remittanceEndingSql} IN (SELECT value FROM json_each(@endings)) ${newestFirst}`,
        { merchantId, endings: JSON.stringify(endings), limit },
      ),
    listByRemittanceKey: async ({ merchantId, keys, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_remittance
         WHERE ${ofStore} AND ${remittanceEndingSql} IN (SELECT value FROM json_each(@endings))
           AND ${remittanceKeySql} IN (SELECT value FROM json_each(@keys)) ${newestFirst}`,
        { merchantId, endings: JSON.stringify(keys.map(keyEnding)), keys: JSON.stringify(keys), limit },
      ),
    listByEndToEndKey: async ({ merchantId, keys, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_end_to_end
         WHERE ${ofStore} AND end_to_end_id IS NOT NULL AND ${endToEndKeySql} IN (SELECT value FROM json_each(@keys))
         ${newestFirst}`,
        { merchantId, keys: JSON.stringify(keys), limit },
      ),
    listTerms: async ({ merchantId, environment, terms, limit }) =>
      // The named columns are selected, and both are text.
      database
        .prepare(
          `SELECT term, payment_id AS paymentId FROM payment_search_terms CROSS JOIN payments USING (payment_id)
           WHERE term IN (SELECT value FROM json_each(@terms)) AND is_personal = 0 AND merchant_id = @merchantId AND environment = @environment ${newestFirst}`,
        )
        .all({ merchantId, environment, terms: JSON.stringify(terms), limit }) as { paymentId: string; term: string }[],
    listWaitingByAmount: async ({ merchantId, currency, amountCents, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_amount
         WHERE ${ofStore} AND currency = @currency AND amount_cents = @amountCents
           AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled' ${newestFirst}`,
        { merchantId, currency, amountCents, limit },
      ),
    listByOrder: async ({ merchantId, orderId, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_of_order WHERE ${ofStore} AND order_id = @orderId ${newestFirst}`,
        {
          merchantId,
          orderId,
          limit,
        },
      ),
  };
}
