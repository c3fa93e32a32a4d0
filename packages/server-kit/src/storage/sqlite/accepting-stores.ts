// `acceptsDeliveries` of the domain as a condition of a row of stores, in SQLite.
export const acceptsDeliveriesSql =
  "disabled_at IS NULL AND deleted_at IS NULL AND json_extract(settings, '$.webhookUrl') IS NOT NULL";
