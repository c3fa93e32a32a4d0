// Derives the statement entries from one <Ntry> of a CAMT file: the entry as a whole, or its details. The booked amount counts: a
// difference to the sum of the details becomes an entry of its own.
import { type Amount, blankFacts, type EntryFacts, type Facts } from "./camt-facts.js";
import { type BatchPlace, blankEntry, type StatementEntry } from "./statement-entry.js";
import { type FilePosition, maxRemittanceLines, statementRefusal } from "./statement-values.js";

/** An <Ntry> with the details read so far; `total` is its booked amount. */
export interface ReadEntry {
  account: string;
  whole: EntryFacts;
  total: Amount;
  position: FilePosition;
}

/** The entries of an <Ntry> whose details are all in `details`. */
export function entriesOf(read: ReadEntry, details: readonly Facts[]): StatementEntry[] {
  const { whole, total } = read;
  const [first] = details;
  if (first === undefined) {
    const isBatch = (whole.transferCount ?? 1) > 1;
    return [entryOf(read, blankFacts(), total, isBatch ? { kind: "total", totalCents: total.cents } : undefined)];
  }
  // The account received the entry's amount, even if a single detail reports charges or another currency.
  const amounts = details.map((facts) => ownAmount(facts, total.currency));
  if (details.length === 1 && ((whole.transferCount ?? 1) <= 1 || amounts[0]?.cents === total.cents)) {
    return [entryOf(read, { ...first, direction: whole.direction }, total, undefined)];
  }
  if (amounts.some((amount) => amount === undefined)) {
    const lines = details.flatMap(({ lines: own }) => own).slice(0, maxRemittanceLines);
    return [entryOf(read, { ...blankFacts(), lines }, total, { kind: "total", totalCents: total.cents })];
  }
  const entries = details.map((facts, index) =>
    entryOf(read, facts, amounts[index] ?? total, { kind: "detail", totalCents: total.cents }),
  );
  return [...entries, ...differenceEntry(read, signedSum(entries))];
}

/** The entries of some details of a batch, before all of them are known: each requires its own amount. @throws Refusal VALIDATION_ERROR */
export function detailEntries(read: ReadEntry, details: readonly Facts[]): StatementEntry[] {
  const { total, position } = read;
  return details.map((facts) => {
    const amount = ownAmount(facts, total.currency);
    if (amount === undefined) {
      throw statementRefusal("batch", "a detail of a large batch has no amount in the entry's currency", position);
    }
    return entryOf(read, facts, amount, { kind: "detail", totalCents: total.cents });
  });
}

/** The entry for the booked amount minus the sum of the details (`sumCents`); none when they are equal. */
export function differenceEntry(read: ReadEntry, sumCents: number): StatementEntry[] {
  const { whole, total } = read;
  const missing = (whole.direction === "debit" ? -total.cents : total.cents) - sumCents;
  if (missing === 0) return [];
  const amount = { cents: Math.abs(missing), currency: total.currency };
  const facts: Facts = { ...blankFacts(), direction: missing > 0 ? "credit" : "debit" };
  return [entryOf(read, facts, amount, { kind: "difference", totalCents: total.cents })];
}

/** Credits minus debits, in the minor unit. */
export function signedSum(entries: readonly StatementEntry[]): number {
  return entries.reduce(
    (sum, { amountCents, direction }) => sum + (direction === "debit" ? -amountCents : amountCents),
    0,
  );
}

/** @throws Refusal VALIDATION_ERROR when the entry has no amount or no direction. */
export function requireAmount({ amount, direction }: EntryFacts, position: FilePosition): Amount {
  if (amount === undefined) throw statementRefusal("amount", "an entry has no amount (Amt)", position);
  if (direction === undefined) {
    throw statementRefusal("direction", "an entry has no CRDT or DBIT indicator (CdtDbtInd)", position);
  }
  return amount;
}

function entryOf(
  { account, whole, position: { line } }: ReadEntry,
  facts: Facts,
  amount: Amount,
  batch: BatchPlace | undefined,
): StatementEntry {
  // `requireAmount` has refused an entry without a direction: the default is for the type.
  const direction = facts.direction ?? whole.direction ?? "credit";
  const party = direction === "credit" ? "debtor" : "creditor";
  const lines = facts.lines.length > 0 ? facts.lines : whole.lines;
  const fallbackText = facts.additionalText ?? (batch === undefined ? whole.additionalText : undefined);
  return {
    ...blankEntry(),
    account,
    currency: amount.currency,
    amountCents: amount.cents,
    direction,
    isBooked: whole.isBooked,
    isReversal: whole.isReversal,
    isReturn: facts.isReturn || whole.isReturn,
    returnReason: facts.returnReason ?? whole.returnReason,
    bookedOn: whole.bookedOn,
    valueOn: whole.valueOn,
    bankReference: facts.bankReference ?? whole.bankReference,
    entryReference: whole.entryReference,
    endToEndId: facts.endToEndId ?? whole.endToEndId,
    structuredReference: facts.structuredReference ?? whole.structuredReference,
    remittanceLines: lines.length > 0 || fallbackText === undefined ? lines : [fallbackText],
    counterpartyName: facts[party].name ?? whole[party].name,
    counterpartyIban: facts[party].account ?? whole[party].account,
    batch,
    line,
  };
}

/** A detail's amount, when it is in the currency of the booking. */
function ownAmount({ amount, transactionAmount }: Facts, currency: string): Amount | undefined {
  return [amount, transactionAmount].find((own) => own?.currency === currency);
}
