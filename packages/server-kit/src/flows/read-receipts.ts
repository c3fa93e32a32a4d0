// Reads manually recorded money, and finds the payment that a person enters by its order, reference or id.
import type { Environment } from "../domain/environment.js";
import { comparableReference } from "../domain/reported-text.js";
import type { ReceiptFilter, ReceiptRecords } from "../storage/port/receipt-records.js";
import type { Storage } from "../storage/port.js";
import { listPayments } from "./list-payments.js";
import type { PaymentSummary } from "./payment-summary.js";

export type ListedReceipt = Awaited<ReturnType<ReceiptRecords["list"]>>[number];
export type ClaimedPayment = Awaited<ReturnType<ReceiptRecords["listClaimed"]>>[number];

/** Newest first. */
export function listReceipts({ storage }: { storage: Storage }, filter: ReceiptFilter): Promise<ListedReceipt[]> {
  return storage.read((records) => records.receipts.list(filter));
}

/** Payments whose buyer has reported the transfer as made and whose money has not arrived yet, oldest first. */
export function listClaimed(
  { storage }: { storage: Storage },
  filter: Parameters<ReceiptRecords["listClaimed"]>[0],
): Promise<ClaimedPayment[]> {
  return storage.read((records) => records.receipts.listClaimed(filter));
}

const maxSearched = 100;
const maxShown = 10;

export interface NamedPayments {
  /** Newest first, at most ten. */
  payments: PaymentSummary[];
  /** Their id, order or reference is exactly the text. False: a search found them, so a person has to confirm which one is meant. */
  isExact: boolean;
}

/** The payments whose id, order or reference is exactly this text, otherwise those that a search finds. */
export async function findNamedPayments(
  dependencies: { storage: Storage },
  { merchantId, environment, words }: { merchantId: string; environment: Environment; words: string },
): Promise<NamedPayments> {
  const search = words.trim();
  if (search === "") return { payments: [], isExact: false };
  const found = await listPayments(dependencies, { merchantId, environment, search, limit: maxSearched });
  const reference = comparableReference(search);
  const isNamed = ({ paymentId, orderId, remittanceInfo }: PaymentSummary) =>
    paymentId === search ||
    orderId.toLowerCase() === search.toLowerCase() ||
    (reference !== undefined && comparableReference(remittanceInfo) === reference);
  const named = found.filter(isNamed);
  const isExact = named.length > 0;
  return { payments: (isExact ? named : found).slice(0, maxShown), isExact };
}
