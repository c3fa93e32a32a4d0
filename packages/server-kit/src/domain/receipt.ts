// The record of money that a person entered manually, unchanged (flows/receive-money.ts).
import type { Environment } from "./environment.js";
import type { Actor } from "./payment.js";

export const receiptOutcomes = ["counted", "known", "other_currency"] as const;
/** `counted`: it was added up. `known`: the money was recorded before. `other_currency`: stored, not added up. */
export type ReceiptOutcome = (typeof receiptOutcomes)[number];

export interface RecordedReceipt {
  receiptId: string;
  merchantId: string;
  environment: Environment;
  paymentId: string;
  arrivalId: string;
  /** Minor units, this receipt alone. */
  amountCents: number;
  currency: string;
  /** The bank's reference. */
  reference: string | undefined;
  /** How it is known that the money arrived; empty once the buyer's data is erased. */
  reason: string;
  recordedBy: Actor;
  outcome: ReceiptOutcome;
  receivedAt: number;
  /** When it was recorded. */
  at: number;
}
