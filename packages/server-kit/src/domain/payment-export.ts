// Payments as CSV for spreadsheets and bookkeeping: one line each, amounts with the decimals of their currency, times in UTC.
import { csvCell } from "./csv-cell.js";
import { toDecimalText } from "./currency-exponent.js";
import { type Payment, paidAt } from "./payment.js";
import type { TransactionStatus } from "./payment-state.js";

export type ExportedPayment = Omit<Payment, "checkoutToken"> & { status: TransactionStatus };

const columns: readonly (readonly [name: string, cell: (payment: ExportedPayment) => string | number | undefined])[] = [
  ["payment_id", ({ paymentId }) => paymentId],
  ["created_at", ({ createdAt }) => isoTime(createdAt)],
  ["paid_at", (payment) => isoTime(paidAt(payment))],
  ["order_id", ({ orderId }) => orderId],
  ["amount", ({ amountCents, currency }) => toDecimalText(amountCents, currency)],
  ["currency", ({ currency }) => currency],
  ["status", ({ status }) => status],
  ["state", ({ state }) => state],
  ["method", ({ paymentMethod }) => paymentMethod],
  ["mode", ({ environment }) => environment],
  ["reference", ({ remittanceInfo }) => remittanceInfo],
  ["end_to_end_id", ({ endToEndId }) => endToEndId],
  ["customer_name", ({ customerName }) => customerName],
  ["customer_email", ({ customerEmail }) => customerEmail],
  ["description", ({ description }) => description],
];

/**
 * The column names after a byte order mark: without it, Excel reads UTF-8 in the computer's code page and garbles accented names.
 * Programs that read CSV skip it.
 */
export function paymentExportHead(): string {
  return `\uFEFF${columns.map(([name]) => name).join(",")}\r\n`;
}

/** One line including its line end. */
export function paymentExportLine(payment: ExportedPayment): string {
  return `${columns.map(([, cell]) => csvCell(String(cell(payment) ?? ""))).join(",")}\r\n`;
}

function isoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
