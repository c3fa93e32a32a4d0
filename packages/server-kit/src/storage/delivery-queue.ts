// SQL for the age of the queue by path, for both databases: one index step per open store and lane.

/** `lanes`: the conditions of first sends and of retries; `hasWebhookUrl`: of a row of stores. The time is bound as `now`. */
export function oldestDueByPathSql({
  lanes,
  hasWebhookUrl,
}: {
  lanes: readonly string[];
  hasWebhookUrl: string;
}): string {
  const pieces = lanes.map(
    (lane) => `SELECT oldest.path AS path, oldest.due_at AS at
  FROM stores JOIN deliveries AS oldest ON oldest.delivery_id = (
    SELECT delivery_id FROM deliveries
    WHERE deliveries.merchant_id = stores.merchant_id AND ${lane} AND due_at <= @now ORDER BY due_at LIMIT 1)
  WHERE disabled_at IS NULL AND deleted_at IS NULL AND ${hasWebhookUrl}`,
  );
  return `SELECT path, min(at) AS at FROM (${pieces.join("\nUNION ALL ")}) AS moments GROUP BY path`;
}
