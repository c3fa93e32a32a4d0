// Lists, counts and sums of payments, for the panel, the API and the command line.
import type { AmountBound } from "../../domain/amount-bound.js";
import type { Environment } from "../../domain/environment.js";
import type { Payment } from "../../domain/payment.js";
import type { PaymentMethod } from "../../domain/payment-method.js";
import type { PaymentState } from "../../domain/payment-state.js";

/**
 * `newest` and `oldest`: by the time of creation. `largest` and `smallest`: by amount within each currency, payments of the same amount
 * by the time of creation; the currencies by their codes.
 */
export const paymentOrders = ["newest", "oldest", "largest", "smallest"] as const;
export type PaymentOrder = (typeof paymentOrders)[number];

export interface PaymentFilter {
  merchantId?: string | undefined;
  environment?: Environment | undefined;
  states?: readonly PaymentState[] | undefined;
  /**
   * A whole payment id, or the beginning of an order id, a reference, an end-to-end id, an e-mail address or a name
   * (from any of its words on), whatever the case, accents and separators (see `domain/payment-search`). A reference
   * is also found inside a longer text. A blank text finds all.
   */
  search?: string | undefined;
  /** Only those with an open alert or a failed webhook. */
  needsAttention?: boolean | undefined;
  /** Created at or after, epoch milliseconds. */
  createdFrom?: number | undefined;
  /** Created before, epoch milliseconds. */
  createdUntil?: number | undefined;
  /** `undecided`: neither the request nor the buyer has chosen a method. */
  method?: PaymentMethod | "undecided" | undefined;
  currency?: string | undefined;
  minAmount?: AmountBound | undefined;
  maxAmount?: AmountBound | undefined;
  limit: number;
  /** Default: newest first. */
  order?: PaymentOrder | undefined;
  /** Id of a payment; only those below it in `newest` or `largest`: the last one of the page before. */
  before?: string | undefined;
  /** Id of a payment; only those above it in `oldest` or `smallest`: the last one of the page before. */
  after?: string | undefined;
}

/** A sum of payments with the same currency. Amounts are minor units. */
export interface MoneySum {
  currency: string;
  count: number;
  amountCents: number;
}

/** Filter of a sum: as for a list of one store, without a search. */
export type SumFilter = Omit<PaymentFilter, "search" | "limit" | "order" | "before" | "after" | "merchantId"> & {
  merchantId: string;
  createdFrom: number;
  createdUntil: number;
};

/** Number of payments created in a time span, by method and state. */
export interface PaymentCount {
  paymentMethod: PaymentMethod;
  /** The initialize call named a method. */
  isRequested: boolean;
  state: PaymentState;
  count: number;
}

export interface PaymentListRecords {
  list(filter: PaymentFilter): Promise<Payment[]>;
  /** Of one store and environment, created at `from` or later and before `until`. */
  countCreated(span: {
    merchantId: string;
    environment: Environment;
    from: number;
    until: number;
  }): Promise<PaymentCount[]>;
  /** Number and amount due of the payments that the filter finds, by currency. */
  sumCreated(filter: SumFilter): Promise<MoneySum[]>;
  /** Number and amount due of the payments that were paid at `from` or later and before `until`, by currency. */
  sumSettled(span: { merchantId: string; environment: Environment; from: number; until: number }): Promise<MoneySum[]>;
}
