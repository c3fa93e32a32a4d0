// Payments and their history in PostgreSQL.
import type { Payment } from "../../domain/payment.js";
import { idleStates, type PaymentState } from "../../domain/payment-state.js";
import type { PaymentRecords } from "../port/payment-records.js";
import { paymentHistoryTable, paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createPaymentListRecords } from "./payment-list-records.js";
import { createPaymentSearchTerms } from "./payment-search-terms.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Exactly the condition of the partial indexes: PostgreSQL must be able to prove it to use them. */
const isIdle = `state IN (${quoted(idleStates)})`;

// Each has its partial index: an order may have thousands of payments, and initialize reads at most one row with each of these. Store and
// environment are compared as expressions, so that no index by store applies: without statistics the planner might choose one of those.
const ofOrder = "order_id = @orderId AND merchant_id || '' = @merchantId AND environment || '' = @environment";
const ofSlot = `${ofOrder} AND amount_cents = @amountCents AND currency = @currency AND checkout_mode = @checkoutMode`;
export const holderOfSlot = `WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NULL LIMIT 1`;
export const newestSupersededOfSlot = `WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NOT NULL ORDER BY payment_id DESC LIMIT 1`;
export const newestOpenOfOrder = `WHERE ${ofOrder} AND ${isIdle} AND superseded_by IS NULL AND payment_id <> @except ORDER BY payment_id DESC LIMIT 1`;

export function createPaymentRecords(database: Database): PaymentRecords {
  const payments = createTableAccess(database, paymentsTable);
  const history = createTableAccess(database, paymentHistoryTable);

  const searchTerms = createPaymentSearchTerms(database);
  // The LIMIT makes it one look-up for each payment. The store is compared as an expression, as above: without statistics the planner
  // preferred an index by store.
  const findOfStoreSql = `SELECT ${payments.columns}
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (payment_id, merchant_id, place)
    LEFT JOIN LATERAL (SELECT * FROM payments
      WHERE payment_id = wanted.payment_id AND merchant_id || '' = wanted.merchant_id LIMIT 1) AS payments ON true
    ORDER BY place`;

  async function update(payment: Payment, expectedVersion: number): Promise<boolean> {
    return (await payments.update(payment, "payment_id", "version = @expectedVersion", { expectedVersion })) === 1;
  }

  return {
    ...createPaymentListRecords(database, searchTerms),
    async insert(payment) {
      await payments.insertLater(payment);
      await searchTerms.keep(payment);
    },
    find: async (paymentId) =>
      await payments.first(`SELECT ${payments.columns} FROM payments WHERE payment_id = @paymentId`, { paymentId }),
    findMany: async (paymentIds) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments WHERE payment_id = ANY(@ids) ORDER BY payment_id DESC`,
        { ids: paymentIds },
      ),
    findOfStore: (merchantId, paymentId) => payments.firstTogether(findOfStoreSql, [paymentId, merchantId]),
    async findPending({ merchantId, environment, orderId, amountCents, currency, checkoutMode }) {
      const slot = { merchantId, environment, orderId, amountCents, currency, checkoutMode };
      return (
        (await payments.first(`SELECT ${payments.columns} FROM payments ${holderOfSlot}`, slot)) ??
        (await payments.first(`SELECT ${payments.columns} FROM payments ${newestSupersededOfSlot}`, slot))
      );
    },
    findNewestOpen: async ({ merchantId, environment, orderId }, except) =>
      await payments.first(`SELECT ${payments.columns} FROM payments ${newestOpenOfOrder}`, {
        merchantId,
        environment,
        orderId,
        except,
      }),
    listSettledOfOrder: async ({ merchantId, environment, orderId }, limit) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments
         WHERE ${ofOrder} AND state = 'settled'
         ORDER BY payment_id DESC LIMIT @limit`,
        { merchantId, environment, orderId, limit },
      ),
    update,
    async changeReferences(payment, expectedVersion) {
      if (!(await update(payment, expectedVersion))) return false;
      await searchTerms.keep(payment);
      return true;
    },
    async refresh(paymentId, fields, now) {
      await database.run(
        `UPDATE payments SET return_url = @returnUrl, customer_email = @customerEmail, customer_name = @customerName,
             metadata = @metadata, description = @description, items = @items, payment_method = @paymentMethod, requested_method = @requestedMethod, updated_at = @now,
             version = version + 1
           WHERE payment_id = @paymentId`,
        {
          paymentId,
          returnUrl: fields.returnUrl ?? null,
          customerEmail: fields.customerEmail ?? null,
          customerName: fields.customerName ?? null,
          metadata: fields.metadata === undefined ? null : JSON.stringify(fields.metadata),
          description: fields.description ?? null,
          items: fields.items === undefined ? null : JSON.stringify(fields.items),
          paymentMethod: fields.paymentMethod,
          requestedMethod: fields.requestedMethod ?? null,
          now,
        },
      );
      await searchTerms.refresh(paymentId, fields);
    },
    async supersede(paymentId, by) {
      await database.run(
        "UPDATE payments SET superseded_by = @by, version = version + 1 WHERE payment_id = @paymentId",
        { paymentId, by: by ?? null },
      );
    },
    listExpired: async (now, limit) =>
      await selectTexts(
        database,
        `SELECT payment_id FROM payments WHERE expires_at <= @now AND ${isIdle} ORDER BY expires_at LIMIT @limit`,
        { now, limit },
      ),
    nextExpiry: async () => await selectNumber(database, `SELECT min(expires_at) FROM payments WHERE ${isIdle}`),

    async appendHistory({ from, to, ...entry }) {
      await history.insertLater({ ...entry, fromState: from, toState: to });
    },
    async listHistory(paymentId) {
      return (
        await history.all(`SELECT ${history.columns} FROM payment_history WHERE payment_id = @paymentId ORDER BY id`, {
          paymentId,
        })
      ).map(({ fromState, toState, ...entry }) => ({ ...entry, from: fromState, to: toState }));
    },
  };
}

/** States are constants, never input. */
function quoted(states: readonly PaymentState[]): string {
  return states.map((state) => `'${state}'`).join(", ");
}
