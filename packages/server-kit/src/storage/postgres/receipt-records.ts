// Money that a person recorded, in PostgreSQL.
import type { Payment } from "../../domain/payment.js";
import { receiptsTable } from "../money-tables.js";
import type { ReceiptRecords } from "../port/receipt-records.js";
import { claimedListSql, receiptListSql, receiptListValues } from "../receipt-list.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

const paymentsSql = "SELECT payment_id, order_id, state FROM payments WHERE payment_id = ANY(@ids)";

export function createReceiptRecords(database: Database): ReceiptRecords {
  const receipts = createTableAccess(database, receiptsTable);
  const payments = createTableAccess(database, paymentsTable);

  return {
    async insert(receipt) {
      await receipts.insert(receipt);
    },
    async list(filter) {
      const found = await receipts.all(receiptListSql(receipts.columns, filter), receiptListValues(filter));
      if (found.length === 0) return [];
      const ids = [...new Set(found.map(({ paymentId }) => paymentId))];
      const rows = await database.all(paymentsSql, { ids });
      const byId = new Map(
        rows.map((row) => [
          String(row.payment_id),
          // The state is one that was stored.
          { orderId: String(row.order_id), state: row.state as Payment["state"] },
        ]),
      );
      return found.flatMap((receipt) => {
        const payment = byId.get(receipt.paymentId);
        return payment === undefined ? [] : [{ receipt, payment }];
      });
    },
    listOfPayment: async (paymentId, limit) =>
      await receipts.all(
        `SELECT ${receipts.columns} FROM receipts WHERE payment_id = @paymentId ORDER BY receipt_id LIMIT @limit`,
        { paymentId, limit },
      ),
    listClaimed: async ({ merchantId, environment, limit }) =>
      await payments.all(claimedListSql(payments.columns), { merchantId, environment, limit }),
  };
}
