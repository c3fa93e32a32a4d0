// The search terms of payments in SQLite: kept with each payment, looked up by their beginning.
import type { Payment, RefreshableFields } from "../../domain/payment.js";
import { type PaymentSearch, personalTermsOf, type SearchTerm, searchTermsOf } from "../../domain/payment-search.js";
import { type IdSpan, maxLookedUp, newestFirst, type TermReads } from "../search-payments.js";
import type { Database } from "./database.js";
import { selectNumber, selectTexts } from "./selections.js";

export interface PaymentSearchTerms extends TermReads {
  /** Adds the terms that are not there yet. */
  keep(payment: Payment): void;
  /** Replaces the terms of e-mail and name. */
  refresh(paymentId: string, fields: Pick<RefreshableFields, "customerEmail" | "customerName">): void;
}

// No term with the prefix sorts after U+10FFFF, the last code point.
const byPrefix = "term >= @prefix AND term < @prefix || char(1114111)";

export function createPaymentSearchTerms(database: Database): PaymentSearchTerms {
  function insert(paymentId: string, terms: readonly SearchTerm[]): void {
    const statement = database.prepare(
      "INSERT INTO payment_search_terms (term, payment_id, is_personal) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    for (const { term, isPersonal } of terms) statement.run(term, paymentId, isPersonal ? 1 : 0);
  }

  function isCommon({ prefix }: PaymentSearch): boolean {
    const count = selectNumber(
      database,
      `SELECT count(*) FROM (SELECT 1 FROM payment_search_terms WHERE ${byPrefix} LIMIT ${maxLookedUp + 1})`,
      { prefix },
    );
    return (count ?? 0) > maxLookedUp;
  }

  function findIds({ paymentId, prefix, terms }: PaymentSearch, { after, before, isOldestFirst }: IdSpan): string[] {
    const begun = selectTexts(
      database,
      `SELECT payment_id FROM (
         SELECT payment_id FROM payment_search_terms WHERE @prefix <> '' AND ${byPrefix} LIMIT ${maxLookedUp}) AS begun
       WHERE payment_id > @after AND payment_id < @before`,
      { prefix, after, before },
    );
    // In the order of the primary key: SQLite stops at the limit without sorting.
    const whole = terms.flatMap((term) =>
      selectTexts(
        database,
        `SELECT payment_id FROM payment_search_terms WHERE term = @term AND payment_id > @after AND payment_id < @before
         ORDER BY payment_id ${isOldestFirst ? "ASC" : "DESC"} LIMIT ${maxLookedUp}`,
        { term, after, before },
      ),
    );
    const named = paymentId > after && paymentId < before ? [paymentId] : [];
    return newestFirst([...begun, ...whole, ...named]);
  }

  return {
    keep(payment) {
      insert(payment.paymentId, searchTermsOf(payment));
    },
    refresh(paymentId, fields) {
      database.prepare("DELETE FROM payment_search_terms WHERE payment_id = ? AND is_personal = 1").run(paymentId);
      insert(paymentId, personalTermsOf(fields));
    },
    isCommon,
    findIds,
  };
}

/** The SQL function `search_terms_of` of the migration that adds the terms of existing payments: a JSON array of `SearchTerm`. */
export function searchTermsText(
  orderId: string,
  remittanceInfo: string,
  endToEndId: string | null,
  customerEmail: string | null,
  customerName: string | null,
): string {
  const terms = searchTermsOf({
    orderId,
    remittanceInfo,
    endToEndId: endToEndId ?? undefined,
    customerEmail: customerEmail ?? undefined,
    customerName: customerName ?? undefined,
  });
  return JSON.stringify(terms);
}
