// Personal data of buyers, in SQLite.
import { personalTermsOf } from "../../domain/payment-search.js";
import { eraseEntriesSql, erasureSql, erasuresOf, markNotErasedSql, paymentsToEraseSql } from "../erasures.js";
import type { PrivacyRecords } from "../port/privacy-records.js";
import { findSameEmail } from "../same-email.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

const statements = erasuresOf({
  isOneOfIds: (column) => `${column} IN (SELECT value FROM json_each(@ids))`,
  isPersonal: "is_personal = 1",
  emptyBytes: "x''",
  detailWithoutReason:
    "CASE WHEN json_extract(detail, '$.reason') IS NULL THEN detail ELSE json_set(detail, '$.reason', '') END",
}).map(erasureSql);

export function createPrivacyRecords(database: Database): PrivacyRecords {
  const payments = createTableAccess(database, paymentsTable);
  return {
    listToErase: async (endedBefore, limit) => selectTexts(database, paymentsToEraseSql, { endedBefore, limit }),
    async erase(paymentIds, erasedAt) {
      const ids = JSON.stringify(paymentIds);
      for (const sql of statements) database.prepare(sql).run({ ids });
      if (erasedAt === undefined) return;
      database
        .prepare("UPDATE payments SET erased_at = @erasedAt WHERE payment_id IN (SELECT value FROM json_each(@ids))")
        .run({ ids, erasedAt });
    },
    async markNotErased(paymentId, now) {
      database.prepare(markNotErasedSql).run({ paymentId, now });
    },
    eraseEntries: async (before, limit) => database.prepare(eraseEntriesSql).run({ before, limit }).changes,
    async listOfBuyer({ email, merchantId }, page) {
      const [term] = personalTermsOf({ customerEmail: email, customerName: undefined });
      if (term === undefined) return [];
      const ofStore = merchantId === undefined ? "" : "AND payments.merchant_id = @merchantId";
      return findSameEmail(email, page, async (after) =>
        payments.all(
          `SELECT ${payments.columns} FROM payment_search_terms AS terms CROSS JOIN payments ON payments.payment_id = terms.payment_id
           WHERE terms.term = @term AND terms.payment_id > @after ${ofStore}
           ORDER BY terms.payment_id LIMIT @limit`,
          { term: term.term, after, limit: page.limit, ...(merchantId === undefined ? {} : { merchantId }) },
        ),
      );
    },
  };
}
