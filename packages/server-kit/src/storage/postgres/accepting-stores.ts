// `acceptsDeliveries` of the domain as a condition of a row of stores, in PostgreSQL.

/** @param store The name of the table of stores in the statement. */
export function acceptsDeliveriesSql(store: string): string {
  return `${store}.disabled_at IS NULL AND ${store}.deleted_at IS NULL AND ${store}.settings::json ->> 'webhookUrl' IS NOT NULL`;
}
