// Records of the entries of bank statements, and of their assignments to payments.
import type { ReturnedMoney } from "../../domain/payment.js";
import type { BatchPlace, StatementEntry } from "../../domain/statements/statement-entry.js";

/**
 * `matched`: assigned to the payment of its reference. `unmatched`: a person has to decide. `assigned`: assigned by a person.
 * `put_aside`: a person decided that it belongs to no payment. `not_counted`: not incoming money.
 */
export type EntryState = "matched" | "unmatched" | "assigned" | "put_aside" | "not_counted";

/** An entry as it is stored: only booked ones are, the batch in columns of its own, the counterparty sealed. */
export interface KeptEntry
  extends Omit<
    StatementEntry,
    "isBooked" | "batch" | "counterpartyName" | "counterpartyIban" | "customerReference" | "line"
  > {
  entryId: string;
  statementId: string;
  merchantId: string;
  /** Position in the statement, from 1. */
  position: number;
  /** With `occurrence`, identifies the booking in the store's whole history. */
  fingerprint: string;
  /** Number among equal entries of one file, from 1. */
  occurrence: number;
  state: EntryState;
  batchKind: BatchPlace["kind"] | undefined;
  batchTotalCents: number | undefined;
  /** Sealed JSON of the counterparty's name and IBAN. */
  sealedCounterparty: string | undefined;
  /** The reason for putting it aside. */
  reason: string | undefined;
  handledBy: string | undefined;
  handledAt: number | undefined;
  createdAt: number;
}

/** An entry, or a part of it, recorded on a payment. */
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
  /** The last entry id of the previous page. Within a statement entries are in file order, otherwise newest first. */
  after?: string | undefined;
}

export interface StatementEntryRecords {
  /** False when the store already has this booking (`fingerprint` and `occurrence`). */
  insertEntry(entry: KeptEntry): Promise<boolean>;
  /** Whether the store already has this booking. */
  hasEntry(booking: Pick<KeptEntry, "merchantId" | "fingerprint" | "occurrence">): Promise<boolean>;
  findEntry(merchantId: string, entryId: string): Promise<KeptEntry | undefined>;
  /** Not limited to a store: for internal use and operators. */
  findEntryOfAnyStore(entryId: string): Promise<KeptEntry | undefined>;
  /** Writes state, reason and who handled it, if the state is still `expected`; false: another writer was first. */
  updateEntry(entry: KeptEntry, expected: EntryState): Promise<boolean>;
  listEntries(filter: EntryFilter): Promise<KeptEntry[]>;
  /** Credits that reverse a debit and were not counted, of this currency and amount; newest first. */
  listUncountedReversals(
    of: Pick<KeptEntry, "merchantId" | "currency" | "amountCents"> & { limit: number },
  ): Promise<KeptEntry[]>;
  countEntries(filter: Pick<EntryFilter, "merchantId" | "statementId">): Promise<Record<EntryState, number>>;
  /** Entries with a sealed counterparty, by id, after the given one. */
  listSealedEntries(page: { after: string; limit: number }): Promise<{ entryId: string; sealedCounterparty: string }[]>;
  /** The distinct ids of the encryption keys of sealed counterparties. */
  listSealingKeyIds(): Promise<string[]>;
  updateSealedCounterparty(entryId: string, sealedCounterparty: string): Promise<void>;

  insertAssignment(assignment: EntryAssignment): Promise<void>;
  /** Oldest first. */
  listAssignments(entryIds: readonly string[]): Promise<EntryAssignment[]>;
  /** Debits that were assigned to the payment, oldest first. */
  listReturned(paymentId: string): Promise<ReturnedMoney[]>;
  /** Entries of which at least a part was recorded on the payment, by id. */
  listEntriesOfPayment(paymentId: string, limit: number): Promise<KeptEntry[]>;
}
