// Reads manually recorded money, and the transfers that buyers have reported.
import type { ReceiptFilter, ReceiptRecords } from "../storage/port/receipt-records.js";
import type { Storage } from "../storage/port.js";

export type ListedReceipt = Awaited<ReturnType<ReceiptRecords["list"]>>[number];
export type ClaimedPayment = Awaited<ReturnType<ReceiptRecords["listClaimed"]>>[number];

/** Newest first. */
export function listReceipts({ storage }: { storage: Storage }, filter: ReceiptFilter): Promise<ListedReceipt[]> {
  return storage.read((records) => records.receipts.list(filter));
}

/** Payments whose buyer has reported the transfer as made and whose money has not arrived yet, oldest first. */
export function listBuyerClaims(
  { storage }: { storage: Storage },
  filter: Parameters<ReceiptRecords["listClaimed"]>[0],
): Promise<ClaimedPayment[]> {
  return storage.read((records) => records.receipts.listClaimed(filter));
}
