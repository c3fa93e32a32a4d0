// Records of bank statements: imports with their entries, and CSV column maps.
import type { JsonObject } from "../../domain/json.js";
import type { StatementFormat } from "../../domain/statements/statement-entry.js";
import type { StatementEntryRecords } from "./statement-entry-records.js";

export interface StatementCounts {
  /** Entries of the file, without announced ones. */
  entries: number;
  matched: number;
  unmatched: number;
  /** Entries already imported by an earlier file or an earlier run of this one. */
  duplicates: number;
  /** Debits, and credits that reverse a debit: stored, but not matched. */
  notCounted: number;
  /** Announced, not booked: not stored. */
  announced: number;
}

export interface Statement extends StatementCounts {
  statementId: string;
  merchantId: string;
  format: StatementFormat;
  fileName: string | undefined;
  actor: string;
  createdAt: number;
  /** Undefined while the import runs, and after an interruption. */
  finishedAt: number | undefined;
}

export interface StatementRecords extends StatementEntryRecords {
  insert(statement: Statement): Promise<void>;
  /** Writes all fields of the statement. */
  update(statement: Statement): Promise<void>;
  find(merchantId: string, statementId: string): Promise<Statement | undefined>;
  /** Newest first. */
  list(filter: { merchantId: string; limit: number; before?: string | undefined }): Promise<Statement[]>;

  /** Replaces the store's column map for CSV. */
  putColumnMap(merchantId: string, columnMap: JsonObject, now: number): Promise<void>;
  findColumnMap(merchantId: string): Promise<JsonObject | undefined>;
}
