// The public interface of bank statements: `service.statements` (docs/decisions/statements-settle-transfers.md). Types only.
import type { CsvColumnMap } from "./domain/statements/csv-column-map.js";
import type { EntryPart } from "./domain/statements/entry-parts.js";
import type { EntryDecision } from "./flows/statements/decide-entry.js";
import type { StatementImport, StatementImportResult } from "./flows/statements/import-statement.js";
import type { EntryView, StatementView, TrailEntry } from "./flows/statements/read-statements.js";
import type { EntryFilter, EntryState } from "./storage/port/statement-entry-records.js";

/** The methods of `service.statements`. Times are epoch milliseconds, amounts minor units. */
export interface StatementVerbs {
  /**
   * Imports a bank statement (CAMT.053, CAMT.054, MT940, CSV; zipped or not). A booked credit with the reference of a live payment of
   * the store settles it; others wait for a person. The same booking, in the same or another file, counts once.
   *
   * @example
   * await service.statements.import({ merchantId, content: await readFile("2025-03-05.xml"), actor: "operator:cron" });
   *
   * @throws Refusal STORE_NOT_FOUND; VALIDATION_ERROR with line and column of the invalid part.
   */
  import(input: StatementImport): Promise<StatementImportResult>;
  /** Imports of a store, newest first; `limit` defaults to 50. */
  list(
    merchantId: string,
    page?: { limit?: number | undefined; before?: string | undefined },
  ): Promise<StatementView[]>;
  /** One import, with the number of its entries by state; undefined when the store has no import with this id. */
  get(
    merchantId: string,
    statementId: string,
  ): Promise<(StatementView & { states: Record<EntryState, number> }) | undefined>;
  /** Entries of a store or of one import; `limit` defaults to 50. */
  entries(filter: Omit<EntryFilter, "limit"> & { limit?: number | undefined }): Promise<EntryView[]>;
  /** Unmatched entries, newest first, each with suggested payments. */
  unmatched(
    merchantId: string,
    page?: { limit?: number | undefined; after?: string | undefined },
  ): Promise<EntryView[]>;
  /** Audit records of this import and its entries, oldest first; at most the latest 1,000. */
  trail(merchantId: string, statementId: string): Promise<TrailEntry[]>;
  /** Assigns the whole entry to this payment. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR. */
  assign(entryId: string, paymentId: string, decision: EntryDecision): Promise<void>;
  /** Splits the entry over several payments; the parts must add up to it exactly. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR. */
  split(entryId: string, parts: readonly EntryPart[], decision: EntryDecision): Promise<void>;
  /** Marks the entry as belonging to no payment; it can still be assigned later. @throws Refusal VALIDATION_ERROR. */
  putAside(entryId: string, decision: EntryDecision & { reason: string }): Promise<void>;
  /** The CSV column map of the store; undefined when none is set. */
  columnMap(merchantId: string): Promise<CsvColumnMap | undefined>;
  /** Sets the CSV column map of the store. @throws Refusal STORE_NOT_FOUND; VALIDATION_ERROR that names each invalid field. */
  setColumnMap(merchantId: string, columnMap: CsvColumnMap, by: { actor: string }): Promise<void>;
}
