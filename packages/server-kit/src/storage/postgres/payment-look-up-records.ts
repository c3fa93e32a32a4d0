// Payments by what a transfer names, in PostgreSQL. Each WHERE repeats the condition of its partial index, which PostgreSQL would otherwise
// not use.
import { keyEnding } from "../../domain/statements/reference-key.js";
import type { PaymentLookUpRecords } from "../port/payment-look-up-records.js";
import { maxLookedUp } from "../search-payments.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "./reference-keys.js";
import { createTableAccess } from "./table-access.js";

export function createPaymentLookUpRecords(database: Database): PaymentLookUpRecords {
  const payments = createTableAccess(database, paymentsTable);
  const ofStore = "merchant_id = @merchantId AND environment = 'live'";
  const newestFirst = "ORDER BY payment_id DESC LIMIT @limit";

  return {
    listByRemittanceEnding: async ({ merchantId, endings, limit }) =>
      await payments.all(
        // In the order of the index: without one, the planner may read the table from its beginning until it has found enough.
        `SELECT ${payments.columns} FROM unnest(@endings::text[]) AS wanted (ending) CROSS JOIN LATERAL (
           SELECT * FROM payments WHERE ${ofStore} AND ${remittanceEndingSql} = wanted.ending
           ORDER BY ${remittanceKeySql}, payment_id LIMIT @limit) AS payments`,
        { merchantId, endings, limit },
      ),
    listByRemittanceKey: async ({ merchantId, keys, limit }) =>
      await payments.all(
        `SELECT ${payments.columns} FROM unnest(@endings::text[], @keys::text[]) AS wanted (ending, key) CROSS JOIN LATERAL (
           SELECT * FROM payments WHERE ${ofStore} AND ${remittanceEndingSql} = wanted.ending AND ${remittanceKeySql} = wanted.key
           ${newestFirst}) AS payments`,
        { merchantId, endings: keys.map(keyEnding), keys, limit },
      ),
    listByEndToEndKey: async ({ merchantId, key, limit }) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments
         WHERE ${ofStore} AND end_to_end_id IS NOT NULL AND ${endToEndKeySql} = @key ${newestFirst}`,
        { merchantId, key, limit },
      ),
    listByReferenceTerms: async ({ merchantId, environment, terms, limit }) =>
      // The named columns are selected, and both are text.
      (await database.all(
        // Each in the order of the primary key: a term that all payments have reads no more of them than any other.
        `SELECT wanted.term, found.payment_id AS "paymentId" FROM unnest(@terms::text[]) AS wanted (term) CROSS JOIN LATERAL (
           SELECT newest.payment_id FROM (
             SELECT payment_id FROM payment_search_terms own WHERE own.term = wanted.term AND NOT is_personal
             ORDER BY payment_id DESC LIMIT ${maxLookedUp}) AS newest JOIN payments USING (payment_id)
           WHERE merchant_id = @merchantId AND environment = @environment
           ORDER BY newest.payment_id DESC LIMIT @limit) AS found
         ORDER BY found.payment_id DESC`,
        { merchantId, environment, terms, limit },
      )) as { paymentId: string; term: string }[],
    listWaitingByAmount: async ({ merchantId, currency, amountCents, limit }) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments
         WHERE ${ofStore} AND currency = @currency AND amount_cents = @amountCents
           AND state NOT IN ('settled', 'declined', 'cancelled') ${newestFirst}`,
        { merchantId, currency, amountCents, limit },
      ),
    listByOrder: async ({ merchantId, orderId, limit }) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments WHERE ${ofStore} AND order_id = @orderId ${newestFirst}`,
        {
          merchantId,
          orderId,
          limit,
        },
      ),
  };
}
