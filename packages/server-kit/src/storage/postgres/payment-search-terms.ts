// The search terms of payments in PostgreSQL: kept with each payment, looked up by their beginning.
import type { Payment, RefreshableFields } from "../../domain/payment.js";
import { type PaymentSearch, personalTermsOf, type SearchTerm, searchTermsOf } from "../../domain/payment-search.js";
import { type IdSpan, maxLookedUp, newestFirst, type TermReads } from "../search-payments.js";
import type { Database } from "./database.js";
import { insertTexts } from "./deferred-inserts.js";
import { selectNumber, selectTexts } from "./selections.js";

export interface PaymentSearchTerms extends TermReads {
  /** Adds the terms that are not there yet. */
  keep(payment: Payment): Promise<void>;
  /** Replaces the terms of e-mail and name. */
  refresh(paymentId: string, fields: Pick<RefreshableFields, "customerEmail" | "customerName">): Promise<void>;
}

// No term with the prefix sorts after U+10FFFF, the last code point.
const byPrefix = "term >= @prefix AND term < @prefix || chr(1114111)";

const insertTerms = insertTexts(
  "payment_search_terms",
  [
    { name: "term", type: "text" },
    { name: "payment_id", type: "text" },
    { name: "is_personal", type: "boolean" },
  ],
  "ON CONFLICT DO NOTHING",
);

export function createPaymentSearchTerms(database: Database): PaymentSearchTerms {
  async function insert(paymentId: string, terms: readonly SearchTerm[]): Promise<void> {
    if (terms.length === 0) return;
    await database.insertLater(
      insertTerms,
      terms.map(({ term, isPersonal }) => [term, paymentId, isPersonal]),
    );
  }

  async function isCommon({ prefix }: PaymentSearch): Promise<boolean> {
    const count = await selectNumber(
      database,
      `SELECT count(*) FROM (SELECT 1 FROM payment_search_terms WHERE ${byPrefix} LIMIT ${maxLookedUp + 1}) AS matches`,
      { prefix },
    );
    return (count ?? 0) > maxLookedUp;
  }

  async function findIds(
    { paymentId, prefix, terms }: PaymentSearch,
    { after, before, isOldestFirst }: IdSpan,
  ): Promise<string[]> {
    const found = await selectTexts(
      database,
      `SELECT payment_id FROM (
         SELECT payment_id FROM payment_search_terms WHERE @prefix <> '' AND ${byPrefix} LIMIT ${maxLookedUp}) AS begun
       WHERE payment_id > @after AND payment_id < @before
       UNION ALL SELECT whole.payment_id FROM unnest(@terms::text[]) AS wanted (term) CROSS JOIN LATERAL (
         SELECT payment_id FROM payment_search_terms found
         WHERE found.term = wanted.term AND payment_id > @after AND payment_id < @before
         ORDER BY payment_id ${isOldestFirst ? "ASC" : "DESC"} LIMIT ${maxLookedUp}) AS whole`,
      { prefix, terms, after, before },
    );
    return newestFirst(paymentId > after && paymentId < before ? [...found, paymentId] : found);
  }

  return {
    async keep(payment) {
      await insert(payment.paymentId, searchTermsOf(payment));
    },
    async refresh(paymentId, fields) {
      await database.run("DELETE FROM payment_search_terms WHERE payment_id = @paymentId AND is_personal", {
        paymentId,
      });
      await insert(paymentId, personalTermsOf(fields));
    },
    isCommon,
    findIds,
  };
}
