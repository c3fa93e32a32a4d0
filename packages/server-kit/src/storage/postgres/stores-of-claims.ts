// Reads the current stores of deliveries that are about to be sent, in one statement for the whole batch.
import type { Store } from "../../domain/store.js";
import type { HeldClaim } from "../port/instances.js";
import { createRowMapping, type DatabaseValue } from "../row-mapping.js";
import { fromStoreRow } from "../store-row.js";
import { type StoreRow, storesTable } from "../tables.js";
import { type LazyPool, queryRows } from "./driver.js";
import { quoteName } from "./quote-name.js";

const mapping = createRowMapping<StoreRow>(storesTable);

/** Maps the id of each delivery whose claim is still held to its store. */
export function createListStoresOfClaims(
  pool: LazyPool,
  schema: string,
): (claims: readonly HeldClaim[]) => Promise<Map<string, Store>> {
  const columns = mapping.columns.map((column) => `store.${column}`).join(", ");
  const sql = `SELECT ${columns}, array_agg(delivery.delivery_id)
    FROM unnest($1::text[], $2::text[], $3::text[]) AS claim (delivery_id, merchant_id, token)
    JOIN ${quoteName(schema)}.deliveries AS delivery ON delivery.delivery_id = claim.delivery_id AND delivery.claim_token = claim.token
    JOIN ${quoteName(schema)}.stores AS store ON store.merchant_id = claim.merchant_id AND store.deleted_at IS NULL
    GROUP BY store.merchant_id`;
  return async (claims) => {
    const rows = await queryRows(pool, sql, [
      claims.map(({ deliveryId }) => deliveryId),
      claims.map(({ merchantId }) => merchantId),
      claims.map(({ token }) => token),
    ]);
    const stores = new Map<string, Store>();
    for (const row of rows) {
      // The columns of the table come first, then the ids as an array of text.
      const store = fromStoreRow(mapping.fromValues(row as DatabaseValue[]));
      for (const deliveryId of row.at(-1) as string[]) stores.set(deliveryId, store);
    }
    return stores;
  };
}
