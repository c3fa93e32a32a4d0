// Lists and counts of deliveries of all payments, as SQL for both databases: pieces of indexes, bounded.
import { failedDeliveryStates, listedDeliveryStates } from "../domain/delivery.js";
import type { DeliveriesByStateRequest } from "./port/delivery-records.js";

/** The condition of the indexes of failed deliveries: a database uses them only when it can see that. */
const hasFailed = `state IN (${failedDeliveryStates.map((state) => `'${state}'`).join(", ")})`;

/** Values are bound by name: merchantId, since, until, afterAt, afterId, limit. The words of `states` are ours. */
export function deliveriesByStateSql(request: DeliveriesByStateRequest, columns: string): string {
  const { states, merchantId, since, until, after } = request;
  const conditions = (state: string) => [
    failedDeliveryStates.some((failed) => failed === state) ? hasFailed : "finished_at IS NULL",
    `state = '${state}'`,
    ...(merchantId === undefined ? [] : ["merchant_id = @merchantId"]),
    ...(since === undefined ? [] : ["created_at >= @since"]),
    ...(until === undefined ? [] : ["created_at < @until"]),
    ...(after === undefined ? [] : ["(created_at, delivery_id) > (@afterAt, @afterId)"]),
  ];
  const pieces = listedDeliveryStates
    .filter((state) => states.includes(state))
    .map((state) => `SELECT ${columns} FROM deliveries WHERE ${conditions(state).join(" AND ")}`);
  return `${pieces.join("\nUNION ALL ")}\nORDER BY created_at, delivery_id LIMIT @limit`;
}

const countedTo = 10_000;
const counted = (state: string, condition: string) =>
  `SELECT '${state}' AS state, count(*) AS count
   FROM (SELECT 1 FROM deliveries WHERE state = '${state}' AND ${condition} LIMIT ${countedTo}) AS one_state`;

/** Deliveries under way are counted together, since a few are claimed at most. */
export const countByStateSql = [
  ...failedDeliveryStates.map((state) => counted(state, hasFailed)),
  ...["delivered", "cancelled"].map((state) => counted(state, "finished_at IS NOT NULL")),
  `SELECT state, count(*) AS count
   FROM (SELECT state FROM deliveries WHERE finished_at IS NULL LIMIT ${countedTo}) AS under_way
   WHERE state IN ('pending', 'sending') GROUP BY state`,
].join("\nUNION ALL ");
