// Collects one <Ntry> of a CAMT file while it is read, and returns its statement entries.
import { reportedCurrency } from "../reported-text.js";
import { detailEntries, differenceEntry, entriesOf, requireAmount, signedSum } from "./camt-batch.js";
import { blankEntryFacts, blankFacts, type Facts, readEntryFact, readFact } from "./camt-facts.js";
import type { StatementEntry } from "./statement-entry.js";
import type { FilePosition } from "./statement-values.js";

/** Details beyond this number are emitted immediately instead of being buffered until the entry ends. */
const keptDetails = 1_000;
const detailPath = "NtryDtls/TxDtls";

export interface EntryTree {
  open(name: string, currency: string): void;
  close(text: string, position: FilePosition): StatementEntry[];
  finish(position: FilePosition): StatementEntry[];
}

export function createEntryTree(statement: { account: string; currency: string }): EntryTree {
  const path: string[] = [];
  const currencies: string[] = [];
  const whole = blankEntryFacts();
  let details: Facts[] = [];
  let detail: Facts | undefined;
  /** Signed sum of the details emitted before the end of the entry; undefined while there are none. */
  let emittedCents: number | undefined;

  function readSoFar(position: FilePosition) {
    return { account: statement.account, whole, total: requireAmount(whole, position), position };
  }

  function emitDetails(position: FilePosition): StatementEntry[] {
    const entries = detailEntries(readSoFar(position), details);
    emittedCents = (emittedCents ?? 0) + signedSum(entries);
    details = [];
    return entries;
  }

  function closeDetail(position: FilePosition): StatementEntry[] {
    if (detail !== undefined) details.push(detail);
    detail = undefined;
    return details.length >= keptDetails ? emitDetails(position) : [];
  }

  return {
    open(name, currency) {
      path.push(name);
      currencies.push(reportedCurrency(currency) || statement.currency);
      if (path.join("/") === detailPath) detail = blankFacts();
    },
    close(text, position) {
      const inner = path.join("/");
      path.pop();
      const currency = currencies.pop() ?? "";
      if (inner === detailPath) return closeDetail(position);
      if (text === "") return [];
      const leaf = { text, currency, position };
      if (detail !== undefined && inner.startsWith(`${detailPath}/`)) {
        readFact(detail, inner.slice(detailPath.length + 1), leaf);
      } else readEntryFact(whole, inner, leaf);
      return [];
    },
    finish(position) {
      if (emittedCents === undefined) return entriesOf(readSoFar(position), details);
      const rest = details.length > 0 ? emitDetails(position) : [];
      return [...rest, ...differenceEntry(readSoFar(position), emittedCents)];
    },
  };
}
