// When are two entries of different files the same booking? By account, the bank's reference and content; equal ones of one file are
// counted (docs/decisions/statements-settle-transfers.md).
import { createHash } from "node:crypto";
import { referenceKey } from "./reference-key.js";
import type { StatementEntry } from "./statement-entry.js";

/**
 * Equal for the same booking in any file. What banks write differently from file to file (line breaks, case, the counterparty's name)
 * is left out where the bank gave a reference of its own. The day of the booking always counts: some banks repeat a reference.
 */
export function fingerprintOf(entry: StatementEntry): string {
  const content = [
    entry.account,
    entry.currency,
    entry.amountCents,
    entry.direction,
    entry.isReversal,
    entry.bankReference ?? "",
    entry.bookedOn ?? "",
    entry.bankReference === undefined ? (entry.valueOn ?? "") : "",
    entry.endToEndId ?? "",
    entry.structuredReference ?? "",
    referenceKey(entry.remittanceLines.join("")),
    entry.bankReference === undefined ? (entry.counterpartyIban ?? "") : "",
    entry.batch?.kind ?? "",
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 32);
}
