// Identifies the same booking in different files: by account, the bank's reference and content; equal entries of one file are
// numbered (docs/decisions/statements-settle-transfers.md).
import { createHash } from "node:crypto";
import { creditorReferencesIn, firstCreditorReference } from "./creditor-reference.js";
import { keyText, referenceKey } from "./reference-key.js";
import type { StatementEntry } from "./statement-entry.js";

/**
 * Equal for the same booking in any file. Text that banks vary between files (line breaks, case, the counterparty's name)
 * is ignored when the entry has a bank reference. The booking date always counts: some banks reuse a reference. A creditor reference
 * is part of the text: formats report it beside the text, within it, or both.
 */
export function fingerprintOf(entry: StatementEntry): string {
  const text = textKeyOf(entry);
  const structured = referenceKey(entry.structuredReference ?? "");
  return digestOf(entry, "", text.includes(structured) ? text : text + structured);
}

/**
 * Other fingerprints under which a booking with a creditor reference may be stored: another format may have the reference at another place
 * of the text, and versions before it became part of the text stored it beside the text, which may contain it as well.
 */
export function otherFingerprintsOf(entry: StatementEntry): string[] {
  const { remittanceLines: lines, structuredReference } = entry;
  const text = textKeyOf(entry);
  const reported = structuredReference === undefined ? [] : [structuredReference];
  const found = creditorReferencesIn(keyText(lines));
  const keys = [...reported.map(referenceKey), ...found];
  if (keys.length === 0) return [];
  const withKey = keys.flatMap((key) => [text, text.replace(key, "") + key, key + text.replace(key, "")]);
  const withoutKey = keys.map((key) => text.replace(key, ""));
  const joined = [lines, [...reported, ...lines]].flatMap((words) => firstCreditorReference(words.join(" ")) ?? []);
  const others = new Set(withKey.map((own) => digestOf(entry, "", own)));
  for (const structured of new Set([...reported, ...found, ...joined])) {
    for (const own of new Set([...withKey, ...withoutKey])) others.add(digestOf(entry, structured, own));
  }
  others.delete(fingerprintOf(entry));
  return [...others];
}

function textKeyOf({ remittanceLines }: StatementEntry): string {
  return referenceKey(remittanceLines.join(""));
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
