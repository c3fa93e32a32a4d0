// The path of a payment's page.
import type { StoreVisit } from "../visit.js";

export function transactionPath(visit: StoreVisit, paymentId: string): string {
  return visit.storePath(`/transactions/${encodeURIComponent(paymentId)}`);
}
