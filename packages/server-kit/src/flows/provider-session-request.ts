// What is asked of a bank or card page for a session, and whether two requests are for the same one.
import { createHash } from "node:crypto";
import { type AttemptKind, type Payment, type PaymentAttempt, placeOfKind } from "../domain/payment.js";
import type { Store } from "../domain/store.js";

export interface SessionRequest {
  paymentId: string;
  kind: AttemptKind;
  store: Store;
  sender: { name: string; iban: string } | undefined;
  customerCountry: string | undefined;
  instant: boolean;
  /** References from the caller; undefined keeps those of the payment. */
  references: { remittanceInfo: string | undefined; endToEndId: string | undefined };
}

/** Whether the session of `current` was opened for this request, so that it can be used again. */
export function isSameRequest(current: PaymentAttempt, wanted: SessionRequest, payment: Payment): boolean {
  if (current.kind !== wanted.kind) return false;
  if (current.fingerprint === fingerprintOf(wanted, payment)) return true;
  // Builds before 2026-11-30 left the account out. Whether it has changed since is not stored: a store that is as it was has the same.
  const isStoreAsItWas = wanted.store.updatedAt < current.createdAt;
  return isStoreAsItWas && current.fingerprint === digestOf(requestParts(wanted, payment));
}

/** Equal for equal requests. */
export function fingerprintOf(wanted: SessionRequest, payment: Payment): string {
  const parts = requestParts(wanted, payment);
  // A bank session pays to the account that its store had when it was opened.
  return digestOf(placeOfKind[wanted.kind] === "bank" ? [...parts, wanted.store.bankAccount?.iban ?? null] : parts);
}

function requestParts(wanted: SessionRequest, payment: Payment) {
  return [
    wanted.sender?.name ?? null,
    wanted.sender?.iban ?? null,
    wanted.customerCountry ?? null,
    wanted.instant,
    payment.remittanceInfo,
    payment.endToEndId ?? null,
  ];
}

function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
