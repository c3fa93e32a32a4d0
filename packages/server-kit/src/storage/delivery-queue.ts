// SQL for the age of the queue, for both databases: one index step per lane and store that accepts deliveries.

export interface QueueDialect {
  /** The conditions of first sends and of retries. */
  lanes: readonly string[];
  /** `acceptsDeliveries` of the domain, of a row of stores. */
  acceptsDeliveries: string;
}

/** When the oldest due delivery became due. The time is bound as `now`. */
export function oldestDueSql({ lanes, acceptsDeliveries }: QueueDialect): string {
  const pieces = lanes.map(
    (lane) => `SELECT (SELECT min(due_at) FROM deliveries
    WHERE deliveries.merchant_id = stores.merchant_id AND ${lane} AND due_at <= @now) AS at
  FROM stores WHERE ${acceptsDeliveries}`,
  );
  return `SELECT min(at) AS at FROM (${pieces.join("\nUNION ALL ")}) AS oldest_of_stores`;
}

/** The same, by path. */
export function oldestDueByPathSql({ lanes, acceptsDeliveries }: QueueDialect): string {
  const pieces = lanes.map(
    (lane) => `SELECT oldest.path AS path, oldest.due_at AS at
  FROM stores JOIN deliveries AS oldest ON oldest.delivery_id = (
    SELECT delivery_id FROM deliveries
    WHERE deliveries.merchant_id = stores.merchant_id AND ${lane} AND due_at <= @now ORDER BY due_at LIMIT 1)
  WHERE ${acceptsDeliveries}`,
  );
  return `SELECT path, min(at) AS at FROM (${pieces.join("\nUNION ALL ")}) AS oldest_of_stores GROUP BY path`;
}
