// Search in the list of payments. A text that few payments fit is looked up by its terms; one that very many fit (the "ORDER-" that all
// order ids begin with) is compared with the newest payments one by one, since the first page is then full at once; of those behind them
// it finds a bounded number, so that no text reads more than some thousand rows.
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
import { insertTexts } from "./put-off-inserts.js";
import { selectNumber, selectTexts } from "./selections.js";

export interface PaymentSearchTerms {
  keep(payment: Payment): Promise<void>;
  /** The terms of e-mail and name are replaced. */
  refresh(paymentId: string, fields: Pick<RefreshableFields, "customerEmail" | "customerName">): Promise<void>;
  list(filter: PaymentFilter & { search: string }): Promise<Payment[]>;
}

/** Not more payments than this are looked up by their terms. */
const maxLookedUp = 3000;
const pageSize = 500;
/** So many of the newest payments are compared one by one. */
const maxCompared = 2000;

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

export function createPaymentSearchTerms(
  database: Database,
  listPlain: (filter: PlainFilter) => Promise<Payment[]>,
  /** The same payments with nothing but what a search compares. */
  listSearched: (filter: PlainFilter) => Promise<SearchedPayment[]>,
): PaymentSearchTerms {
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

  /** Newest first. */
  async function findIds({ paymentId, prefix, terms }: PaymentSearch): Promise<string[]> {
    return selectTexts(
      database,
      `SELECT payment_id FROM (
         SELECT payment_id FROM payment_search_terms WHERE @prefix <> '' AND ${byPrefix} LIMIT ${maxLookedUp}) AS begun
       UNION SELECT payment_id FROM payment_search_terms WHERE term = ANY(@terms)
       UNION SELECT @paymentId
       ORDER BY 1 DESC`,
      { prefix, terms, paymentId },
    );
  }

  async function listByTerms(search: PaymentSearch, filter: PlainFilter): Promise<Payment[]> {
    const { before, after, limit } = filter;
    const found: Payment[] = [];
    if (isByAmount(filter.order)) {
      const ids = await findIds(search);
      for (let at = 0; at < ids.length; at += pageSize) {
        found.push(...(await listPlain({ ...filter, ids: ids.slice(at, at + pageSize) })));
      }
      return found.sort(comparePayments(filter.order)).slice(0, limit);
    }
    const ids = (await findIds(search)).filter(
      (id) => (before === undefined || id < before) && (after === undefined || id > after),
    );
    if (filter.order === "oldest") ids.reverse();
    for (let at = 0; at < ids.length && found.length < limit; at += pageSize) {
      found.push(...(await listPlain({ ...filter, ids: ids.slice(at, at + pageSize), limit: limit - found.length })));
    }
    return found;
  }

  /** `rest` is set when the newest payments did not fill the page: the search goes on behind it. */
  async function listByComparing(
    search: PaymentSearch,
    filter: PlainFilter,
  ): Promise<{ found: Payment[]; rest?: PlainFilter }> {
    const ids: string[] = [];
    let rest: PlainFilter | undefined = filter;
    // Most payments fit: the first pages are small.
    let size = Math.min(pageSize, 2 * filter.limit);
    for (
      let compared = 0;
      compared < maxCompared && ids.length < filter.limit && rest !== undefined;
      compared += size
    ) {
      if (compared > 0) size = pageSize;
      const page: SearchedPayment[] = await listSearched({ ...rest, limit: size });
      ids.push(...page.filter((payment) => matchesSearch(payment, search)).map(({ paymentId }) => paymentId));
      const last = page.at(-1)?.paymentId;
      rest = page.length < size || last === undefined ? undefined : behind(filter, last);
    }
    const found = ids.length === 0 ? [] : await listPlain({ ...filter, ids: ids.slice(0, filter.limit) });
    return ids.length >= filter.limit || rest === undefined ? { found } : { found, rest };
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
    async list({ search: text, ...filter }) {
      const search = readSearch(text);
      if (isByAmount(filter.order) || !(await isCommon(search))) return listByTerms(search, filter);
      const { found, rest } = await listByComparing(search, filter);
      if (rest === undefined) return found;
      const older = await listByTerms(search, { ...rest, limit: filter.limit - found.length });
      return [...found, ...older];
    },
  };
}
