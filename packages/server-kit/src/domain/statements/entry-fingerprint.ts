// Identifies the same booking in different files: by account, the bank's reference and content; equal entries of one file are
// numbered (docs/decisions/statements-settle-transfers.md).
import { createHash } from "node:crypto";
import { referenceKey } from "./reference-key.js";
import type { StatementEntry } from "./statement-entry.js";

/**
 * Equal for the same booking in any file. Text that banks vary between files (line breaks, case, the counterparty's name)
 * is ignored when the entry has a bank reference. The booking date always counts: some banks reuse a reference. A creditor reference
 * is part of the text: formats report it beside the text, within it, or both.
 */
export function fingerprintOf(entry: StatementEntry): string {
  const text = referenceKey(entry.remittanceLines.join(""));
  const structured = referenceKey(entry.structuredReference ?? "");
  return digestOf(entry, "", text.includes(structured) ? text : text + structured);
}

/** The fingerprint of versions before the creditor reference became part of the text; undefined when it is the same. */
export function formerFingerprintOf(entry: StatementEntry): string | undefined {
  if (entry.structuredReference === undefined) return undefined;
  return digestOf(entry, entry.structuredReference, referenceKey(entry.remittanceLines.join("")));
}

function digestOf(entry: StatementEntry, structuredReference: string, text: string): string {
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
    structuredReference,
    text,
    entry.bankReference === undefined ? (entry.counterpartyIban ?? "") : "",
    entry.batch?.kind ?? "",
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 32);
}
