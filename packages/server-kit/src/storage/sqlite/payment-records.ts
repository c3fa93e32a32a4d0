// Payments and their history in SQLite.
import type { Payment } from "../../domain/payment.js";
import { idleStates, type PaymentState } from "../../domain/payment-state.js";
import { paymentFieldsThatChange } from "../payment-fields.js";
import type { PaymentRecords } from "../port/payment-records.js";
import { createFieldValues, snakeCase } from "../row-mapping.js";
import { paymentHistoryTable, paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createPaymentListRecords } from "./payment-list-records.js";
import { createPaymentSearchTerms } from "./payment-search-terms.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Exactly the condition of the partial indexes: SQLite uses them only for a condition of the same form. */
const isIdle = isOneOf(idleStates);

// Each statement names its index: an order may have thousands of payments, and initialize reads at most one row with each of these.
// Values by position: binding by name would double the cost.
const ofOrder = "merchant_id = ? AND environment = ? AND order_id = ?";
const ofSlot = `${ofOrder} AND amount_cents = ? AND currency = ? AND checkout_mode = ?`;
export const holderOfSlot = `INDEXED BY payments_reuse_slot WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NULL LIMIT 1`;
export const newestSupersededOfSlot = `INDEXED BY payments_superseded_in_slot
  WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NOT NULL ORDER BY payment_id DESC LIMIT 1`;
// Uses the index of the slots: at most one open payment of an order is not superseded, so hardly anything is sorted.
export const newestOpenOfOrder = `INDEXED BY payments_reuse_slot
  WHERE ${ofOrder} AND ${isIdle} AND superseded_by IS NULL AND payment_id <> ? ORDER BY payment_id DESC LIMIT 1`;
// Without the hint, SQLite reads all settled payments of the store in the order of their ids, to avoid sorting one or two rows.
export const settledOfOrder = `INDEXED BY payments_settled_of_order
  WHERE ${ofOrder} AND state = 'settled' ORDER BY payment_id DESC LIMIT ?`;

const often = paymentFieldsThatChange("often");
/** Written only when they change, at the opening of a provider session: two indexes contain long expressions of them. */
const seldom = paymentFieldsThatChange("seldom");
const hasSeldomChange = seldom.map((field) => `${snakeCase(field)} IS NOT ?`).join(" OR ");

export function createPaymentRecords(database: Database): PaymentRecords {
  const payments = createTableAccess(database, paymentsTable);
  const history = createTableAccess(database, paymentHistoryTable);
  // Built once: for a text built at each call, finding its prepared statement would cost more than running it.
  const updateOften = payments.updateOf(often, "payment_id = ? AND version = ?");
  const updateSeldom = payments.updateOf(seldom, `payment_id = ? AND (${hasSeldomChange})`);
  const seldomValues = createFieldValues(paymentsTable, seldom);
  const select = `SELECT ${payments.columns} FROM payments`;
  const findSql = `${select} WHERE payment_id = ?`;
  const findManySql = `${select} WHERE payment_id IN (SELECT value FROM json_each(@ids)) ORDER BY payment_id DESC`;
  const findOfStoreSql = `${findSql} AND merchant_id = ?`;
  const holderSql = `${select} ${holderOfSlot}`;
  const supersededSql = `${select} ${newestSupersededOfSlot}`;
  const settledOfOrderSql = `${select} ${settledOfOrder}`;
  const newestOpenSql = `${select} ${newestOpenOfOrder}`;

  const searchTerms = createPaymentSearchTerms(database);

  function update(payment: Payment, expectedVersion: number): boolean {
    if (updateOften(payment, [payment.paymentId, expectedVersion]) === 0) return false;
    updateSeldom(payment, [payment.paymentId, ...seldomValues(payment)]);
    return true;
  }

  return {
    ...createPaymentListRecords(database, searchTerms),
    async insert(payment) {
      payments.insert(payment);
      searchTerms.keep(payment);
    },
    find: async (paymentId) => payments.first(findSql, [paymentId]),
    findMany: async (paymentIds) => payments.all(findManySql, { ids: JSON.stringify(paymentIds) }),
    findOfStore: async (merchantId, paymentId) => payments.first(findOfStoreSql, [paymentId, merchantId]),
    async findPending({ merchantId, environment, orderId, amountCents, currency, checkoutMode }) {
      const slot = [merchantId, environment, orderId, amountCents, currency, checkoutMode];
      return payments.first(holderSql, slot) ?? payments.first(supersededSql, slot);
    },
    findNewestOpen: async ({ merchantId, environment, orderId }, except) =>
      payments.first(newestOpenSql, [merchantId, environment, orderId, except]),
    listSettledOfOrder: async ({ merchantId, environment, orderId }, limit) =>
      payments.all(settledOfOrderSql, [merchantId, environment, orderId, limit]),
    update: async (payment, expectedVersion) => update(payment, expectedVersion),
    async changeReferences(payment, expectedVersion) {
      if (!update(payment, expectedVersion)) return false;
      searchTerms.keep(payment);
      return true;
    },
    async refresh(paymentId, fields, now) {
      database
        .prepare(
          `UPDATE payments SET return_url = @returnUrl, customer_email = @customerEmail, customer_name = @customerName,
             metadata = @metadata, description = @description, items = @items, payment_method = @paymentMethod, requested_method = @requestedMethod, updated_at = @now,
             version = version + 1
           WHERE payment_id = @paymentId`,
        )
        .run({
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
        });
      searchTerms.refresh(paymentId, fields);
    },
    async supersede(paymentId, by) {
      database
        .prepare("UPDATE payments SET superseded_by = @by, version = version + 1 WHERE payment_id = @paymentId")
        .run({ paymentId, by: by ?? null });
    },
    listExpired: async (now, limit) =>
      selectTexts(
        database,
        `SELECT payment_id FROM payments INDEXED BY payments_to_expire WHERE expires_at <= @now AND ${isIdle} ORDER BY expires_at LIMIT @limit`,
        { now, limit },
      ),
    nextExpiry: async () =>
      selectNumber(database, `SELECT min(expires_at) FROM payments INDEXED BY payments_to_expire WHERE ${isIdle}`),

    async appendHistory({ from, to, ...entry }) {
      history.insert({ ...entry, fromState: from, toState: to });
    },
    async listHistory(paymentId) {
      return history
        .all(`SELECT ${history.columns} FROM payment_history WHERE payment_id = @paymentId ORDER BY id`, { paymentId })
        .map(({ fromState, toState, ...entry }) => ({ ...entry, from: fromState, to: toState }));
    },
  };
}

/** States are constants, never input. Not IN: SQLite would build a temporary table for its list at each write of a row. */
function isOneOf(states: readonly PaymentState[]): string {
  return `(${states.map((state) => `state = '${state}'`).join(" OR ")})`;
}
