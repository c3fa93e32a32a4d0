// SQL for lists of receipts, for both databases.
import { amountConditionSql, amountValues } from "./amount-condition.js";
import type { ReceiptFilter } from "./port/receipt-records.js";

/** In the order of the index receipts_of_store. Values are bound by name, see `receiptListValues`. */
export function receiptListSql(columns: string, filter: ReceiptFilter): string {
  const settled =
    "EXISTS (SELECT 1 FROM payments WHERE payments.payment_id = receipts.payment_id AND payments.state = 'settled')";
  const conditions = [
    "merchant_id = @merchantId",
    "environment = @environment",
    filter.outcome !== undefined && "outcome = @outcome",
    filter.isPaid !== undefined && (filter.isPaid ? settled : `NOT ${settled}`),
    filter.minAmount !== undefined && amountConditionSql(">=", "min"),
    filter.maxAmount !== undefined && amountConditionSql("<=", "max"),
    filter.receivedFrom !== undefined && "received_at >= @receivedFrom",
    filter.receivedUntil !== undefined && "received_at < @receivedUntil",
    filter.before !== undefined && "receipt_id < @before",
  ].filter((condition) => condition !== false);
  return `SELECT ${columns} FROM receipts WHERE ${conditions.join(" AND ")} ORDER BY receipt_id DESC LIMIT @limit`;
}

export function receiptListValues(filter: ReceiptFilter): Record<string, string | number> {
  const { merchantId, environment, outcome, receivedFrom, receivedUntil, before, limit } = filter;
  const plain = { merchantId, environment, outcome, receivedFrom, receivedUntil, before, limit };
  return {
    ...Object.fromEntries(
      Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    ...amountValues("min", filter.minAmount),
    ...amountValues("max", filter.maxAmount),
  };
}

/** Exactly the condition of the index payments_with_open_claim. `indexHint` follows the name of the table. */
export function claimedListSql(columns: string, indexHint = ""): string {
  return `SELECT ${columns} FROM payments ${indexHint}
  WHERE merchant_id = @merchantId AND environment = @environment
    AND claimed_paid_at IS NOT NULL AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled' AND state <> 'expired'
  ORDER BY payment_id LIMIT @limit`;
}
