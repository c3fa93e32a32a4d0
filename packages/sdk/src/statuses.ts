// Handles every known status, and those of later releases. spec/rules.md#statuses.
import type { OrOther } from "./api-types.js";
import {
  type CheckoutFlowStatus,
  checkoutFlowStatuses,
  type TransactionStatus,
  transactionStatuses,
} from "./generated/enums.js";

const includes = (values: readonly string[], value: string): boolean => values.includes(value);

/** Narrows to the known statuses of the status route; after it a `switch` can be exhaustive. */
export function isCheckoutFlowStatus(status: string): status is CheckoutFlowStatus {
  return includes(checkoutFlowStatuses, status);
}

/** Narrows to the known statuses of webhooks and of the response of initialize. */
export function isTransactionStatus(status: string): status is TransactionStatus {
  return includes(transactionStatuses, status);
}

/** One handler for each known status, and one for statuses that a later release adds. */
export type StatusCases<Known extends string, Result> = { readonly [Status in Known]: (status: Status) => Result } & {
  readonly other: (status: string) => Result;
};

/**
 * Handles a checkout flow status; the compiler requires a handler for every known one.
 * @example
 * matchCheckoutFlowStatus(status, {
 *   pending: showWaiting, scanning: showQr, transferring: showWaiting, confirming: showWaiting,
 *   completed: showThanks, failed: showRetry, other: showWaiting,
 * });
 */
export function matchCheckoutFlowStatus<Result>(
  status: OrOther<CheckoutFlowStatus>,
  cases: StatusCases<CheckoutFlowStatus, Result>,
): Result {
  return isCheckoutFlowStatus(status) ? callCase(cases, status) : cases.other(status);
}

/** Handles a transaction status, as in webhooks; the compiler requires a handler for every known one. */
export function matchTransactionStatus<Result>(
  status: OrOther<TransactionStatus>,
  cases: StatusCases<TransactionStatus, Result>,
): Result {
  return isTransactionStatus(status) ? callCase(cases, status) : cases.other(status);
}

function callCase<Known extends string, Result>(cases: StatusCases<Known, Result>, status: Known): Result {
  const handle: (status: Known) => Result = cases[status];
  return handle(status);
}
