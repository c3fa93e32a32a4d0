// Search in the list of payments. A text that matches few payments is looked up by its terms. One that matches very many (the "ORDER-" that all
// order ids begin with) is compared with the newest payments one by one, since these soon fill the first page; among older payments it finds a
// bounded number. So no search reads more than a few thousand rows.
import type { Payment, RefreshableFields } from "../../domain/payment.js";
import {
  matchesSearch,
  type PaymentSearch,
  personalTermsOf,
  readSearch,
  type SearchedPayment,
  type SearchTerm,
  searchTermsOf,
} from "../../domain/payment-search.js";
import { behind, type PlainFilter } from "../payment-list.js";
import { comparePayments, isByAmount } from "../payment-order.js";
import type { PaymentFilter } from "../port/payment-records.js";
import type { Database } from "./database.js";
import { selectNumber, selectTexts } from "./selections.js";

export interface PaymentSearchTerms {
  keep(payment: Payment): void;
  /** Replaces the terms of e-mail and name. */
  refresh(paymentId: string, fields: Pick<RefreshableFields, "customerEmail" | "customerName">): void;
  list(filter: PaymentFilter & { search: string }): Payment[];
}

/** Maximum number of payments that are looked up by their terms. */
const maxLookedUp = 3000;
const pageSize = 500;
/** Number of the newest payments that are compared one by one. */
const maxCompared = 2000;

const byPrefix = "term >= @prefix AND term < @prefix || char(1114111)";

export function createPaymentSearchTerms(
  database: Database,
  listPlain: (filter: PlainFilter) => Payment[],
  /** The same payments, with only the columns that a search compares. */
  listSearched: (filter: PlainFilter) => SearchedPayment[],
): PaymentSearchTerms {
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

  /** Newest first. */
  function findIds({ paymentId, prefix, terms }: PaymentSearch): string[] {
    return selectTexts(
      database,
      `SELECT payment_id FROM (
         SELECT payment_id FROM payment_search_terms WHERE @prefix <> '' AND ${byPrefix} LIMIT ${maxLookedUp}) AS begun
       UNION SELECT payment_id FROM payment_search_terms WHERE term IN (SELECT value FROM json_each(@terms))
       UNION SELECT @paymentId
       ORDER BY 1 DESC`,
      { prefix, terms: JSON.stringify(terms), paymentId },
    );
  }

  function listByTerms(search: PaymentSearch, filter: PlainFilter): Payment[] {
    const { before, after, limit } = filter;
    const found: Payment[] = [];
    if (isByAmount(filter.order)) {
      const ids = findIds(search);
      for (let at = 0; at < ids.length; at += pageSize) {
        found.push(...listPlain({ ...filter, ids: ids.slice(at, at + pageSize) }));
      }
      return found.sort(comparePayments(filter.order)).slice(0, limit);
    }
    const ids = findIds(search).filter(
      (id) => (before === undefined || id < before) && (after === undefined || id > after),
    );
    if (filter.order === "oldest") ids.reverse();
    for (let at = 0; at < ids.length && found.length < limit; at += pageSize) {
      found.push(...listPlain({ ...filter, ids: ids.slice(at, at + pageSize), limit: limit - found.length }));
    }
    return found;
  }

  /** `rest` is set when the newest payments did not fill the page: the search continues after it. */
  function listByComparing(search: PaymentSearch, filter: PlainFilter): { found: Payment[]; rest?: PlainFilter } {
    const ids: string[] = [];
    let rest: PlainFilter | undefined = filter;
    // Most payments match, so few rows are read for a page.
    let size = Math.min(pageSize, 2 * filter.limit);
    for (
      let compared = 0;
      compared < maxCompared && ids.length < filter.limit && rest !== undefined;
      compared += size
    ) {
      if (compared > 0) size = pageSize;
      const page: SearchedPayment[] = listSearched({ ...rest, limit: size });
      ids.push(...page.filter((payment) => matchesSearch(payment, search)).map(({ paymentId }) => paymentId));
      const last = page.at(-1)?.paymentId;
      rest = page.length < size || last === undefined ? undefined : behind(filter, last);
    }
    const found = ids.length === 0 ? [] : listPlain({ ...filter, ids: ids.slice(0, filter.limit) });
    return ids.length >= filter.limit || rest === undefined ? { found } : { found, rest };
  }

  return {
    keep(payment) {
      insert(payment.paymentId, searchTermsOf(payment));
    },
    refresh(paymentId, fields) {
      database.prepare("DELETE FROM payment_search_terms WHERE payment_id = ? AND is_personal = 1").run(paymentId);
      insert(paymentId, personalTermsOf(fields));
    },
    list({ search: text, ...filter }) {
      const search = readSearch(text);
      if (isByAmount(filter.order) || !isCommon(search)) return listByTerms(search, filter);
      const { found, rest } = listByComparing(search, filter);
      if (rest === undefined) return found;
      return [...found, ...listByTerms(search, { ...rest, limit: filter.limit - found.length })];
    },
  };
}

/** For the migration, which adds the terms of existing payments. */
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
