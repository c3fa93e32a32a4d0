// The facts of an initialize call, in PostgreSQL: four look-ups, each one index step, in one statement.
import type { IdempotencyRecord } from "../../domain/idempotency.js";
import type { Payment } from "../../domain/payment.js";
import type { InitializeRecords } from "../port/initialize-records.js";
import { createRowMapping, type DatabaseValue } from "../row-mapping.js";
import { fromStoreRow } from "../store-row.js";
import { idempotencyKeysTable, paymentsTable, storesTable, type Table } from "../tables.js";
import type { Database } from "./database.js";
import { holderOfSlot, newestOpenOfOrder, newestSupersededOfSlot } from "./payment-records.js";

/**
 * Reads the facts of several calls, each by its own look-ups. With `lock`, the rows that a call may change are locked until the unit ends:
 * a unit with locks is not checked for other conflicts.
 */
const findSql = (lock: string) => `SELECT found.*
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
    WITH ORDINALITY AS call (merchant_id, environment, order_id, amount_cents, currency, checkout_mode, route, key, now, place)
  CROSS JOIN LATERAL (
    WITH holder AS (SELECT * FROM payments ${ofCall(holderOfSlot)} ${lock}),
    superseded AS (SELECT * FROM payments ${ofCall(newestSupersededOfSlot)} ${lock}),
    pending AS (SELECT * FROM holder UNION ALL SELECT * FROM superseded WHERE NOT EXISTS (SELECT 1 FROM holder))
    SELECT (SELECT row_to_json(pending) FROM pending) AS pending,
      (SELECT row_to_json(newest) FROM (SELECT * FROM payments
        ${ofCall(newestOpenOfOrder).replace("@except", "coalesce((SELECT payment_id FROM pending), '')")} ${lock}) AS newest) AS newest,
      EXISTS (SELECT 1 FROM webhook_listeners AS listener
        WHERE listener.merchant_id = call.merchant_id AND listening_until > call.now) AS listened,
      (SELECT row_to_json(stores) FROM stores WHERE stores.merchant_id = call.merchant_id AND deleted_at IS NULL) AS store,
      (SELECT row_to_json(used) FROM idempotency_keys AS used WHERE used.merchant_id = call.merchant_id
        AND used.environment = call.environment AND used.route = call.route AND used.key = call.key) AS stored
  ) AS found ORDER BY place`;

/** Turns a look-up with parameters into one that compares with the columns of `call`, which have the same names. */
function ofCall(where: string): string {
  return where.replace(/\b(\w+)( \|\| '')? = @\w+/g, "payments.$1$2 = call.$1");
}

const findLockedSql = findSql("FOR NO KEY UPDATE");
const findUnlockedSql = findSql("");

export function createInitializeRecords(database: Database): InitializeRecords {
  const toPayment = reader<Payment>(paymentsTable);
  const toStored = reader<IdempotencyRecord>(idempotencyKeysTable);
  const toStoreRow = reader(storesTable);
  return {
    async find({ slot, idempotency, now }) {
      const { merchantId, environment, orderId, amountCents, currency, checkoutMode } = slot;
      const [pending, newest, listened, storeJson, stored] = await database.firstTogether(
        database.mayWrite() ? findLockedSql : findUnlockedSql,
        [
          merchantId,
          environment,
          orderId,
          amountCents,
          currency,
          checkoutMode,
          idempotency?.route ?? null,
          idempotency?.key ?? null,
          now,
        ],
      );
      const store = toStoreRow(storeJson);
      return {
        stored: toStored(stored),
        pending: toPayment(pending),
        newestOpen: toPayment(newest),
        store: store && fromStoreRow(store),
        mayBeListenedTo: listened === true,
      };
    },
  };
}

/** Reads a row of JSON that the driver has parsed: its numbers are below 2^53, and none of these tables has a column of bytes. */
function reader<Row extends object>(table: Table<Row>): (json: unknown) => Row | undefined {
  const { columns, fromValues } = createRowMapping(table);
  return (json) => {
    if (typeof json !== "object" || json === null) return undefined;
    // `row_to_json` of this table returns its columns, whose values the mapping wrote; `decode` accepts true for 1.
    const values = json as Record<string, DatabaseValue>;
    return fromValues(columns.map((column) => values[column] ?? null));
  };
}
