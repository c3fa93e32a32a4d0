// SQL for lists of payments, for both databases: one ordered index range per requested environment and state,
// merged by id and ended by the limit. No filter reads more rows than it shows, however many payments there are.

import { environments } from "../domain/environment.js";
import { firstPaymentIdOf } from "../domain/identifiers.js";
import type { SearchedPayment } from "../domain/payment-search.js";
import { isOpen, type PaymentState, paymentStates } from "../domain/payment-state.js";
import { amountConditionSql, amountValues } from "./amount-condition.js";
import { isAscending, isByAmount } from "./payment-order.js";
import type { PaymentFilter, SumFilter } from "./port/payment-list-records.js";

export type PlainFilter = Omit<PaymentFilter, "search"> & {
  /** Only payments with these ids: some hundreds. */
  ids?: readonly string[] | undefined;
};

export interface ListDialect {
  /** The columns to select, prefixed with `payments.`; the id comes first. */
  columns: string;
  /** The index hint of the database; empty where there is none. */
  indexedBy(index: string): string;
  /** Joins the payments to the preceding table, in this order. */
  joinPayments: string;
  /** Each part of a union is sorted and limited by itself: PostgreSQL would otherwise read and sort all that match. Default: false. */
  isEachPieceLimited?: boolean;
  /** `payment_id` is one of the bound ids. */
  isOneOfIds: string;
}

/** Undefined when no payment can match. Values are bound by name: `ids`, and those of `paymentListValues`. */
export function paymentListSql(filter: PlainFilter, dialect: ListDialect): string | undefined {
  const pieces = piecesOf(filter, dialect);
  const direction = isAscending(filter.order) ? "ASC" : "DESC";
  const order = sortedColumns(filter, dialect.columns).map((column) => `${column} ${direction}`);
  if (pieces.length === 0) return undefined;
  const limited = `ORDER BY ${order.join(", ")} LIMIT @limit`;
  const isEachLimited = dialect.isEachPieceLimited === true && pieces.length > 1;
  const parts = isEachLimited ? pieces.map((piece) => `(${piece} ${limited})`) : pieces;
  return `${parts.join("\nUNION ALL ")}\n${limited}`;
}

/** By column position: the parts of a union share no names. */
function sortedColumns({ order }: PlainFilter, columns: string): number[] {
  if (!isByAmount(order)) return [1];
  const names = columns.split(", ");
  return ["currency", "amount_cents", "payment_id"].map((name) => names.indexOf(`payments.${name}`) + 1);
}

/** The columns that a search compares; `searchedPayment` reads them. */
export const searchedColumns = [
  "payment_id",
  "order_id",
  "remittance_info",
  "end_to_end_id",
  "customer_email",
  "customer_name",
]
  .map((column) => `payments.${column}`)
  .join(", ");

/** The columns are text; the last three may be null. */
export function searchedPayment(row: readonly unknown[]): SearchedPayment {
  const [paymentId, orderId, remittanceInfo, ...rest] = row;
  const [endToEndId, customerEmail, customerName] = rest.map((value) => (value === null ? undefined : String(value)));
  return {
    paymentId: String(paymentId),
    orderId: String(orderId),
    remittanceInfo: String(remittanceInfo),
    endToEndId,
    customerEmail,
    customerName,
  };
}

/** Sums over the same index ranges, index-only. Undefined when no payment can match. */
export function paymentSumSql(filter: SumFilter, dialect: Omit<ListDialect, "columns">): string | undefined {
  const columns = `payments.payment_id, payments.currency, payments.amount_cents`;
  const pieces = piecesOf({ ...filter, limit: 0 }, { ...dialect, columns });
  if (pieces.length === 0) return undefined;
  return `SELECT currency, count(*) AS count, sum(amount_cents) AS "amountCents"
FROM (${pieces.join("\nUNION ALL ")}) AS found GROUP BY currency`;
}

/** The condition for payments after the cursor. */
export function behind(filter: PlainFilter, paymentId: string): PlainFilter {
  return isAscending(filter.order) ? { ...filter, after: paymentId } : { ...filter, before: paymentId };
}

/** All values that the statements bind, without `ids`. */
export function paymentListValues(
  filter: Omit<PlainFilter, "limit"> & { limit?: number },
): Record<string, string | number> {
  const { merchantId, limit, before, after, createdFrom, createdUntil, currency, method } = filter;
  return {
    ...(limit !== undefined && { limit }),
    ...(merchantId !== undefined && { merchantId }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(createdFrom !== undefined && { firstId: firstPaymentIdOf(createdFrom) }),
    ...(createdUntil !== undefined && { endId: firstPaymentIdOf(createdUntil) }),
    ...(currency !== undefined && { currency }),
    ...(method !== undefined && method !== "undecided" && { method }),
    ...amountValues("min", filter.minAmount),
    ...amountValues("max", filter.maxAmount),
  };
}

function piecesOf(filter: PlainFilter, dialect: ListDialect): string[] {
  const { merchantId, ids, needsAttention } = filter;
  const states = filter.states && paymentStates.filter((state) => filter.states?.includes(state));
  if (states?.length === 0) return [];
  const served = environments.filter(
    (environment) => filter.environment === undefined || environment === filter.environment,
  );
  const ofStore = merchantId !== undefined && "merchant_id = @merchantId";
  const span = spanOf(filter, "payment_id");
  const details = detailsOf(filter);
  const from = (index: string, conditions: readonly (string | false | undefined)[]) =>
    `SELECT ${dialect.columns} FROM payments ${dialect.indexedBy(index)} ${where(conditions)}`;
  const isServed = `environment IN (${quoted(served)})`;
  const isInStates = states && `state IN (${quoted(states)})`;
  const isMarked =
    needsAttention === true && "EXISTS (SELECT 1 FROM payment_attention a WHERE a.payment_id = payments.payment_id)";

  if (ids !== undefined) {
    return [from(primaryKey, [dialect.isOneOfIds, ofStore, isServed, isInStates, ...span, ...details, isMarked])];
  }
  if (needsAttention === true && !isSelective(states)) return attentionPieces({ ...filter, states }, served, dialect);
  const inFewStates = states !== undefined && isSelective(states) ? states : undefined;
  if (merchantId !== undefined && isByAmount(filter.order)) {
    const byKeys = (index: string, conditions: readonly (string | false | undefined)[]) =>
      firstByAmount(filter, index, [ofStore, ...conditions, ...span, ...details, isMarked], dialect);
    return served.flatMap((environment) => {
      const isOfEnvironment = `environment = '${environment}'`;
      if (inFewStates !== undefined) {
        return inFewStates.map((state) => byKeys("payments_of_store_state", [isOfEnvironment, `state = '${state}'`]));
      }
      if (filter.method !== undefined) return byKeys("payments_of_store", [isOfEnvironment, isInStates]);
      // Of the compared columns the index lacks only the state, and most payments of the store are in one of the requested states.
      return from("payments_of_store_amount", [ofStore, isOfEnvironment, ...span, isInStates, ...details, isMarked]);
    });
  }
  // The store's index covers all compared columns: rows that do not match are never fetched.
  const isByIndex = details.length > 0 && needsAttention !== true && inFewStates === undefined;
  if (merchantId !== undefined && (states === undefined || isByIndex)) {
    return served.map((environment) =>
      from("payments_of_store", [ofStore, `environment = '${environment}'`, ...span, isInStates, ...details]),
    );
  }
  if (filter.environment === undefined && states === undefined) return [from(primaryKey, [...span, ...details])];
  const index = merchantId === undefined ? "payments_of_state" : "payments_of_store_state";
  return served.flatMap((environment) =>
    (states ?? paymentStates).map((state) =>
      from(index, [ofStore, `environment = '${environment}'`, `state = '${state}'`, ...span, ...details, isMarked]),
    ),
  );
}

/**
 * For payments that the index by amount does not find quickly, such as those of a rare method or in a few states:
 * reads another index through once, which has the compared columns, and sorts no more keys than are shown. Only those
 * payments are fetched.
 */
function firstByAmount(
  { order }: PlainFilter,
  index: string,
  conditions: readonly (string | false | undefined)[],
  { columns, indexedBy }: ListDialect,
): string {
  const direction = isAscending(order) ? "ASC" : "DESC";
  return `SELECT ${columns} FROM payments WHERE payment_id IN (SELECT payment_id FROM payments ${indexedBy(index)} ${where(conditions)}
    ORDER BY currency ${direction}, amount_cents ${direction}, payment_id ${direction} LIMIT @limit)`;
}

/** Ids contain their creation time. */
function spanOf({ order, before, after, createdFrom, createdUntil }: PlainFilter, column: string): string[] {
  const isBehind = (sign: "<" | ">", name: "before" | "after") =>
    isByAmount(order)
      ? `(payments.currency, payments.amount_cents, payments.payment_id) ${sign}
          (SELECT p.currency, p.amount_cents, p.payment_id FROM payments p WHERE p.payment_id = @${name})`
      : `${column} ${sign} @${name}`;
  return [
    ...(before === undefined ? [] : [isBehind("<", "before")]),
    ...(after === undefined ? [] : [isBehind(">", "after")]),
    ...(createdFrom === undefined ? [] : [`${column} >= @firstId`]),
    ...(createdUntil === undefined ? [] : [`${column} < @endId`]),
  ];
}

const isUndecided = "requested_method IS NULL AND state IN ('created', 'opened')";

function detailsOf({ method, currency, minAmount, maxAmount }: PlainFilter): string[] {
  return [
    ...(method === undefined
      ? []
      : [method === "undecided" ? isUndecided : `payment_method = @method AND NOT (${isUndecided})`]),
    ...(currency === undefined ? [] : ["currency = @currency"]),
    ...(minAmount === undefined ? [] : [amountConditionSql(">=", "min")]),
    ...(maxAmount === undefined ? [] : [amountConditionSql("<=", "max")]),
  ];
}

/** States with few payments: cheaper to scan than all payments that need attention. */
function isSelective(states: readonly PaymentState[] | undefined): boolean {
  return states?.every(isOpen) ?? false;
}

/** Reads the payments that need attention, by id, and compares their states one by one. */
function attentionPieces(
  { states, ...filter }: PlainFilter,
  served: readonly string[],
  { columns, indexedBy, joinPayments }: ListDialect,
): string[] {
  // The id is read from the table whose index has this order, so that nothing is sorted.
  const ordered = columns.replace("payments.payment_id", "payment_attention.payment_id");
  const select = (index: string | undefined, conditions: readonly (string | false | undefined)[]) =>
    `SELECT ${ordered} FROM payment_attention ${index === undefined ? "" : indexedBy(index)} ${joinPayments} ${where(conditions)}`;
  const { merchantId } = filter;
  const narrower = [...spanOf(filter, "payment_attention.payment_id"), ...detailsOf(filter)];
  const isInStates = states && `payments.state IN (${quoted(states)})`;
  if (merchantId === undefined) {
    const isServed = `payment_attention.environment IN (${quoted(served)})`;
    return [select(undefined, [isServed, ...narrower, isInStates])];
  }
  return served.map((environment) =>
    select("payment_attention_of_store", [
      "payment_attention.merchant_id = @merchantId",
      `payment_attention.environment = '${environment}'`,
      ...narrower,
      isInStates,
    ]),
  );
}

const primaryKey = "sqlite_autoindex_payments_1";

function where(conditions: readonly (string | false | undefined)[]): string {
  const present = conditions.filter((condition) => typeof condition === "string");
  return present.length === 0 ? "" : `WHERE ${present.join(" AND ")}`;
}

/** Constants, never input. */
function quoted(words: readonly (PaymentState | string)[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
