// Converts a statement entry to its stored form and back: the counterparty is sealed, everything else is plain.
import type { RandomBytes } from "../../domain/clock.js";
import { createPlacedId } from "../../domain/identifiers.js";
import { statementEntryPurpose } from "../../domain/seal-purposes.js";
import type { StatementEntry } from "../../domain/statements/statement-entry.js";
import type { Vault } from "../../domain/vault.js";
import type { KeptEntry } from "../../storage/port/statement-entry-records.js";

export interface EntryPlace {
  statementId: string;
  merchantId: string;
  position: number;
  fingerprint: string;
  occurrence: number;
}

/** @param now epoch milliseconds. */
export function keepEntry(
  { vault, randomBytes }: { vault: Vault; randomBytes: RandomBytes },
  entry: StatementEntry,
  place: EntryPlace,
  now: number,
): Omit<KeptEntry, "state"> {
  const { line: _, isBooked: __, customerReference: ___, batch, counterpartyName, counterpartyIban, ...plain } = entry;
  const entryId = createPlacedId("ent", now, place.position, randomBytes);
  const counterparty = { name: counterpartyName, iban: counterpartyIban };
  const isKnown = counterpartyName !== undefined || counterpartyIban !== undefined;
  return {
    ...plain,
    ...place,
    entryId,
    batchKind: batch?.kind,
    batchTotalCents: batch?.totalCents,
    sealedCounterparty: isKnown ? vault.seal(JSON.stringify(counterparty), statementEntryPurpose(entryId)) : undefined,
    reason: undefined,
    handledBy: undefined,
    handledAt: undefined,
    createdAt: now,
  };
}

/** The entry as read from the file, without its line number. */
export function openEntry({ vault }: { vault: Vault }, kept: KeptEntry): StatementEntry {
  const counterparty = kept.sealedCounterparty
    ? // `keepEntry` sealed it.
      (JSON.parse(vault.open(kept.sealedCounterparty, statementEntryPurpose(kept.entryId))) as {
        name?: string;
        iban?: string;
      })
    : {};
  return {
    account: kept.account,
    currency: kept.currency,
    amountCents: kept.amountCents,
    direction: kept.direction,
    isBooked: true,
    isReversal: kept.isReversal,
    isReturn: kept.isReturn,
    returnReason: kept.returnReason,
    bookedOn: kept.bookedOn,
    valueOn: kept.valueOn,
    bankReference: kept.bankReference,
    entryReference: kept.entryReference,
    // Its format is not known here: what is found by it is only suggested.
    customerReference: kept.entryReference,
    endToEndId: kept.endToEndId,
    structuredReference: kept.structuredReference,
    remittanceLines: kept.remittanceLines,
    counterpartyName: counterparty.name,
    counterpartyIban: counterparty.iban,
    batch:
      kept.batchKind === undefined
        ? undefined
        : { kind: kept.batchKind, totalCents: kept.batchTotalCents ?? kept.amountCents },
    line: 0,
  };
}
