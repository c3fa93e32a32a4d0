// Money that a person recorded, in SQLite.
import type { Payment } from "../../domain/payment.js";
import { receiptsTable } from "../money-tables.js";
import type { ReceiptRecords } from "../port/receipt-records.js";
import { claimedListSql, receiptListSql, receiptListValues } from "../receipt-list.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

const paymentsSql =
  "SELECT payment_id, order_id, state FROM payments WHERE payment_id IN (SELECT value FROM json_each(@ids))";

export function createReceiptRecords(database: Database): ReceiptRecords {
  const receipts = createTableAccess(database, receiptsTable);
  const payments = createTableAccess(database, paymentsTable);
  // Without the hint, SQLite reads all payments of the store that wait for a transfer.
  const claimedSql = claimedListSql(payments.columns, "INDEXED BY payments_with_open_claim");

  return {
    async insert(receipt) {
      receipts.insert(receipt);
    },
    async list(filter) {
      const found = receipts.all(receiptListSql(receipts.columns, filter), receiptListValues(filter));
      const ids = JSON.stringify([...new Set(found.map(({ paymentId }) => paymentId))]);
      // The columns are selected, and the state is one that was stored.
      const rows = database.prepare(paymentsSql).all({ ids }) as {
        payment_id: string;
        order_id: string;
        state: Payment["state"];
      }[];
      const byId = new Map(rows.map(({ payment_id, order_id, state }) => [payment_id, { orderId: order_id, state }]));
      return found.flatMap((receipt) => {
        const payment = byId.get(receipt.paymentId);
        return payment === undefined ? [] : [{ receipt, payment }];
      });
    },
    listOfPayment: async (paymentId, limit) =>
      receipts.all(
        `SELECT ${receipts.columns} FROM receipts WHERE payment_id = @paymentId ORDER BY receipt_id LIMIT @limit`,
        { paymentId, limit },
      ),
    listClaimed: async ({ merchantId, environment, limit }) =>
      payments.all(claimedSql, { merchantId, environment, limit }),
  };
}
