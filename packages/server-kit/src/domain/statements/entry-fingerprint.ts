// Identifies the same booking in different files: by account, the bank's reference and content; equal entries of one file are
// numbered (docs/decisions/statements-settle-transfers.md).
import { createHash } from "node:crypto";
import { referenceKey } from "./reference-key.js";
import type { StatementEntry } from "./statement-entry.js";

/**
 * Equal for the same booking in any file. Text that banks vary between files (line breaks, case, the counterparty's name)
 * is ignored when the entry has a bank reference. The booking date always counts: some banks reuse a reference.
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
