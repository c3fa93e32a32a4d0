// SQL for lists and counts of deliveries over all payments, for both databases: bounded index ranges.
import { failedDeliveryStates, listedDeliveryStates } from "../domain/delivery.js";
import type { DeliveriesByStateRequest, DeliveryListRecords } from "./port/delivery-list-records.js";

/** Exactly the condition of the partial indexes of failed deliveries, so that the databases use them. */
const hasFailed = `(${failedDeliveryStates.map((state) => `state = '${state}'`).join(" OR ")})`;

/** Values are bound by name: merchantId, since, until, afterAt, afterId, limit. `states` are constants, never input. */
export function deliveriesByStateSql(request: DeliveriesByStateRequest, columns: string): string {
  const { states, merchantId, since, until, after, order } = request;
  const conditions = (state: string) => [
    failedDeliveryStates.some((failed) => failed === state) ? hasFailed : "finished_at IS NULL",
    `state = '${state}'`,
    ...(merchantId === undefined ? [] : ["merchant_id = @merchantId"]),
    ...(since === undefined ? [] : ["created_at >= @since"]),
    ...(until === undefined ? [] : ["created_at < @until"]),
    ...(after === undefined
      ? []
      : [`(created_at, delivery_id) ${order === "newest" ? "<" : ">"} (@afterAt, @afterId)`]),
  ];
  const pieces = listedDeliveryStates
    .filter((state) => states.includes(state))
    .map((state) => `SELECT ${columns} FROM deliveries WHERE ${conditions(state).join(" AND ")}`);
  return `${pieces.join("\nUNION ALL ")}\nORDER BY ${orderSql(order)} LIMIT @limit`;
}

function orderSql(order: DeliveriesByStateRequest["order"]): string {
  return order === "newest" ? "created_at DESC, delivery_id DESC" : "created_at, delivery_id";
}

type OfStoreRequest = Parameters<DeliveryListRecords["listOfStore"]>[0];

/** Uses the index deliveries_of_store. Values as for `deliveriesByStateSql`. */
export function deliveriesOfStoreSql({ since, until, after }: OfStoreRequest, columns: string): string {
  const conditions = [
    "merchant_id = @merchantId",
    ...(since === undefined ? [] : ["created_at >= @since"]),
    ...(until === undefined ? [] : ["created_at < @until"]),
    ...(after === undefined ? [] : ["(created_at, delivery_id) < (@afterAt, @afterId)"]),
  ];
  return `SELECT ${columns} FROM deliveries WHERE ${conditions.join(" AND ")} ORDER BY ${orderSql("newest")} LIMIT @limit`;
}

/** The values of both statements, without those that are undefined. */
export function deliveryListValues({
  merchantId,
  since,
  until,
  limit,
  after,
}: Omit<DeliveriesByStateRequest, "states" | "order">): Record<string, string | number> {
  return {
    limit,
    ...(merchantId !== undefined && { merchantId }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(after !== undefined && { afterAt: after.createdAt, afterId: after.deliveryId }),
  };
}

/** A queue of more deliveries is shown as at least as many. */
export const queueCountedTo = 1000;

/** Each branch is a bounded step into one index. */
export const queueOfStoreSql = `SELECT
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE merchant_id = @merchantId AND finished_at IS NULL LIMIT ${queueCountedTo}) AS counted) AS unfinished,
  (SELECT min(at) FROM (
    SELECT min(due_at) AS at FROM deliveries WHERE merchant_id = @merchantId AND is_retry = @firstLane AND due_at IS NOT NULL
    UNION ALL SELECT min(due_at) FROM deliveries WHERE merchant_id = @merchantId AND is_retry = @retryLane AND due_at IS NOT NULL) AS due) AS next_due,
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE interrupted_count > 0 AND interrupted_count >= @atLeast
    AND merchant_id = @merchantId AND finished_at IS NULL LIMIT ${queueCountedTo}) AS counted) AS interrupted`;

/** The metrics count up to these numbers, which then mean "or more": counting further would read too many rows. */
const unfinishedCountedTo = 100_000;
export const countedTo = 10_000;

export const countUnfinishedSql = `SELECT count(*)
  FROM (SELECT 1 FROM deliveries WHERE finished_at IS NULL LIMIT ${unfinishedCountedTo}) AS unfinished`;

export const countUnfinishedByPathSql = `SELECT path, count(*)
  FROM (SELECT path FROM deliveries WHERE finished_at IS NULL LIMIT ${countedTo}) AS unfinished GROUP BY path`;

export const countInterruptedSql = `SELECT count(*) FROM deliveries
  WHERE interrupted_count > 0 AND interrupted_count >= @atLeast AND finished_at IS NULL`;

const counted = (state: string, condition: string) =>
  `SELECT '${state}' AS state, count(*) AS count
   FROM (SELECT 1 FROM deliveries WHERE state = '${state}' AND ${condition} LIMIT ${countedTo}) AS one_state`;

/** Unfinished deliveries are counted together: only a few are claimed at any time. */
export const countByStateSql = [
  ...failedDeliveryStates.map((state) => counted(state, hasFailed)),
  ...["delivered", "cancelled"].map((state) => counted(state, "finished_at IS NOT NULL")),
  `SELECT state, count(*) AS count
   FROM (SELECT state FROM deliveries WHERE finished_at IS NULL LIMIT ${countedTo}) AS in_progress
   WHERE state IN ('pending', 'sending') GROUP BY state`,
].join("\nUNION ALL ");
