// Search in the list of payments, for both databases. A text that matches few payments is looked up by its terms. A text that matches very
// many (the "ORDER-" that all order ids begin with) is compared with the newest payments one by one, since these soon fill the first page;
// among older payments it finds a bounded number. So no search reads more than a few thousand rows.
import type { Payment } from "../domain/payment.js";
import { matchesSearch, type PaymentSearch, readSearch, type SearchedPayment } from "../domain/payment-search.js";
import { compareText } from "./compare-text.js";
import { behind, type PlainFilter } from "./payment-list.js";
import { comparePayments, isByAmount } from "./payment-order.js";
import type { PaymentFilter } from "./port/payment-list-records.js";

export interface TermReads {
  /** Whether more than `maxLookedUp` terms begin with the text. */
  isCommon(search: PaymentSearch): boolean | Promise<boolean>;
  /**
   * Of payments with a matching term within the span, newest first: `maxLookedUp` at most of those that begin with the text, and for each
   * whole term the `maxLookedUp` newest or oldest.
   */
  findIds(search: PaymentSearch, span: IdSpan): string[] | Promise<string[]>;
}

export interface SearchReads extends TermReads {
  listPlain(filter: PlainFilter): Payment[] | Promise<Payment[]>;
  /** The same payments, with only the columns that a search compares. */
  listSearched(filter: PlainFilter): SearchedPayment[] | Promise<SearchedPayment[]>;
}

/** The ids between both, without them; an end that does not matter is before or after all ids. */
export interface IdSpan {
  after: string;
  before: string;
  isOldestFirst: boolean;
}

/** Maximum number of payments that are looked up by one term. */
export const maxLookedUp = 3000;
const pageSize = 500;
const beforeAllIds = "";
/** Ids are ASCII text. */
const afterAllIds = "~";
/** Number of the newest payments that are compared one by one. */
const maxCompared = 2000;

export function createPaymentSearch({
  isCommon,
  findIds,
  listPlain,
  listSearched,
}: SearchReads): (filter: PaymentFilter & { search: string }) => Promise<Payment[]> {
  async function listByTerms(search: PaymentSearch, filter: PlainFilter): Promise<Payment[]> {
    const { limit } = filter;
    if (isByAmount(filter.order)) {
      const ids = await findIds(search, { after: beforeAllIds, before: afterAllIds, isOldestFirst: false });
      let first: Payment[] = [];
      for (let at = 0; at < ids.length; at += pageSize) {
        const page = await listPlain({ ...filter, ids: ids.slice(at, at + pageSize) });
        first = [...first, ...page].sort(comparePayments(filter.order)).slice(0, limit);
      }
      return first;
    }
    const isOldestFirst = filter.order === "oldest";
    const { after = beforeAllIds, before = afterAllIds } = filter;
    const found: Payment[] = [];
    const ids = await findIds(search, { after, before, isOldestFirst });
    if (isOldestFirst) ids.reverse();
    for (let at = 0; at < ids.length && found.length < limit; at += pageSize) {
      found.push(...(await listPlain({ ...filter, ids: ids.slice(at, at + pageSize), limit: limit - found.length })));
    }
    return found;
  }

  /** `rest` is set when the newest payments did not fill the page: the search continues after it. */
  async function listByComparing(
    search: PaymentSearch,
    filter: PlainFilter,
  ): Promise<{ found: Payment[]; rest?: PlainFilter }> {
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
      const page: SearchedPayment[] = await listSearched({ ...rest, limit: size });
      ids.push(...page.filter((payment) => matchesSearch(payment, search)).map(({ paymentId }) => paymentId));
      const last = page.at(-1)?.paymentId;
      rest = page.length < size || last === undefined ? undefined : behind(filter, last);
    }
    const found = ids.length === 0 ? [] : await listPlain({ ...filter, ids: ids.slice(0, filter.limit) });
    return ids.length >= filter.limit || rest === undefined ? { found } : { found, rest };
  }

  return async ({ search: text, ...filter }) => {
    const search = readSearch(text);
    if (isByAmount(filter.order) || !(await isCommon(search))) return listByTerms(search, filter);
    const { found, rest } = await listByComparing(search, filter);
    if (rest === undefined) return found;
    const older = await listByTerms(search, { ...rest, limit: filter.limit - found.length });
    return [...found, ...older];
  };
}

/** Each once. Ids contain their creation time. */
export function newestFirst(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort((left, right) => compareText(right, left));
}
