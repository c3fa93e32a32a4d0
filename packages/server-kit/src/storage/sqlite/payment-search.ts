// Search in the list of payments. A text that few payments fit is looked up by its terms; one that very many fit (the "ORDER-" that all
// order ids begin with) is compared with the newest payments one by one, since the first page is then full at once.
import type { Payment, RefreshableFields } from "../../domain/payment.js";
import {
  matchesSearch,
  type PaymentSearch,
  personalTermsOf,
  readSearch,
  type SearchTerm,
  searchTermsOf,
} from "../../domain/payment-search.js";
import type { PaymentFilter } from "../port/payment-records.js";
import type { Database } from "./database.js";

export type PlainFilter = Omit<PaymentFilter, "search"> & {
  /** Only payments with these ids. */
  ids?: readonly string[] | undefined;
};

export interface PaymentSearchTerms {
  keep(payment: Payment): void;
  /** The terms of e-mail and name are replaced. */
  refresh(paymentId: string, fields: Pick<RefreshableFields, "customerEmail" | "customerName">): void;
  list(filter: PaymentFilter & { search: string }): Payment[];
}

/** More payments than this are not looked up by their terms. */
const commonAt = 10_000;
const pageSize = 500;
/** So many of the newest payments are compared one by one before the look-up is made after all. */
const maxCompared = 20_000;

const byPrefix = "term >= @prefix AND term < @prefix || char(1114111)";

export function createPaymentSearchTerms(
  database: Database,
  listPlain: (filter: PlainFilter) => Payment[],
): PaymentSearchTerms {
  function insert(paymentId: string, terms: readonly SearchTerm[]): void {
    const statement = database.prepare(
      "INSERT INTO payment_search_terms (term, payment_id, is_personal) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    for (const { term, isPersonal } of terms) statement.run(term, paymentId, isPersonal ? 1 : 0);
  }

  function isCommon({ prefix }: PaymentSearch): boolean {
    // Sound: an aggregate gives one row.
    const { count } = database
      .prepare(
        `SELECT count(*) AS count FROM (SELECT 1 FROM payment_search_terms WHERE ${byPrefix} LIMIT ${commonAt + 1})`,
      )
      .get({ prefix }) as { count: number };
    return count > commonAt;
  }

  /** Newest first. */
  function findIds({ paymentId, prefix, terms }: PaymentSearch): string[] {
    // Sound: one text column is selected.
    const rows = database
      .prepareRaw(
        `SELECT payment_id FROM payment_search_terms WHERE @prefix <> '' AND ${byPrefix}
         UNION SELECT payment_id FROM payment_search_terms WHERE term IN (SELECT value FROM json_each(@terms))
         UNION SELECT @paymentId
         ORDER BY 1 DESC`,
      )
      .all({ prefix, terms: JSON.stringify(terms), paymentId }) as [string][];
    return rows.map(([id]) => id);
  }

  function listByTerms(search: PaymentSearch, filter: PlainFilter): Payment[] {
    const { before, limit } = filter;
    const ids = findIds(search).filter((id) => before === undefined || id < before);
    const found: Payment[] = [];
    for (let at = 0; at < ids.length && found.length < limit; at += pageSize) {
      found.push(...listPlain({ ...filter, ids: ids.slice(at, at + pageSize), limit: limit - found.length }));
    }
    return found;
  }

  /** Undefined when the newest payments do not fill the page. */
  function listByComparing(search: PaymentSearch, filter: PlainFilter): Payment[] | undefined {
    const found: Payment[] = [];
    let before = filter.before;
    for (let compared = 0; compared < maxCompared; compared += pageSize) {
      const page = listPlain({ ...filter, before, limit: pageSize });
      found.push(...page.filter((payment) => matchesSearch(payment, search)));
      if (found.length >= filter.limit || page.length < pageSize) return found.slice(0, filter.limit);
      before = page.at(-1)?.paymentId;
    }
    return undefined;
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
      return (isCommon(search) ? listByComparing(search, filter) : undefined) ?? listByTerms(search, filter);
    },
  };
}

/** For the migration, which makes the terms of payments that are there already. */
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
