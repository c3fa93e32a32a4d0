// Personal data of buyers, in PostgreSQL.
import { personalTermsOf } from "../../domain/payment-search.js";
import { eraseEntriesSql, erasureSql, erasuresOf, markNotErasedSql, paymentsToEraseSql } from "../erasures.js";
import type { PrivacyRecords } from "../port/privacy-records.js";
import { findSameEmail } from "../same-email.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

const statements = erasuresOf({
  isOneOfIds: (column) => `${column} = ANY(@ids)`,
  isPersonal: "is_personal",
  emptyBytes: "''::bytea",
  detailWithoutReason:
    "CASE WHEN detail::jsonb -> 'reason' IS NULL THEN detail ELSE jsonb_set(detail::jsonb, '{reason}', '\"\"')::text END",
}).map(erasureSql);

export function createPrivacyRecords(database: Database): PrivacyRecords {
  const payments = createTableAccess(database, paymentsTable);
  return {
    listToErase: async (endedBefore, limit) => await selectTexts(database, paymentsToEraseSql, { endedBefore, limit }),
    async erase(paymentIds, erasedAt) {
      const ids = [...paymentIds];
      for (const sql of statements) await database.run(sql, { ids });
      if (erasedAt === undefined) return;
      await database.run("UPDATE payments SET erased_at = @erasedAt WHERE payment_id = ANY(@ids)", { ids, erasedAt });
    },
    async markNotErased(paymentId, now) {
      await database.run(markNotErasedSql, { paymentId, now });
    },
    eraseEntries: async (before, limit) => database.run(eraseEntriesSql, { before, limit }),
    async listOfBuyer({ email, merchantId }, page) {
      const [term] = personalTermsOf({ customerEmail: email, customerName: undefined });
      if (term === undefined) return [];
      const ofStore = merchantId === undefined ? "" : "AND payments.merchant_id = @merchantId";
      return findSameEmail(email, page, async (after) =>
        payments.all(
          `SELECT ${payments.columns} FROM payment_search_terms AS terms JOIN payments ON payments.payment_id = terms.payment_id
           WHERE terms.term = @term AND terms.payment_id > @after ${ofStore}
           ORDER BY terms.payment_id LIMIT @limit`,
          { term: term.term, after, limit: page.limit, ...(merchantId === undefined ? {} : { merchantId }) },
        ),
      );
    },
  };
}
