// Which payments a list reads, as SQL for both databases: for each environment and state that is asked for one ordered piece of an
// index, merged by id and ended by the limit. No filter reads more than it shows, however many payments there are.
import { environments } from "../domain/environment.js";
import { openStates, type PaymentState, paymentStates } from "../domain/payment-state.js";
import type { PaymentFilter } from "./port/payment-records.js";

export type PlainFilter = Omit<PaymentFilter, "search"> & {
  /** Only payments with these ids: some hundreds. */
  ids?: readonly string[] | undefined;
};

export interface ListDialect {
  /** The columns to select, prefixed with `payments.`; the id comes first. */
  columns: string;
  /** How a database is told which index to use; empty where it cannot be. */
  indexedBy(index: string): string;
  /** Joins the payments to what comes before, in this order. */
  joinPayments: string;
  /** `payment_id` is one of the bound ids. */
  isOneOfIds: string;
}

/** Undefined when no payment can fit. Values are bound by name: merchantId, before, ids, limit. */
export function paymentListSql(filter: PlainFilter, dialect: ListDialect): string | undefined {
  const pieces = piecesOf(filter, dialect);
  return pieces.length === 0 ? undefined : `${pieces.join("\nUNION ALL ")}\nORDER BY 1 DESC LIMIT @limit`;
}

function piecesOf(filter: PlainFilter, dialect: ListDialect): string[] {
  const { merchantId, before, ids, needsAttention } = filter;
  const states = filter.states && paymentStates.filter((state) => filter.states?.includes(state));
  if (states?.length === 0) return [];
  const served = environments.filter((word) => filter.environment === undefined || word === filter.environment);
  const ofStore = merchantId !== undefined && "merchant_id = @merchantId";
  const older = before !== undefined && "payment_id < @before";
  const from = (index: string, conditions: readonly (string | false | undefined)[]) =>
    `SELECT ${dialect.columns} FROM payments ${dialect.indexedBy(index)} ${where(conditions)}`;
  const isServed = `environment IN (${quoted(served)})`;
  const isInStates = states && `state IN (${quoted(states)})`;
  const isMarked =
    needsAttention === true && "EXISTS (SELECT 1 FROM payment_attention a WHERE a.payment_id = payments.payment_id)";

  if (ids !== undefined) {
    return [from(primaryKey, [dialect.isOneOfIds, ofStore, isServed, isInStates, older, isMarked])];
  }
  if (needsAttention === true && !isSelective(states)) return attentionPieces({ ...filter, states }, served, dialect);
  if (merchantId !== undefined && states === undefined) {
    return served.map((word) => from("payments_of_store", [ofStore, `environment = '${word}'`, older]));
  }
  if (filter.environment === undefined && states === undefined) return [from(primaryKey, [older])];
  const index = merchantId === undefined ? "payments_of_state" : "payments_of_store_state";
  return served.flatMap((word) =>
    (states ?? paymentStates).map((state) =>
      from(index, [ofStore, `environment = '${word}'`, `state = '${state}'`, older, isMarked]),
    ),
  );
}

/** States in which few payments are: better looked through than all open problems. */
function isSelective(states: readonly PaymentState[] | undefined): boolean {
  return states?.every((state) => openStates.some((open) => open === state)) ?? false;
}

/** There are as many rows as open problems, by id: the state is compared row by row. */
function attentionPieces(
  { merchantId, before, states }: PlainFilter,
  served: readonly string[],
  { columns, indexedBy, joinPayments }: ListDialect,
): string[] {
  // The id by which the index is ordered, so that nothing is sorted.
  const ordered = columns.replace("payments.payment_id", "payment_attention.payment_id");
  const select = (index: string | undefined, conditions: readonly (string | false | undefined)[]) =>
    `SELECT ${ordered} FROM payment_attention ${index === undefined ? "" : indexedBy(index)} ${joinPayments} ${where(conditions)}`;
  const older = before !== undefined && "payment_attention.payment_id < @before";
  const isInStates = states && `payments.state IN (${quoted(states)})`;
  if (merchantId === undefined) {
    const isServed = `payment_attention.environment IN (${quoted(served)})`;
    return [select(undefined, [isServed, older, isInStates])];
  }
  return served.map((word) =>
    select("payment_attention_of_store", [
      "payment_attention.merchant_id = @merchantId",
      `payment_attention.environment = '${word}'`,
      older,
      isInStates,
    ]),
  );
}

const primaryKey = "sqlite_autoindex_payments_1";

function where(conditions: readonly (string | false | undefined)[]): string {
  const present = conditions.filter((condition) => typeof condition === "string");
  return present.length === 0 ? "" : `WHERE ${present.join(" AND ")}`;
}

/** Our own words, never input. */
function quoted(words: readonly (PaymentState | string)[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
