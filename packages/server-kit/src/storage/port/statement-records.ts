// Records of bank statements: what was imported, each entry once, which payments an entry went to, and how a store's CSV is read.
import type { JsonObject } from "../../domain/json.js";
import type { StatementFormat } from "../../domain/statements/statement-entry.js";

export interface StatementCounts {
  /** Entries of the file, announced ones left out. */
  entries: number;
  matched: number;
  unmatched: number;
  /** Entries that an earlier file, or an earlier run of this one, had already. */
  duplicates: number;
  /** Debits, and credits that take a debit back: kept for the record. */
  notCounted: number;
  /** Announced and not booked: left out. */
  announced: number;
}

export interface Statement extends StatementCounts {
  statementId: string;
  merchantId: string;
  format: StatementFormat;
  fileName: string | undefined;
  actor: string;
  createdAt: number;
  /** Undefined while the import runs, and for ever when it was interrupted. */
  finishedAt: number | undefined;
}

/**
 * `matched`: it went to the payment that its reference names. `unmatched`: a person is to decide. `assigned`: a person decided.
 * `put_aside`: a person decided that it belongs to no payment. `not_counted`: no money that came in.
 */
export type EntryState = "matched" | "unmatched" | "assigned" | "put_aside" | "not_counted";

export interface KeptEntry {
  entryId: string;
  statementId: string;
  merchantId: string;
  /** Counts the entries of the statement, from 1. */
  position: number;
  /** With `occurrence`, names the booking in the store's whole history. */
  fingerprint: string;
  /** Counts equal entries of one file, from 1. */
  occurrence: number;
  state: EntryState;
  account: string;
  currency: string;
  amountCents: number;
  direction: "credit" | "debit";
  isReversal: boolean;
  isReturn: boolean;
  returnReason: string | undefined;
  /** `YYYY-MM-DD`. */
  bookedOn: string | undefined;
  valueOn: string | undefined;
  bankReference: string | undefined;
  entryReference: string | undefined;
  endToEndId: string | undefined;
  structuredReference: string | undefined;
  remittanceLines: string[];
  batchKind: "detail" | "total" | "difference" | undefined;
  batchTotalCents: number | undefined;
  /** Sealed JSON of the counterparty's name and IBAN. */
  sealedCounterparty: string | undefined;
  /** Why it was put aside. */
  reason: string | undefined;
  handledBy: string | undefined;
  handledAt: number | undefined;
  createdAt: number;
}

/** A part of an entry, or all of it, that was recorded on a payment. */
export interface EntryAssignment {
  entryId: string;
  paymentId: string;
  amountCents: number;
  actor: string;
  at: number;
}

export interface EntryFilter {
  merchantId: string;
  statementId?: string | undefined;
  states?: readonly EntryState[] | undefined;
  limit: number;
  /** The last entry id of the page before. Within a statement entries come in the file's order, otherwise newest first. */
  after?: string | undefined;
}

export interface StatementRecords {
  insert(statement: Statement): Promise<void>;
  /** Writes all fields of the statement. */
  update(statement: Statement): Promise<void>;
  find(merchantId: string, statementId: string): Promise<Statement | undefined>;
  /** Newest first. */
  list(filter: { merchantId: string; limit: number; before?: string | undefined }): Promise<Statement[]>;

  /** False when the store has this booking already: `fingerprint` and `occurrence` name it. */
  insertEntry(entry: KeptEntry): Promise<boolean>;
  /** Which of these bookings the store has. */
  hasEntry(booking: Pick<KeptEntry, "merchantId" | "fingerprint" | "occurrence">): Promise<boolean>;
  findEntry(merchantId: string, entryId: string): Promise<KeptEntry | undefined>;
  /** For our own work and operators, who see all stores. */
  findEntryOfAnyStore(entryId: string): Promise<KeptEntry | undefined>;
  /** Writes state, reason and who handled it, if the state is still `expected`; false means that somebody else was first. */
  updateEntry(entry: KeptEntry, expected: EntryState): Promise<boolean>;
  listEntries(filter: EntryFilter): Promise<KeptEntry[]>;
  countEntries(filter: Pick<EntryFilter, "merchantId" | "statementId">): Promise<Record<EntryState, number>>;
  /** Entries with a sealed counterparty, in the order of their ids, after the given one. */
  listSealedEntries(page: { after: string; limit: number }): Promise<{ entryId: string; sealedCounterparty: string }[]>;
  /** The ids of the encryption keys that sealed counterparties name, each once. */
  listSealingKeyIds(): Promise<string[]>;
  updateSealedCounterparty(entryId: string, sealedCounterparty: string): Promise<void>;

  insertAssignment(assignment: EntryAssignment): Promise<void>;
  /** In the order in which they were made. */
  listAssignments(entryIds: readonly string[]): Promise<EntryAssignment[]>;

  /** The store's column map for CSV, replaced as a whole. */
  putColumnMap(merchantId: string, columnMap: JsonObject, now: number): Promise<void>;
  findColumnMap(merchantId: string): Promise<JsonObject | undefined>;
}
