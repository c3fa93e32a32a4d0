// Payments by what a transfer names, in SQLite. Each WHERE repeats the condition of its partial index, and INDEXED BY names the index:
// otherwise SQLite reads all payments of the store. A condition that does not match the index is an error.
import { keyEnding } from "../../domain/statements/reference-key.js";
import { compareText } from "../compare-text.js";
import type { PaymentLookUpRecords } from "../port/payment-look-up-records.js";
import { maxLookedUp } from "../search-payments.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { endToEndKeySql, remittanceEndingSql, remittanceKeySql } from "./migrations/005-statements.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** In the order of the primary key: a term that all payments have reads no more of them than any other. */
const newestByTermSql = `SELECT payment_id FROM (
    SELECT payment_id FROM payment_search_terms WHERE term = @term AND is_personal = 0
    ORDER BY payment_id DESC LIMIT ${maxLookedUp}) AS newest CROSS JOIN payments USING (payment_id)
  WHERE merchant_id = @merchantId AND environment = @environment LIMIT @limit`;

export function createPaymentLookUpRecords(database: Database): PaymentLookUpRecords {
  const payments = createTableAccess(database, paymentsTable);
  const ofStore = "merchant_id = @merchantId AND environment = 'live'";
  const newestFirst = "ORDER BY payment_id DESC LIMIT @limit";

  return {
    async listByRemittanceEnding({ merchantId, endings, limit }) {
      const byEnding = `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_remittance
        WHERE ${ofStore} AND ${remittanceEndingSql}`;
      const found = payments.all(`${byEnding} IN (SELECT value FROM json_each(@endings)) LIMIT @limit`, {
        merchantId,
        endings: JSON.stringify(endings),
        limit,
      });
      // Few payments have any of the endings, nearly always; otherwise each ending has its own limit.
      if (found.length < limit) return found;
      return endings.flatMap((ending) =>
        payments.all(`${byEnding} = @ending LIMIT @limit`, { merchantId, ending, limit }),
      );
    },
    listByRemittanceKey: async ({ merchantId, keys, limit }) =>
      keys.flatMap((key) =>
        payments.all(
          `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_remittance
           WHERE ${ofStore} AND ${remittanceEndingSql} = @ending AND ${remittanceKeySql} = @key ${newestFirst}`,
          { merchantId, ending: keyEnding(key), key, limit },
        ),
      ),
    listByEndToEndKey: async ({ merchantId, key, limit }) =>
      payments.all(
        `SELECT ${payments.columns} FROM payments INDEXED BY payments_by_end_to_end
         WHERE ${ofStore} AND end_to_end_id IS NOT NULL AND ${endToEndKeySql} = @key ${newestFirst}`,
        { merchantId, key, limit },
      ),
    async listByReferenceTerms({ terms, ...query }) {
      const found = terms.flatMap((term) =>
        selectTexts(database, newestByTermSql, { term, ...query }).map((paymentId) => ({ paymentId, term })),
      );
      return found.sort((left, right) => compareText(right.paymentId, left.paymentId));
    },
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
        { merchantId, orderId, limit },
      ),
  };
}
